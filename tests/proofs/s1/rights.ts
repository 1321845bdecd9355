import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const rights: SectionRows = {
  document: 'S1',
  section: 6,
  rows: {
    right: {
      'Boxes: who reads, creates, changes, deletes': [
        "rights-matrix > 'edge-box' > is listed, and its journal read, by exactly those whom the table of rights names",
        "rights-matrix > 'edge-box' > is created by exactly those whom the table of rights names",
        "rights-matrix > 'edge-box' > offers of each record what the service carries out, and gives the reason of the refusal for the rest",
      ],
      'Tele engines: who reads, creates, changes, deletes': [
        "rights-matrix > 'tele-engine' > is listed, and its journal read, by exactly those whom the table of rights names",
        "rights-matrix > 'tele-engine' > is created by exactly those whom the table of rights names",
        "rights-matrix > 'tele-engine' > offers of each record what the service carries out, and gives the reason of the refusal for the rest",
      ],
      'Box without update: read only, Close': [
        'a device of the list > is made from an appliance that waits for a box, edited by who may, and consulted by others',
        'a record that is consulted > is not to be changed, whatever rights there are, and is closed',
      ],
      'Rows of a box go with the right to delete': "in the editor: 'the rows of a box go*",
      'The management interface stays': [
        "every entity on postgres > 'edge-box' > accepts its valid samples and refuses its invalid ones for the reason that they give",
        'edge-box is refused: no management interface',
      ],
      'Gateways of a WAN only for who may read them':
        'reference data of an overlay on * > shows connections to external gateways to nobody who may not read these, and keeps them',
      'Features gate fields and data': [
        'the region of a site and what needs a feature on * > cannot be read, referred to or written where the feature is missing, and says why',
        'edge-box: cloud-security-feature',
        'edge-box: sdi-feature',
      ],
      'Tele engine without update: read only, no Apply':
        'a tele engine > is made on a new site, leaves its network open, keeps its first subnet, is looked at, and goes',
      'List: who sees which rows and actions':
        "rights-matrix > 'ip-engine' > offers of each record what the service carries out, and gives the reason of the refusal for the rest",
      'List: create and create from an appliance need create':
        'a device of the list > is made from an appliance that waits for a box, edited by who may, and consulted by others',
      'Troubleshooting needs its right':
        'live troubleshooting on * > a session > is refused in an overlay that is foreign, unknown or none, all the same, and without the right',
    },
  },
}
