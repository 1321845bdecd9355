import { dottedPath } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'

/**
 * Builds RSQL for list filters (DECISIONS section 2). Everything that a person typed passes through `literal` or
 * `likeLiteral`, so wildcards, quotes and escape characters are text and never syntax.
 */

/** A quoted RSQL value. */
export function literal(value: string | number | boolean): string {
  return `"${String(value).replace(/[\\"]/g, '\\$&')}"`
}

/** The text with LIKE's wildcards and escape character made literal. */
function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** The field contains the text, whatever the case. */
export function contains(field: string, text: string): string {
  return `${dottedPath(field)}=ilike=${literal(`%${likeLiteral(text)}%`)}`
}

/** The field is the text, whatever the case. */
export function is(field: string, text: string): string {
  return `${dottedPath(field)}=ilike=${literal(likeLiteral(text))}`
}

export function equals(field: string, value: string | number | boolean): string {
  return `${dottedPath(field)}==${literal(value)}`
}

/** The field has another value, or none. */
export function differs(field: string, value: string | number | boolean): string {
  return `${dottedPath(field)}!=${literal(value)}`
}

/** The field is one of the values; a single value reads as equality. */
export function oneOf(field: string, values: readonly (string | number | boolean)[]): string {
  const [first, ...rest] = values
  if (first === undefined) throw new Error(`oneOf needs a value for ${field}`)
  return rest.length === 0 ? equals(field, first) : `${dottedPath(field)}=in=(${values.map(literal).join(',')})`
}

export function compare(field: string, operator: 'lt' | 'le' | 'gt' | 'ge', value: string | number): string {
  return `${dottedPath(field)}=${operator}=${literal(value)}`
}

/** Joined with "and"; `undefined` without parts. */
export function allOf(parts: readonly (string | undefined)[]): string | undefined {
  return join(parts, ';')
}

/** Joined with "or"; `undefined` without parts. */
export function anyOf(parts: readonly (string | undefined)[]): string | undefined {
  return join(parts, ',')
}

function join(parts: readonly (string | undefined)[], operator: ';' | ','): string | undefined {
  const present = parts.filter((part) => part !== undefined)
  if (present.length < 2) return present[0]
  return operator === ',' ? `(${present.join(',')})` : present.join(';')
}

/** The search box of a list: any of the fields contains the text; `undefined` when the text is blank. */
export function searchFilter(fields: readonly string[], text: string): string | undefined {
  const term = text.trim()
  return term === '' ? undefined : anyOf(fields.map((field) => contains(field, term)))
}

/** Fields in which the search of a list looks: those that the service finds at once, and those that it compares besides. */
export function searchedFields({ 'x-search': indexed, 'x-entity': { unindexedSearch = [] } }: EntitySchema): string[] {
  return [...unindexedSearch, ...indexed]
}
