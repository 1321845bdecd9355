import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const rights: SectionRows = {
  document: 'S0',
  section: 6,
  rows: {
    right: {
      'Roles: sa everything that the tenant allows': 'every role on every tenant type > sa gets everything that * allows',
      'Roles: admin as sa, but names no sa': 'every role on every tenant type > admin on * gets what sa gets, but cannot name an sa',
      'Roles: inventory_manager': 'every role on every tenant type > inventory_manager on * touches only appliances and licences',
      'Roles: network_manager': 'every role on every tenant type > network_manager on * changes devices, not people',
      'Roles: application_manager':
        'every role on every tenant type > application_manager on * changes applications and application sets, not zones',
      'Roles: domain_manager': 'every role on every tenant type > domain_manager on * keeps people but names no administrator',
      'Roles: viewer': [
        'every role on every tenant type > viewer on * changes nothing',
        'a viewer can change nothing anywhere > in tenants *',
      ],
      'Roles: no_access': ['every role on every tenant type > no_access on * gets nothing', 'a caller > sees nothing by no_access'],
      'Scope of the platform: its identifier': 'permissions > of the platform apply to its identifier only',
      'Scope of partners: identifier and p:, admin manages the administration': [
        'permissions > of a msp apply to its identifier and to p:t1',
        'permissions > of a vad let admin manage the administration: true',
      ],
      'Scope of customers: identifier and c:, sa and admin manage the administration': [
        'permissions > of a managed_customer apply to its identifier and to c:t1',
        'permissions > of a diy_customer let sa manage the administration: true',
        'permissions > of a managed_customer let admin manage the administration: true',
      ],
      'Directory not integrated: customers do not manage users': [
        'permissions > take "manage" on users from customers without directory users',
        'customers without an integrated directory > lose manage on users',
      ],
      "'All' reads what the flags allow": [
        "permissions > of 'all' follow the flags and allow reading alone",
        "the 'All' pseudo-tenant > opens for reading what the person may list anywhere",
      ],
      'Creatable types from partner_* and customer_*':
        'the tenant tree > derives creatable types from the create right on partner_* and customer_*',
      'Assignable roles from role_*': [
        'user-role: role-assignable-in-tenant',
        'people and their roles on * > get no role that its giver may not give, and lose none of those',
      ],
      'Listing partners, customers, requests: no customer selected': [
        'listing > partners needs that no customer is selected',
        'listing > customers needs that no customer is selected',
        'listing > requests needs that no customer is selected',
      ],
      'Listing people, licences, appliances: read': 'listing > needs the right to read',
      'Settings and edge security: a customer is selected': [
        'listing > settings needs a customer',
        'listing > cloud_security_settings needs a customer',
      ],
      'Features count for a selected customer alone':
        'the context of rules > carries operations, field rights and, for customers, features',
      'Journal needs update': [
        'the journal on * > needs the right to update, and knows its themes',
        'a journal > is not asked for without the right to update, and says who can help: *',
      ],
      'Add needs create': 'what a person may not do > says why instead of leading there',
      'Partners: who lists, creates, changes, deletes': [
        "rights-matrix > 'partner' > is listed, and its journal read, by exactly those whom the table of rights names",
        "rights-matrix > 'partner' > is created by exactly those whom the table of rights names",
        "rights-matrix > 'partner' > offers of each record what the service carries out, and gives the reason of the refusal for the rest",
      ],
      'Customers: who lists, creates, changes, deletes': [
        "rights-matrix > 'customer' > is listed, and its journal read, by exactly those whom the table of rights names",
        "rights-matrix > 'customer' > is created by exactly those whom the table of rights names",
        "rights-matrix > 'customer' > offers of each record what the service carries out, and gives the reason of the refusal for the rest",
      ],
      'Users: who lists, attaches, changes, detaches': [
        "rights-matrix > 'user-role' > is listed, and its journal read, by exactly those whom the table of rights names",
        "rights-matrix > 'user-role' > offers of each record what the service carries out, and gives the reason of the refusal for the rest",
      ],
      'Requests: who lists, changes, deletes': [
        "rights-matrix > 'request' > is listed, and its journal read, by exactly those whom the table of rights names",
        "rights-matrix > 'request' > offers of each record what the service carries out, and gives the reason of the refusal for the rest",
      ],
      'Appliances: who lists, adds, assigns, deletes': [
        "rights-matrix > 'appliance' > is listed, and its journal read, by exactly those whom the table of rights names",
        "rights-matrix > 'appliance' > offers of each record what the service carries out, and gives the reason of the refusal for the rest",
      ],
      'Licences: who lists, and which commands each row offers': [
        "rights-matrix > 'license' > is listed, and its journal read, by exactly those whom the table of rights names",
        'licences on * > are offered the commands that the service carries out, to everybody, and with the reason of the refusal otherwise',
      ],
      'Settings: who reads and changes': [
        "rights-matrix > 'settings' > offers of each record what the service carries out, and gives the reason of the refusal for the rest",
      ],
      'Edge security: who reads and changes': [
        "rights-matrix > 'cloud-security-settings' > offers of each record what the service carries out, and gives the reason of the refusal for the rest",
      ],
      'The console offers exactly that, for every account': '* > is offered exactly what the specification and the service allow',
      'Partner with partners or customers below: not deleted, with the reason':
        'the actions of one row > are what the service says of the record, with its reason otherwise',
      'Appliances: added by the platform owner alone':
        'appliances on * > are added by the platform owner alone, in stock, with the owner as an object',
      'Appliances: deleted in stock by the platform, by a distributor of its own, by partners unless a customer has them':
        'appliances on * > are deleted by the platform owner in stock, by a distributor of its own, by a partner unless a customer has them',
      'Licences: no command in contexts that are no platform, with its reason': 'the page of * > says which right is missing',
      'Licences: reasons of commands that are shut':
        'the page of * > says what stands in the way, as the service says it of the row or the schema of the tenant',
      'Requests: activated, resolved, deleted by people of the platform': [
        'request: status-by-the-platform',
        'request: resolved-by-who-may-act',
      ],
      'Requests: edited from either side': 'requests on * > tell both sides what they may do, and keep their comments',
      'Reporting: read only without update':
        'the settings of a customer > are changed by its administrator, seen in journal and list, read by a viewer, and shut where there is no reporting',
      'Reporting filter of customers':
        'records of which every customer has one on * > are changed with a revision and a line in the journal, and the list of customers follows',
      'Domain of customers: column, filter and file only for its readers':
        'tenants are isolated on * > hides a field from whoever may not read it, in every way, and never changes it',
      "All-access opens 'all'": "the 'All' pseudo-tenant > is for the platform and for people with all-access",
    },
  },
}
