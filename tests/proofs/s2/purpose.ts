import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const purpose: SectionRows = {
  document: 'S2',
  section: 1,
  rows: {
    screen: {
      "Gateways, zones, policies, application sets and advanced configuration of one customer's overlay": [
        "every page of 'external-gateway' > has no accessibility finding, keeps to the content security policy and its width, light and dark, wide and narrow",
        "every page of 'firewall-vpn-zone' > has no accessibility finding, keeps to the content security policy and its width, light and dark, wide and narrow",
        "every page of 'application-set' > has no accessibility finding, keeps to the content security policy and its width, light and dark, wide and narrow",
      ],
    },
    right: {
      'Everything lives in the overlay of one customer': [
        "every entity on postgres > 'external-gateway' > lives in the overlay that the call names, and in no other",
        "every entity on postgres > 'firewall-vpn-zone' > lives in the overlay that the call names, and in no other",
        "every entity on postgres > 'application-set' > lives in the overlay that the call names, and in no other",
      ],
    },
    state: {
      'No client id configured: everybody counts as authenticated': 'starting > counts everybody as authenticated without a client id',
    },
  },
}
