/** How one field appears in a spreadsheet; generated from schema, screen and locales. */
export interface CsvMapColumn {
  /** Stable header; never translated, never renamed without an alias. */
  id: string
  /** Path of the property that the cell is written to (`name`, `site/name`). */
  field: string
  /** The cell holds the label found in this property; the service gets the oid of the record of `entity`. */
  via?: string
  entity?: string
  type: 'string' | 'integer' | 'number' | 'boolean' | 'enum' | 'list' | 'date-time'
  enum?: string[]
  /** Earlier options, each with the one that it is now; absent: none. */
  was?: Record<string, string>
  /** Old headers that still import. */
  aliases: string[]
  /** Header by language; a file with these headers imports, too. */
  headers: Record<string, string>
  /** An empty cell is refused when the row creates a record. Rules may require more. */
  required: boolean
  /** Exported for orientation, never imported; a change in it is a warning. */
  readOnly: boolean
  /** Imported for new rows only. */
  createOnly: boolean
  /** Reading it needs a right of its own (`x-access`); absent from the file of a person without it. */
  guarded: boolean
}

/** Column map of one entity (`schemas/generated/csv/<entity>.json`), without the columns that every file has (oid, revision). */
export interface CsvMap {
  entity: string
  /** File name with `.csv`. */
  file: string
  /** Earlier names of the entity; absent: none. */
  was?: string[]
  /** Properties by which a row without oid finds its record. */
  key: string[]
  /** Keys of earlier releases, by which files without the columns of `key` find their records; absent: none. */
  formerKeys?: string[][]
  columns: CsvMapColumn[]
  /** Headers of columns of fields that go (`x-removed`): files may have them, and nothing reads them. Absent: none. */
  ignored?: string[]
  /** Lists within the record whose rows have a sheet of their own. Absent: none. */
  children?: CsvChildMap[]
}

/**
 * The sheet of a list within each record of an entity. Its columns are, in this order: the key of the record (`^/name`: of the
 * object around), the key of the entry if the list is in a map or in uniform objects (`*`), the row's own `id`, its fields.
 */
export interface CsvChildMap {
  /** What the `sheet` column of a file calls it; never translated. */
  name: string
  /** Path of the list: `lan/subnets`. A step `*` means every entry of the map, or of an object with uniform entries. */
  list: string
  /** Path of the list's texts: `lan.subnets`. */
  text: string
  /** File name with `.csv`. */
  file: string
  /** Fields by which a row without `id` finds its row in the list. Empty: such a row is a new one. */
  key: string[]
  columns: CsvMapColumn[]
  /** As in `CsvMap`. */
  ignored?: string[]
}
