import type { SectionRows } from '../../../scripts/proofs/rows.ts'

/** Addresses, landing, header and shell. */
export const screens: SectionRows = {
  document: 'S0',
  section: 2,
  rows: {
    screen: {
      '/ and /index.html': [
        'an address > / leads a distributor to /oid/t1/admin/partners',
        'an address > /index.html leads a distributor to /oid/t1/admin/partners',
      ],
      '/about': 'the console > speaks each language on the pages around',
      '/logout says Disconnected. and logs out': "the console > signs out at /logout and shows 'Disconnected.'",
      'A message while the context is loading': 'the console > shows a message until session and context are there',
      'No Tenant': 'an address > of a tenant out of reach shows "No Tenant"',
      'admin/partners: list, new, edit, bulk, journal': [
        "every page of 'partner' > has no accessibility finding, keeps to the content security policy and its width, light and dark, wide and narrow",
        'somebody who comes for the first time > signs in, adds a partner, finds it in list and journal, and deletes it',
      ],
      'admin/customers: list, new, edit, bulk, journal':
        "every page of 'customer' > has no accessibility finding, keeps to the content security policy and its width, light and dark, wide and narrow",
      'admin/users: list, attach, edit, bulk, journal': [
        "every page of 'user-role' > has no accessibility finding, keeps to the content security policy and its width, light and dark, wide and narrow",
        'users > one is attached by mail, invited by a link, chooses a password, signs in, gets another role, and is detached',
      ],
      'Identifier of a user with an encoded slash in the address': [
        'an address > of a list followed by /edit/u1%2Ft1 shows An editor',
        'data-source > reads one record, also under an oid with a slash',
      ],
      'admin/appliances: list, new, edit, assign, bulk, journal': [
        "every page of 'appliance' > has no accessibility finding, keeps to the content security policy and its width, light and dark, wide and narrow",
        'appliances > go from a distributor to a provider and on to a customer, who sees them; an owner that is gone is told at its field',
      ],
      'admin/licenses: list, add, edit, split, delete, summary, bulk, journal': [
        "every page of 'license' > has no accessibility finding, keeps to the content security policy and its width, light and dark, wide and narrow",
        'a reseller adds, splits, moves and assigns licences, and of two who split the same one is told why not',
      ],
      'admin/requests: list, edit, journal':
        "every page of 'request' > has no accessibility finding, keeps to the content security policy and its width, light and dark, wide and narrow",
      'admin/settings':
        'the settings of a customer > are changed by its administrator, seen in journal and list, read by a viewer, and shut where there is no reporting',
      'admin/cloudSecSettings':
        'the settings of a customer > for edge security ask for a secret until one is stored, synchronise host names, and are reset',
      'Tenant picker: search box and sorted results with the mark of the type':
        'the tenant picker > opens with everything that there is, ten at a time, and the way to each',
      "Tenant picker: entry 'All' for whoever has many tenants": 'the tenant picker > offers all tenants first',
      'Tenant picker: swaps the tenant in an address of the administration': [
        'the tenant picker > swaps the tenant in an address of the administration, by keyboard alone',
        'leads from * to * when tenant b is chosen',
      ],
      'Confirmation dialog': [
        'dialog > is named by its title, described by its text, and starts on the safe button where something is destroyed',
        'dialog > means no on Escape and gives the focus back',
      ],
      'Alert dialog with OK': 'that alerts is left by its button alone',
      'Toolbar of a form: Apply, Cancel with all changes taken back, Delete': [
        'an editor > counts changes in the bar and takes a change back that restores the old value',
        'deleting > asks by name, then sends the revision that was seen',
      ],
      'Overlay: the home of a customer': 'the overview of an overlay > shows every figure against its maximum, throughput in Mbps',
    },
    rule: {
      'A list that one may not see leads to the home of the administration':
        'an address > of a list that may not be seen leads to the home of the administration',
      "'all' only for people with all-access, others go to their own tenant": [
        "an address > of 'all' leads whoever has no all-access to their own tenant",
        "an address > of 'all' is open with all-access",
      ],
      'Landing: platform owner at requests': 'leads a po to requests',
      'Landing: distributor at partners': 'leads a vad to partners',
      'Landing: service provider and reseller at customers': ['leads a msp to customers', 'leads a reseller to customers'],
      'Landing: customer at the home of the overlay': [
        'leads a managed_customer to the home of its overlay',
        'leads a diy_customer to the home of its overlay',
      ],
      "Landing of 'all': requests, else partners, customers, users": [
        "leads 'all' to the first list that may be seen",
        'goes on to the next list when the first one may not be seen',
      ],
      'Landing without any list: admin.no.match': 'an address > of the administration says who can help when nothing may be listed',
      'Requested path remembered for after the sign-in': [
        'gives the remembered path back once',
        'signing in > leads to the address that was asked for, and forgets it',
      ],
      'Root, index and logout never remembered': ['never remembers /', 'never remembers /index.html', 'never remembers /logout'],
      'Unsaved changes ask before one leaves': [
        'unsaved work > holds back whoever leaves the page',
        'unsaved work on a * > is guarded in the sheet, too',
      ],
      'Alert list: success, danger, warning, info, at most 200 px high':
        'shows successes, then failures, warnings and notes, at most 200 px high',
    },
  },
}
