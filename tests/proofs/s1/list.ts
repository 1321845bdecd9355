import type { SectionRows } from '../../../scripts/proofs/rows.ts'

/** The combined list of devices. */
export const list: SectionRows = {
  document: 'S1',
  section: 2,
  rows: {
    screen: {
      'Boxes, tele engines and appliances without a box in one list': [
        'the list of devices > shows every device with its appliance, addresses and uplinks, by kind, page by page, and is found again as it was left',
        'the combined device list on * > tells configured, not provisioned, and unconfigured devices apart, counts them and finds them',
      ],
      'Addresses of both editors: new, edit, consult': [
        'a list whose rows stand for records of several entities > opens each row in the editor of its entity, to be looked at by those who may not change it',
        'a list whose rows stand for records of several entities > leads to the pages of these entities that there are',
        'a device of the list > is made from an appliance that waits for a box, edited by who may, and consulted by others',
      ],
      'Box from an appliance: serial number, info, state and model are handed over': [
        'a list whose rows stand for records of several entities > makes a new record of a row that stands for none, which begins with what the row holds, for those who may create it',
        'a device of the list > is made from an appliance that waits for a box, edited by who may, and consulted by others',
      ],
      'Columns: number, name, site, appliance, mode, LAN, WAN, AS number, actions':
        'the list of devices > shows every device with its appliance, addresses and uplinks, by kind, page by page, and is found again as it was left',
      'Appliance: Unknown where something is missing': [
        'a device of the list > comes from one file of boxes, interfaces and subnets in any order, is looked at live, and goes by the second of two steps',
        'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
      ],
      'LAN: five addresses, then an ellipsis':
        'the list of devices > shows every device with its appliance, addresses and uplinks, by kind, page by page, and is found again as it was left',
      'Tabs with counts: all, configured, not configured, not provisioned, tele engines':
        'the list of devices > shows every device with its appliance, addresses and uplinks, by kind, page by page, and is found again as it was left',
      'Search, and resetting the filters':
        'the list of devices > shows every device with its appliance, addresses and uplinks, by kind, page by page, and is found again as it was left',
      'Pages: first, previous, next, last, 20, 50 or 100 rows':
        'the list of devices > shows every device with its appliance, addresses and uplinks, by kind, page by page, and is found again as it was left',
      'Create needs create, edit update, else consult; delete needs delete':
        'a device of the list > is made from an appliance that waits for a box, edited by who may, and consulted by others',
      'Live troubleshooting from a row with a serial number': [
        'a device of the list > comes from one file of boxes, interfaces and subnets in any order, is looked at live, and goes by the second of two steps',
        'the actions of one row > hold what the application does for a row, for who has the right to it and where the row has what it takes',
        'live troubleshooting > opens its window with the press itself, and shows the session there once it is known',
      ],
    },
    state: {
      'Page, size, tab and search are kept':
        'the list of devices > shows every device with its appliance, addresses and uplinks, by kind, page by page, and is found again as it was left',
    },
    rule: {
      'Search after 1 s, from page 1':
        'the list of devices > shows every device with its appliance, addresses and uplinks, by kind, page by page, and is found again as it was left',
    },
  },
}
