import type { SectionRows } from '../../../scripts/proofs/rows.ts'

/** Lists, editors, journals, sheets and the pages of licences. */
export const pages: SectionRows = {
  document: 'S0',
  section: 2,
  rows: {
    screen: {
      'List: title, buttons, tabs with counts, search, table, pager': [
        'a list > shows its rows by the widgets of their columns, the name as a link to the editor',
        'a list > counts the rows of every tab and asks for the chosen one',
        'a list > pages on the service and says which rows these are',
      ],
      'List: Bulk, Journal and Add only for those who may': 'what a person may not do > says why instead of leading there',
      'List: nothing is offered that the screen does not have': 'what a person may not do > is not offered where the screen has none of it',
      'List: filter, page, size and search remembered per list': [
        'what a list remembers > comes back visibly on the next visit, in the address too',
        'what a list remembers > brings everything back',
      ],
      'List: search a second after typing': [
        'a delayed search > waits one second after the last letter',
        'the search box of a list > applies a second after the last letter, or at once with Enter',
      ],
      'List: a change of filter or search starts at page 1': 'the state of a list > goes back to page 1 with any change but of the page',
      'Editor: Apply, then back': 'an editor > goes back to where one came from, and says what was done',
      'Editor: Delete asks first': [
        'deleting > asks by name, then sends the revision that was seen',
        'the delete button > asks first, naming the record and what the screen tells besides',
      ],
      'Form of partners': [
        "the form 'partner: new' > names everything that can be filled in or pressed, and leads there by Tab",
        'the console, at, below and above the bounds > of every place of partner, each of which a sample reaches',
      ],
      'Form of customers': "the form 'customer: new' > names everything that can be filled in or pressed, and leads there by Tab",
      'Form of people: attach': "the form 'user-role: new' > names everything that can be filled in or pressed, and leads there by Tab",
      'Form of appliances': "the form 'appliance: new' > names everything that can be filled in or pressed, and leads there by Tab",
      'Form of requests': "the form 'request: edit' > names everything that can be filled in or pressed, and leads there by Tab",
      'Settings: reporting': "the form 'settings: own' > names everything that can be filled in or pressed, and leads there by Tab",
      'Edge security: secret with its confirmation, reset':
        'records of which every customer has one on * > are reset as one change, after which nothing is required',
      'Edge security: synchronises host names':
        'records of which every customer has one on * > synchronise host names where edge security is enabled, for those who may change it',
      'Journal: when, who, what': 'a journal > says when who did what',
      'Journal: all events and each by itself': 'a journal > asks for one event, and for more entries',
      'Journal: Before by presets and a chosen moment': 'a journal > goes back in time by presets and to a chosen moment',
      'Journal: Last only when the page is full': 'a journal > offers the moment of the last entry only when the page is full',
      'Journal: export as journal.json': [
        'the export of a journal > is a readable list',
        'the export of a journal > holds every entry that tab, moment and search find, loaded or not',
      ],
      'Journal: back': 'a journal > leads back to the list',
      'Journal of appliances: creation, assignment, update, deletion':
        'appliances on * > tell their history to whoever had them and whoever has them, and an assignment can be taken back',
      'Journal of licences: what is done by commands':
        'licences on * > leave a journal that says what was done, for those whose journal it is',
      'Journal of licences: activation, expiration, breach': [
        'events of licences on * > come with the calendar, each once and dated when it came true, however many look at once',
        'events of licences on * > tell of a breach when more are used than owned: by what somebody does, and by the calendar',
      ],
      'Journal of licences: splits in consumption mode':
        'the journal of licences > tells of splits where licences can be split: in consumption mode, and above',
      'Journal of requests: creation, status, comment, deletion': 'the journal of requests > tells requests from what they ask for',
      'Sheet: import of CSV': [
        'files of other programs > refuses what is no such file, naming the reason',
        'the sheet of * > refuses what is no such file, with the reason, and chooses rows one by one or all at once',
      ],
      'Sheet: export of CSV': 'the sheet of * > imports its own export without a single change',
      'Sheet: cells edited in place, then Update':
        'an import of partners > shows every error, lets them be mended in the sheet, applies all and takes it back',
      'Files partners.csv, customers.csv, userroles.csv': [
        'S0 section 2, the files of sheets > that of partner is called partners.csv',
        'S0 section 2, the files of sheets > that of customer is called customers.csv',
        'S0 section 2, the files of sheets > that of user-role is called userroles.csv',
      ],
      'Licences: actions of a row': 'licences on * > say on each row which commands may be called there, and why others may not',
      'Licences: summary': [
        'licences on * > are summed up by what installed appliances use, tenant by tenant, and by month',
        'a summary page > draws months and options as its descriptor says, and all rows as a table in the order of the options',
      ],
      'Licences: pages of add, edit, split, delete': 'the page of * > opens for whoever may call the command',
      'Licences: sheet': 'licences that a sheet writes on * > are added, moved, and counted anew by commands: all rows or none',
    },
    rule: {
      'Partner: mode of licensing only of resellers and service providers': 'partner: licensing-mode-of-sellers',
      'Partner: types that may be created below the tenant': 'partner: type-creatable-below-parent',
      'Customer: domain only for those who may read it': [
        'field rights > shows the customer domain to those who may read it',
        'tenants are isolated on * > hides a field from whoever may not read it, in every way, and never changes it',
      ],
      'Customer: a managed one gets no administrator by default': 'customer: managed-customer-has-no-admin',
      'Customer: another one does': 'customer: diy-customer-has-an-admin',
      'User: roles that may be given in the tenant': 'user-role: role-assignable-in-tenant',
      'Request: status by what is possible from where it is': [
        'request: status-by-the-platform',
        'requests on * > go the ways of S0 section 4 and no others',
      ],
      'Reporting: shut where it is not available': 'settings: reporting-is-available',
    },
  },
}
