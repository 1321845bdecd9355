import type { SectionRows } from '../../../scripts/proofs/rows.ts'

/** The editors of boxes and tele engines. */
export const editors: SectionRows = {
  document: 'S1',
  section: 2,
  rows: {
    screen: {
      'Box: create or edit by the identifier in the address':
        'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
      'Box: what an appliance hands over': [
        'creating > takes what the page before handed over',
        'a device of the list > is made from an appliance that waits for a box, edited by who may, and consulted by others',
      ],
      'Box: Create or Update, Delete, Cancel or Close': [
        'a record that is consulted > is not to be changed, whatever rights there are, and is closed',
        'the delete button > is not there for a new record',
      ],
      'Box: Delete asks with name and serial number': [
        'the delete button > asks first, naming the record and what the screen tells besides',
        'a box > changes its deployment mode and routing, tells what it costs, and is deleted in the end',
      ],
      'Box: back to the list after Apply and Delete': [
        'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
        'a box > changes its deployment mode and routing, tells what it costs, and is deleted in the end',
      ],
      'Box: deployment mode with its unlocking': [
        'a box > changes its deployment mode and routing, tells what it costs, and is deleted in the end',
        'edge-box: deployment-unlocked',
      ],
      'Box: tabs with errors are marked': 'errors of an editor > block saving, mark the tab that hides them, open it and focus the field',
      'Box: overview of the site with its subnets by box': [
        'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
        'rows of the record that a field names > are fetched for the present value and stand in the columns that the screen names',
      ],
      'Box: general card': [
        "the form 'edge-box: new' > names everything that can be filled in or pressed, and leads there by Tab",
        'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
      ],
      'Box: region of cloud security only with the feature and not in bridge mode': [
        'edge-box: region-feature',
        'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
      ],
      'LAN tabs with their counts':
        'the outline of an editor > has the sections, their tabs and the like objects in them, with the number of rows',
      'LAN tab BGP only with BGP, not in bridge mode': [
        "in the editor: 'another protocol hides*",
        'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
      ],
      'LAN tab OSPF only with OSPF, not in bridge mode': [
        'edge-box: ospf-shown',
        'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
      ],
      'LAN tab VRRP only in multi-WAN IP, shut unless enabled': [
        'edge-box: vrrp-of-ip',
        'a tab that does not open > says why, and opens once its condition holds',
      ],
      'LAN tab IHAP not in multi-WAN IP, shut unless enabled': [
        'edge-box: ihap-not-in-ip',
        'a tab that does not open > says why, and opens once its condition holds',
      ],
      'LAN: management interface': [
        'every control of an edge box > stands before and after each row as the file of control states says, and for the reasons that it says',
        'edge-box is accepted: a new box with nothing but name, site, appliance and management interface',
      ],
      'LAN: sub-interfaces in multi-WAN IP and hybrid': 'edge-box: interfaces-not-in-bridge',
      'LAN: multipath, directions, speed':
        'every control of an edge box > stands before and after each row as the file of control states says, and for the reasons that it says',
      'LAN: backhauling of hubs and bridges': 'edge-box: backhauling-shown',
      'LAN: routing protocol with its reset, which asks': [
        'a box > changes its deployment mode and routing, tells what it costs, and is deleted in the end',
        'an action of an object > stands in its group, asks where the schema says so, and sets its values',
      ],
      'LAN: the reset only for who may set the values by hand': 'an action of an object > is there only where one could set them by hand',
      'LAN: table of subnets, in bridges without static routes': [
        'edge-box: bridges-route-nothing',
        'the rows and columns of a list > leave out a column that no row shows, until one does',
      ],
      'BGP tab: peerings of addresses and boxes, prepending': [
        "in the editor: 'BGP offers peerings*",
        'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
      ],
      'OSPF tab: three fixed rows and a folded part': [
        'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
        'the rows and columns of a list > neither come nor go where they are fixed',
        'a folded group > opens by its title, says that something in it is wrong, and opens on the way to it',
      ],
      'VRRP tab: instance, role, tracking, logic, profile':
        'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
      'IHAP tab: role, profile and what the profile holds': [
        'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
        'a reference > shows some properties of what it leads to',
      ],
      'IHAP: profiles are fetched when the tab opens':
        'a reference that a rule hides > asks for candidates of itself once it shows, and not before',
      'WAN: three tabs': 'puts like objects into tabs',
      'WAN: state and mode of the interface': "in the editor: 'layer 2 shows other fields*",
      'WAN at layer 3: its fields': 'edge-box: fields-of-l3',
      'WAN at layer 2: its fields': 'edge-box: fields-of-l2',
      'WAN: peers to choose from':
        'calls on an overlay that are no collections > lists the uplinks that may be the other end of a connection',
      'WAN: cloud security only with its feature': 'edge-box: cloud-security-feature',
      'WAN: SDI only with its feature': 'edge-box: sdi-feature',
      'WAN: gateways only for who may read them': [
        "in the editor: 'somebody who may not see external*",
        'reference data of an overlay on * > shows connections to external gateways to nobody who may not read these, and keeps them',
      ],
      'WAN: bypass of the first WAN, of the second with multipath': [
        'edge-box: bypass-of-uplinks',
        "in the editor: 'multipath brings the bypass*",
        'edge-box: third-uplink-has-no-bypass',
      ],
      'Tele engine: name, site, subnets, network and bandwidths': [
        'a tele engine > is made on a new site, leaves its network open, keeps its first subnet, is looked at, and goes',
        "the form 'tele-engine: new' > names everything that can be filled in or pressed, and leads there by Tab",
      ],
      'Tele engine: Create or Update, Delete, Cancel or Close; consult is read only':
        'a tele engine > is made on a new site, leaves its network open, keeps its first subnet, is looked at, and goes',
    },
  },
}
