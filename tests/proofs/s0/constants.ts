import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const constants: SectionRows = {
  document: 'S0',
  section: 9,
  rows: {
    limit: {
      'Five retries, a second apart, of GET, POST, PUT and PATCH': [
        'the client > tries get five more times, then gives up with the last answer',
        'the client > tries post five more times, then gives up with the last answer',
        'the client > tries put five more times, then gives up with the last answer',
        'the client > tries patch five more times, then gives up with the last answer',
      ],
      'No retry after 400, 401, 403, 404': [
        'the client > does not try again after 400',
        'the client > does not try again after 401',
        'the client > does not try again after 403',
        'the client > does not try again after 404',
      ],
      'Tenant search: 10 a page from page 0': 'the tenant picker > opens with everything that there is, ten at a time, and the way to each',
      'Tenant search: after 500 ms, from two letters on':
        'the tenant picker > searches half a second after typing, from two letters on, with special characters as text',
      'Search of a list after 1000 ms': 'S0 section 9, the constants of lists and journals > a search waits for a second',
      'Pages of 50 rows: partners, customers, people, requests, licences': [
        'a page of the list of partner holds 50 rows',
        'a page of the list of customer holds 50 rows',
        'a page of the list of user-role holds 50 rows',
        'a page of the list of request holds 50 rows',
        'a page of the list of license holds 50 rows',
      ],
      'Pages of 20 appliances': 'a page of the list of appliance holds 20 rows',
      'Journal: 20, 50 or 100 a page; presets of 10 minutes to 30 days':
        'a journal shows 20, 50 or 100 entries, and goes back by its presets',
      'Licences: 1 to 72 months': ['license, duration: 1 to 72 months', 'license-add, duration: 1 to 72 months'],
      'Name rule: at most 50': 'shared definitions > naming#/$defs/nameRule holds texts up to its length',
      'Partner name 100': 'partner, name: at most 100',
      'Partner contact name and mail 250': ['partner, contactName: at most 250', 'partner, contactEmail: at most 250'],
      'Customer name 50': 'customer, name: at most 50',
      'Customer domain 50': 'customer, apoDomain: at most 50',
      'Customer contact name and mail 250': ['customer, contactName: at most 250', 'customer, contactEmail: at most 250'],
      'User mail and name 250': ['user-role, mail: at most 250', 'user-role, name: at most 250'],
      'Appliance fields 50': [
        'appliance, serialNumber: at most 50',
        'appliance, model: at most 50',
        'appliance, tag: at most 50',
        'appliance, softwareVersion: at most 50',
      ],
      'Profile name 250': ['the name of a profile: at most 250', 'the profile > takes a name of 250 characters'],
      'Edge security: client 50, secret 100': [
        'cloud-security-settings, clientID: at most 50',
        'cloud-security-settings, clientSecret: at most 100',
      ],
      'Boxes of several lines: 5 rows': 'S0 section 9, a box of several lines > has 5 rows',
      'Ports 0 to 65535': 'shared definitions > network#/$defs/port holds whole numbers from its lower to its upper bound',
      'Prefix 0 to 32': 'shared definitions > network#/$defs/prefixLength holds whole numbers from its lower to its upper bound',
      'Order of alerts: success, danger, warning, info': 'shows successes, then failures, warnings and notes, at most 200 px high',
      'Notifications every 60 s': 'the badge of notifications > is not there without alerts, and follows them every minute',
      'Storage: SOC_EXPECTED_PATH': 'gives the remembered path back once',
      'Storage: keys of the list of appliances': 'the list of appliance is remembered under its keys',
      'Storage: keys of the list of licences': [
        'the list of license is remembered under its keys',
        'what a list remembers > keeps the keys of the specification',
      ],
      'Version 21.12.4.62634': 'the console > shows the version text in the About dialog',
      'English by default': 'takes * for en',
      'Documentation: three retries': 'loads the table of contents with three more tries',
    },
  },
}
