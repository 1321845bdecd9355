/** Columns that every export carries besides those of the map: the record's identity, its revision, and `_base`. */
export const OID_COLUMN = 'oid'
export const REVISION_COLUMN = 'revision'
/** In a file of several sheets: the sheet that a line is of. */
export const SHEET_COLUMN = 'sheet'
