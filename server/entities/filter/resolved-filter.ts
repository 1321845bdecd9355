import type { FieldType } from '../../../schemas/filter/field-type.ts'
import type { Operator } from '../../../schemas/filter/parse-filter.ts'

/** A filter with selectors resolved to readable fields and values converted to the fields' types. */
export type ResolvedFilter = ResolvedGroup | ResolvedComparison | ResolvedNone | ResolvedExists

export interface ResolvedGroup {
  kind: 'and' | 'or'
  parts: ResolvedFilter[]
}

/** The filter does not hold. */
export interface ResolvedNone {
  kind: 'not'
  filter: ResolvedFilter
}

/** A row is there for which the filter holds: an element of a list, or the record that a reference leads to. */
export interface ResolvedExists {
  kind: 'exists'
  /** Alias of that row. */
  alias: string
  /** SQL of what gives the rows, by the alias of the row around them. */
  from: (outer: string) => string
  /** SQL that joins the row to the one around it, and to the row of the list. */
  on?: (outer: string, root: string) => string
  /** JSON path of the reference that leads to the row, in the stored record. */
  reference?: string
  filter: ResolvedFilter
}

export interface ResolvedComparison {
  kind: 'comparison'
  field: Selected
  operator: Exclude<Operator, '=within='>
  values: (string | number | boolean)[]
}

/** Target of a selector: a field, or a value within an object (`lan.bgpASNumber`). */
export interface Selected {
  name: string
  type: FieldType
  sql: (alias: string) => string
  /** JSON path of the value in the stored record; undefined for values that are computed or lie elsewhere. */
  jsonPath?: string
  /** Sort expression, if it differs from the value. */
  order?: (alias: string) => string
  /** Sorts ignoring case. */
  foldCase: boolean
  stored: boolean
  /** Listed in `x-search`, so part of the row's search text. */
  searched: boolean
  /** Values are months, which sort as texts. */
  isMonth?: boolean
  /** Values are days, which sort as texts. */
  isDay?: boolean
  /** Values are date-times in their stored form, which sort as texts. */
  isInstant?: boolean
  /** Column of the record's tenant that holds the value, if any. */
  ofTenant?: string
  /** A list, whose absence and emptiness are the same. */
  isList?: boolean
}
