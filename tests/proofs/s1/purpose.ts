import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const purpose: SectionRows = {
  document: 'S1',
  section: 1,
  rows: {
    screen: {
      'Hub and spoke boxes with up to three uplinks, LAN, routing and redundancy':
        'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
      'Tele engines: sites of one uplink':
        'a tele engine > is made on a new site, leaves its network open, keeps its first subnet, is looked at, and goes',
      'One list of boxes, tele engines and appliances that wait': [
        'the list of devices > shows every device with its appliance, addresses and uplinks, by kind, page by page, and is found again as it was left',
        'the combined device list on * > tells configured, not provisioned, and unconfigured devices apart, counts them and finds them',
      ],
    },
    right: {
      'Everything lives in the overlay of one customer': [
        "every entity on postgres > 'edge-box' > lives in the overlay that the call names, and in no other",
        "every entity on postgres > 'tele-engine' > lives in the overlay that the call names, and in no other",
      ],
    },
  },
}
