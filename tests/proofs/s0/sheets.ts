import type { SectionRows } from '../../../scripts/proofs/rows.ts'

/** Checks of the cells of sheets. */
export const sheets: SectionRows = {
  document: 'S0',
  section: 5,
  rows: {
    rule: {
      'Sheet, partner: type known': "a file with > 'a partner of no known type' is told so, in every language",
      'Sheet, partner: type allowed below the parent': "a file with > 'a partner of a type that may not be' is told so, in every language",
      'Sheet, partner: state known': "a file with > 'no known state' is told so, in every language",
      'Sheet, partner: mode of licensing known': "a file with > 'no known licensing mode' is told so, in every language",
      'Sheet: parent mandatory': [
        "a file with > 'no parent' is told so, in every language",
        'matching a file to the records > wants a parent in each new row below the top; at the top the validator does',
      ],
      'Sheet: parent outside the top is the tenant': [
        "a file with > 'another parent than the tenant' is told so, in every language",
        'matching a file to the records > refuses another parent than the current tenant outside the top',
      ],
      'Sheet: parent at the top authorised': [
        "a file with > 'a parent that is nowhere' is told so, in every language",
        'matching a file to the records > refuses a parent that nobody knows at the top',
      ],
      'Sheet: parent from the same file': 'matching a file to the records > lets a new row name the parent that another new row creates',
      'Sheet, customer: domain mandatory': [
        "a file with > 'a customer without a domain' is told so, in every language",
        'customer: domain-in-spreadsheets',
      ],
      'Sheet, customer: type that may be created there':
        "a file with > 'a customer of a type that may not be' is told so, in every language",
      'Sheet, user: tenant mandatory': "a file with > 'a person nowhere' is told so, in every language",
      'Sheet, user: tenant authorised': [
        "a file with > 'a person in a tenant of others' is told so, in every language",
        'user-role: tenant-authorised',
      ],
      'Sheet, user: name mandatory': [
        "a file with > 'a person without a name' is told so, in every language",
        'user-role: name-in-spreadsheets',
      ],
      'Sheet, user: role that may be given there': "a file with > 'a role that may not be given' is told so, in every language",
      'Sheet, user: no_access is not given': 'user-role: no-access-by-spreadsheet',
      'Sheet, appliance: serial number mandatory': "a file with > 'an appliance without a serial number' is told so, in every language",
      'Sheet, appliance: type of owner mandatory': "a file with > 'no type of owner' is told so, in every language",
      'Sheet, appliance: name of owner mandatory': "a file with > 'no owner' is told so, in every language",
      'Sheet, appliance: status known': "a file with > 'a status that is none' is told so, in every language",
      'Sheet, appliance: owner authorised': [
        "a file with > 'an owner of others' is told so, in every language",
        "a file with > 'an owner that is not there' is told so, in every language",
      ],
      'Sheet, appliance: type of owner fits the owner': "a file with > 'a type that the owner is not' is told so, in every language",
      'Sheet, appliance: type of owner authorised here': "a file with > 'a type that may not be owner here' is told so, in every language",
      'Sheet: invalid cells block Update': [
        'an import of partners > shows every error, lets them be mended in the sheet, applies all and takes it back',
        'cells > shows every error of every row, grouped with line ranges',
      ],
      'CSV: semicolons are rejected with a warning': [
        "a file with > 'a semicolon' is told so, in every language",
        'cells > rejects a semicolon and a change of a fixed column with a warning and keeps the record',
      ],
      'CSV: unknown columns are named': 'headers > reports unknown headers with the nearest known name, duplicates and empty ones',
      'CSV: further cells of a row': 'files of other programs > counts cells beyond the header',
      'CSV: rows match by parent and name, tenant and mail, or oid': [
        'matching a file to the records > finds rows by parent name and name, by oid, and adds the rest as new',
        'people and their roles on * > come by spreadsheet with a name, into tenants of the caller, with roles of the caller; one bad row stops all',
      ],
      'Confirmation says how many, and when not all': 'what was done with a sheet > is asked before, and says that it is not all',
    },
  },
}
