import { declarationsOf, placeOf } from '../../schemas/evolution/earlier-places.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'

/** Prefix of field filters in the address. */
export const filterPrefix = 'f.'

/** An address or a remembered state with the present names of tab and fields; that of options is up to the filters. */
export function presentParams(params: URLSearchParams, schema: EntitySchema): URLSearchParams {
  const names = declarationsOf(schema)
  const tabs = schema['x-former']?.tabs ?? {}
  if (names === undefined && Object.keys(tabs).length === 0) return params
  const present = new URLSearchParams()
  for (const [name, value] of params) {
    if (name === 'tab') present.set(name, Object.hasOwn(tabs, value) ? (tabs[value] ?? 'all') : value)
    else if (name === 'sort')
      present.set(
        name,
        value.replace(/^(-?)(.*)$/s, (_all, sign: string, field: string) => sign + presentField(schema, field)),
      )
    else if (name.startsWith(filterPrefix)) present.set(filterPrefix + presentField(schema, name.slice(filterPrefix.length)), value)
    else present.append(name, value)
  }
  return present
}

/** The present path of a field. */
export function presentField(schema: EntitySchema, field: string): string {
  const declared = declarationsOf(schema)
  return declared === undefined ? field : placeOf(field.split('/'), declared).segments.join('/')
}
