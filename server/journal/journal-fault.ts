/**
 * A fault of a chain: an entry was altered (`changed`) or removed (`gap`), the head does not match its seal (`end`), a record has no history
 * (`missing`), or what says where the archived part of a chain ends (`archived`) or which files there are (`file`) does not match its seal.
 */
export interface JournalFault {
  kind: 'changed' | 'gap' | 'end' | 'missing' | 'archived' | 'file'
  /** Empty for `file`. */
  tenantOid: string
  /** The entry's `seq`; for `missing`, the record's oid; for `file`, its name. */
  at: string
}
