import { fieldAt } from '../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import type { Screen } from '../descriptor/screen.ts'

export type Summary = NonNullable<Screen['summary']>

const prefix = 'f.'

/** Options of a field, as texts. */
export function optionsOf(schema: EntitySchema, field: string): string[] {
  return (fieldAt(schema, field)?.enum ?? []).filter((option) => option !== null).map(String)
}

/** The filters of the address; unknown ones are ignored. */
export function filtersOf(params: URLSearchParams, schema: EntitySchema, { filters }: Summary): Record<string, string> {
  const chosen = filters.map((field): [string, string | null] => [field, params.get(prefix + field)])
  return Object.fromEntries(chosen.filter((one): one is [string, string] => one[1] !== null && optionsOf(schema, one[0]).includes(one[1])))
}

/** The address form of filters: that of lists, so that a part of it can be carried over. */
export function paramsOf(filters: Record<string, string>): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).map(([field, value]) => [prefix + field, value]))
}
