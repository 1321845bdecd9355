import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const entities: SectionRows = {
  document: 'S0',
  section: 3,
  rows: {
    field: {
      'Partner: type': 'S0 section 3, the values of fields > partner, type',
      'Partner: state': 'S0 section 3, the values of fields > partner, state',
      'Partner: licensing mode': 'S0 section 3, the values of fields > partner, licensingMode',
      'Partner: fixed at creation, and counts that nobody writes': [
        'settling a flat record > refuses to change what is fixed at creation and what is read only, but not to send it back unchanged',
        'partner is refused: a count that nobody writes',
      ],
      'Partner: parent, name, contact, details; stored, read, changed': [
        "every entity on postgres > 'partner' > is created, read, listed, changed and deleted",
        'partner is accepted: a service provider below the platform owner',
      ],
      'Partner: administrator is invited by default':
        'people and their roles on * > who are new are invited where the directory is on; who are known are attached anyway',
      'Customer: type': 'S0 section 3, the values of fields > customer, type',
      'Customer: state': 'S0 section 3, the values of fields > customer, state',
      'Customer: reporting, changed in its settings alone': [
        'S0 section 3, the values of fields > settings, reporting',
        'customer is refused: reporting from outside its settings',
      ],
      'Customer: domain, contact and all other fields': [
        "every entity on postgres > 'customer' > is created, read, listed, changed and deleted",
        'customer is accepted: a customer of its own with a domain',
      ],
      'Role of a person: roles': 'S0 section 3, the values of fields > user-role, role',
      'Role of a person: key of person and tenant':
        'people and their roles on * > are named by person and tenant, together or apart, and stop working here with their role',
      'Role of a person: mail, name, tenant': [
        "every entity on postgres > 'user-role' > is created, read, listed, changed and deleted",
        'user-role is accepted: a person with a name',
      ],
      'Request: type': 'S0 section 3, the values of fields > request, type',
      'Request: status, cancelled included': 'S0 section 3, the values of fields > request, status',
      'Request: details, tenants of both sides, comment, dates': [
        'requests on * > tell both sides what they may do, and keep their comments',
        'request is accepted: a customer that is to be created',
      ],
      'Appliance: status': 'S0 section 3, the values of fields > appliance, status',
      'Appliance: kind of owner': 'S0 section 3, the values of fields > appliance, ownerType',
      'Appliance: owner as an object': 'appliances on * > are added by the platform owner alone, in stock, with the owner as an object',
      'Appliance: serial number, model, tag, software': [
        "every entity on postgres > 'appliance' > is created, read, listed, changed and deleted",
        'appliance is accepted: a device in stock',
      ],
      'Appliance: last connection, made by the device alone': 'appliance is refused: a last connection, which only the device makes',
      'Appliances: counts of a list by state': 'appliances on * > are listed for all below, counted by state, and found by their owner',
      'Licence: 14 types': 'S0 section 3, the values of fields > license, licenseType',
      'Licence: sizes': 'S0 section 3, the values of fields > license, licenseSize',
      'Licence: status': 'S0 section 3, the values of fields > license, status',
      'Licences: groups with state, last month and mode': 'licences on * > are added as groups whose state, last month and mode follow',
      'Licences: packs': [
        'licences that a sheet writes on * > are deleted as whole groups, and packs by nobody',
        'what a deleted tenant had on * > goes back to the seller above: licences in every state, packs and appliances',
      ],
      'Licences: counts of a list by owner, type, size and state':
        'licences on * > are found by owner, type, size and state, and by the condition of a tab',
      'Licences: summary of used, not used and missing':
        'licences on * > are summed up by what installed appliances use, tenant by tenant, and by month',
      'Licences: fields of moving, splitting and assigning': [
        'license-edit is accepted: licences that move',
        'license-split is accepted: some licences of a group',
        'license-assign is accepted: some licences of a group',
      ],
      'Settings: reporting status': ['settings is accepted: standard reporting', 'settings is refused: an unknown status'],
      'Edge security: enabled, client, secret with its mark': [
        'cloud-security-settings is accepted: a client and its secret',
        'records of which every customer has one on * > keep a secret that no answer, journal or table tells',
      ],
      'Journal entry: date, person, theme, event and details': 'the journal on * > keeps who did what, with values and names as they were',
      'Journal entry: role and the one before': 'people and their roles on * > stand in the journal with their role and the one before',
      'Tenant found: name, parent, type, roles':
        'the tenant search > lists what a person may reach by name, with type, roles and the tenants above',
      'Context of a tenant: permissions, features, overlay':
        'the context > holds the tenants that roles are held on, with permissions, features and the overlay of customers',
      'Current user: tenant to start in': 'info of the current user > names the person and the tenant to start in',
      'Current user: flags of what may be listed anywhere': "the 'All' pseudo-tenant > opens for reading what the person may list anywhere",
      'Current user: has many tenants': 'a caller > has many tenants when there are several or one of them may hold others',
    },
  },
}
