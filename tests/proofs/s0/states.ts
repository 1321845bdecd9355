import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const states: SectionRows = {
  document: 'S0',
  section: 4,
  rows: {
    state: {
      'Partner, customer: active or frozen, nothing new below a frozen one': [
        'partner: tenant-not-frozen',
        'customer: tenant-not-frozen',
        'requests on * > wait below a tenant that is frozen, where nobody creates anything, and can be cancelled instead',
      ],
      'Requests: ways from open and active; resolved and cancelled are final': [
        'requests on * > go the ways of S0 section 4 and no others',
        'request: status-final',
      ],
      'Requests: only people of the platform change the status': [
        'request: status-by-the-platform',
        'requests on * > are resolved by nobody who may not do at once what they ask for',
      ],
      'Requests: resolving carries out what was asked for': [
        'requests on * > are raised in the place of a customer by who may not create one at once, and resolving creates it',
        'requests on * > to delete a customer do it when they are resolved, not before, and what it has goes to who asked',
      ],
      'Licences: not started, running, expired by the calendar':
        'licences on * > are added as groups whose state, last month and mode follow',
      'Licences: moved only before they start':
        'licences on * > move as long as they have not started; what is not said stays, and another type brings its own',
      'Licences: running ones are not deleted':
        'licences on * > say on each row which commands may be called there, and why others may not',
      'Licences: no split of Activation or HA, of those not started, in their last month': 'licences on * > refuse to split with *',
      'Licences: split defaults to a month after the start, or next month': [
        'license-split: split-after-start',
        'license-split: split-next-month',
      ],
      'Licences: split lies within and in the future': ['license-split: split-within', 'license-split: split-in-the-future'],
      'Licences: moving to Activation clears start, size and duration': [
        'license-edit: to-activation',
        'license-edit: activation-has-none',
      ],
      'Licences: moving to another type starts next month': 'license-edit: other-type-start',
      'Licences: moving to another type: size S if there was none': ['license-edit: other-type-size', 'license-edit: other-type-size-kept'],
      'Licences: moving to another type: duration 12': 'license-edit: other-type-duration',
      'Licences: journal open by context and mode of the partner': 'the journal of licences > is open to the right people: *',
      'Licences: added only with the right and where the partner consumes': [
        'license-add: owner-in-consumption',
        'licences on * > are not added for those who subscribe, by those who may not, or to foreign tenants',
      ],
      'Appliances: one step along the chain of owners': [
        'appliance: one-step-along-the-chain',
        'appliances on * > go one step at a time, and the state follows',
      ],
      'Appliances: only the owner changes in bulk, none is created there': [
        'appliance: bulk-changes-the-owner-alone',
        'appliances on * > change nothing but their owner in bulk, and none is created there',
      ],
      'No tenant: header.tenant.logout.message, then out': [
        'the console > logs out whoever has no tenant, after saying so',
        'signing in > tells whoever has no tenant, and logs out',
      ],
      'Context read anew after changes of tenants, people and settings': [
        'what makes the tenant context stale > is every change of partners, customers, users, appliances and settings, and no change of other records',
        'the context > is read again, entered tenants included, when something changed that it shows',
      ],
      'Detaching oneself makes the context stale': [
        'what makes the tenant context stale > is of detached people whoever does it, and every deletion of a tenant',
        'working in several tenants > ends in a tenant for whoever detaches themselves from it; who has no other one is told, and logged out',
      ],
      '401 ends the session, which forgets the path': [
        'the end of a session > forgets the requested path',
        'the client > ends the session when the renewed token is refused, too',
      ],
      'Sheet: rows that are known and new ones':
        'matching a file to the records > finds rows by parent name and name, by oid, and adds the rest as new',
      'Sheet: a changed cell of a fixed column warns':
        'cells > rejects a semicolon and a change of a fixed column with a warning and keeps the record',
      'Sheet: loaded anew and merged after an update':
        'cells > keeps edits of other rows when records are loaded again, and drops what became true',
      'Edge security: secret asked for only until one is stored': [
        'cloud-security-settings: secret-needed',
        'the settings of a customer > for edge security ask for a secret until one is stored, synchronise host names, and are reset',
      ],
      'Lists: filter or search starts at page 1': 'the state of a list > goes back to page 1 with any change but of the page',
    },
  },
}
