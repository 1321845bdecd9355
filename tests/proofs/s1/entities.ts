import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const entities: SectionRows = {
  document: 'S1',
  section: 3,
  rows: {
    field: {
      'Box: name fixed at creation': "in the editor: 'the name of a stored box stays*",
      'Box: all fields stored, read, changed': [
        "every entity on postgres > 'edge-box' > is created, read, listed, changed and deleted",
        'make of the box "mixed" what an editor shows',
      ],
      'Box: appliance with serial number, model, software, state; Unknown where nothing is known':
        'edge boxes among others on * > show what is known of the appliance of their serial number, and share that number with no other box',
      'Box: revision and last change':
        "every entity on postgres > 'edge-box' > refuses a stale revision with the record as it is, and a missing one",
      'Box: syslog server or none':
        'reference data of an overlay on * > cannot be deleted from syslogServer while it is used, and says by whom',
      'Box: site with its region':
        'the region of a site and what needs a feature on * > is written through a box into its site, for all boxes of it, with a line of its own',
      'Box: site by its name, made where it is new':
        'names in references on * > create what nobody is called yet, once for all items of a plan, and find it again by its exact name',
      'WAN: identifiers wan1 to wan3': ['edge-box: identifier-of-wan1', 'edge-box: identifier-of-wan2', 'edge-box: identifier-of-wan3'],
      'WAN: preference 100, of hubs alone': ['edge-box: preference-starts-at-100', 'edge-box: preference-of-hubs'],
      'WAN: MTU 1500': 'a value that S1 states > edge-box /wans/wan1/mtu: minimum 0, maximum 100000, default 1500',
      'WAN: no bypass of the third by default': 'edge-box: third-uplink-has-no-bypass',
      'WAN: address in the overlay, read only, never given twice':
        'edge boxes among others on * > get an address for each uplink at layer 3, which no other one of the overlay ever gets, and keep it',
      'Connection: box and WAN at its other end':
        'edge boxes among others on * > connect to uplinks that work at layer 3 on the same transport network',
      'Tunnel to a gateway: secondary only of gateways with a secondary address': 'edge-box: secondary-needs-address',
      'Tunnel to a gateway: key with its mark': [
        'secrets > say that one is configured, and send what replaces it',
        'a secret > of * is in no answer, whether it is taken or refused, tried, repeated or taken back',
      ],
      'LAN: subnets with prefix, mask, static route': [
        'edge-box is accepted: one of a high-availability pair',
        'merging what two people made of one record > merges lists row by row, by the identity of rows; new rows of both stay',
      ],
      'LAN: AS path prepend 1': 'edge-box: prepend-starts-at-1',
      'VRRP: tracked WANs as one text': [
        'edge-box: tracked-names',
        'computed values > joined of [true,false,true] with ["wan1","wan2","wan3"] is "wan1;wan3"',
      ],
      'Transport network: name and eligible DTI':
        "every entity on postgres > 'transport-network' > is created, read, listed, changed and deleted",
      'Transport network Not Specified is reserved': [
        'names in references on * > make the reserved network, whose bandwidths are none',
        'transport-network: reserved-name',
      ],
      'Syslog server: name, address, protocol, port':
        "every entity on postgres > 'syslog-server' > is created, read, listed, changed and deleted",
      'Region of cloud security': "every entity on postgres > 'cloud-security-region' > is created, read, listed, changed and deleted",
      'SDI PoP': "every entity on postgres > 'sdi-pop' > is created, read, listed, changed and deleted",
      Coloring: "every entity on postgres > 'coloring' > is created, read, listed, changed and deleted",
      'Site: name and region': "every entity on postgres > 'site' > is created, read, listed, changed and deleted",
      'Site: subnets of its boxes and tele engines':
        'calls on an overlay that are no collections > lists the boxes and the subnets of one site, those of tele engines too',
      'VRRP profile': [
        "every entity on postgres > 'vrrp-profile' > is created, read, listed, changed and deleted",
        'vrrp-profile is accepted: the default profile',
      ],
      'IHAP profile': [
        "every entity on postgres > 'ihap-profile' > is created, read, listed, changed and deleted",
        'ihap-profile is accepted: a profile with the usual values',
      ],
      'Appliance that waits: not_configured':
        'the combined device list on * > tells configured, not provisioned, and unconfigured devices apart, counts them and finds them',
      'Tele engine: name, site, WAN, subnets': "every entity on postgres > 'tele-engine' > is created, read, listed, changed and deleted",
      'Tele engine: no bandwidths without a network': ['tele-engine: no-bandwidth-otherwise', 'tele-engine: bandwidth-of-a-network'],
      'Entry of the list: kind and what it holds':
        'the combined device list on * > tells configured, not provisioned, and unconfigured devices apart, counts them and finds them',
      'List: counts of all kinds':
        'the combined device list on * > tells configured, not provisioned, and unconfigured devices apart, counts them and finds them',
    },
  },
}
