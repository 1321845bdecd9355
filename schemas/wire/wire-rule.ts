/** `x-wire` of a property: how it travels in the calls of the specifications' sections 7. Paths are relative to the enclosing object. */
export interface WireRule {
  /** Path at which it is sent, e.g. `id` or `site/id`. @default the property's name */
  at?: string
  /** @default as stored */
  as?: WireForm
  /** With `member`: the name that represents `true`. With `values`: the only property of a row. With `part`: the property that
   * holds the second part. */
  of?: string
  /** With `name`: path of the identifier, which answers carry besides the name. */
  id?: string
  /** Paths at which the same value is sent again. They are read only where `at` is missing. */
  copies?: string[]
  /** Paths at which answers of other services may hold it; nothing is sent there, and bodies are not read there. */
  fallbacks?: string[]
  /** Where the name of the value is sent, and the names by value, e.g. `{ "at": "protocolName", "of": { "6": "TCP" } }`. */
  names?: { at: string; of: Record<string, string> }
  /** Of an object: what is sent within it besides its properties, e.g. an identifier that never changes. */
  constants?: Record<string, string>
  /** Paths that clients send along although they say nothing new, e.g. the name of a reference: ignored. */
  ignored?: string[]
  /** Bodies in which a copy differs are refused. */
  agree?: true
  /** For references: fields of the referenced record to the paths at which they are sent, e.g. `{ "name": "endpoint/edgeBoxName" }`. */
  labels?: Record<string, string>
  /** Of an object: the row of a list beside it as which other services send it, also or only, e.g. `{ "of": "interfaces", "where": { "identifier": 1 } }`. */
  row?: WireRow
  /** Of an object: the property whose value answers of other services may hold in its place. */
  alone?: string
  /** Sent as `null` where it has no value. */
  null?: true
  /** Sent for the reader only, such as a value of another record: ignored in bodies. */
  onlySent?: true
  /** Of an enumeration: the option as which answers are read that hold another value. */
  unknown?: string
  /** Further names of it in filters and orders. */
  selectors?: string[]
}

/** A row of a list: the name of the list, and the values by which the row is known. */
export interface WireRow {
  of: string
  where: Readonly<Record<string, unknown>>
}

/**
 * `joined`: a list of texts as one text with semicolons; the list is read, too. `member`: whether the property's `of` is among the names of a
 * text with semicolons, at which several properties meet. `name`: a reference as the name of the record. `part`: an identifier of two
 * parts, `person/tenant`, as the first of them beside the property that holds the second; bodies may also hold both. `single`: a reference as a list of at
 * most one object, `[{ "id": … }]`, to which `labels` are relative. `values`: a list of rows as the list of what their property `of` holds.
 * `zeroIsNull`: 0 as null.
 */
export type WireForm = 'joined' | 'member' | 'name' | 'part' | 'single' | 'values' | 'zeroIsNull'

/** The rule of a property; a path alone is short for `{ at }`. Undefined for a property without a rule or one that is not sent. */
export function ruleOf(keyword: WireRule | string | false | undefined): WireRule | undefined {
  if (keyword === undefined || keyword === false) return undefined
  return typeof keyword === 'string' ? { at: keyword } : keyword
}
