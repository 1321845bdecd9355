import { fieldsOf } from '../../../schemas/vocabulary/paths/field-path.ts'
import { monthNumber } from '../../../schemas/vocabulary/months.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { allOf, compare, contains, oneOf } from '../../data/filters/rsql.ts'
import { instantsOfWall } from '../../../schemas/vocabulary/wall-clock.ts'
import { readerZone } from '../../parts/text/time-zone.ts'
import type { FilterValue } from '../../widgets/contract.ts'

/** How a field can be narrowed; decides the filter control and the address form. */
export type FilterKind = FilterValue['kind']

/** The kind of filter that a property takes; `undefined` when it takes none (computed, secret, structured). */
export function filterKind(property: PropertySchema): FilterKind | undefined {
  if (property.writeOnly || property['x-secret'] || property['x-transient'] || property['x-removed'] !== undefined) return undefined
  // The service filters by what it can compute in SQL: labels and counts, not named computations.
  if (property['x-derived'] && 'compute' in property['x-derived']) return undefined
  if (property['x-ref'] || property['x-kind'] === 'identifier') return undefined
  if (property.enum || property.type === 'boolean') return 'oneOf'
  if (property.format === 'date-time') return 'dates'
  if (property.format === 'date') return 'days'
  if (property.format === 'month') return 'months'
  if (property.type === 'integer' || property.type === 'number') return 'range'
  return property.type === 'string' ? 'contains' : undefined
}

/** Names of the fields that a list offers to filter by, in the schema's order. `readable` leaves out what the person may not see. */
export function filterableFields(schema: EntitySchema, readable: (field: string) => boolean): string[] {
  return fieldsOf(schema)
    .filter(([name, property]) => filterKind(property) !== undefined && readable(name))
    .map(([name]) => name)
}

/** The filter as RSQL; `undefined` when it narrows nothing. Days are days of the viewer's clock. */
export function filterToRsql(field: string, value: FilterValue): string | undefined {
  switch (value.kind) {
    case 'oneOf':
      return value.values.length === 0 ? undefined : oneOf(field, value.values)
    case 'contains':
      return value.text.trim() === '' ? undefined : contains(field, value.text.trim())
    case 'range':
    case 'days':
    case 'months':
      return allOf([
        value.from === undefined ? undefined : compare(field, 'ge', value.from),
        value.to === undefined ? undefined : compare(field, 'le', value.to),
      ])
    case 'dates':
      return allOf([
        value.from === undefined ? undefined : compare(field, 'ge', startOfDay(value.from, 0)),
        value.to === undefined ? undefined : compare(field, 'lt', startOfDay(value.to, 1)),
      ])
  }
}

function startOfDay(day: string, plusDays: number): string {
  const date = new Date(Date.parse(day) + plusDays * 86_400_000).toISOString().slice(0, 10)
  const [midnight] = instantsOfWall(`${date}T00:00`, readerZone())?.instants ?? []
  return midnight === undefined ? date : new Date(midnight).toISOString()
}

/** The filter as written in the address: `msp,reseller`, `acme`, `3..10`, `2025-01-01..`, `..2026-05`. Commas inside values are escaped. */
export function filterToText(value: FilterValue): string {
  switch (value.kind) {
    case 'oneOf':
      return value.values.map((one) => String(one).replace(/[\\,]/g, '\\$&')).join(',')
    case 'contains':
      return value.text
    case 'range':
    case 'dates':
    case 'days':
    case 'months':
      return `${value.from ?? ''}..${value.to ?? ''}`
  }
}

/** Reads a filter from the address; `undefined` for text that is no filter of this property. */
export function filterFromText(property: PropertySchema, text: string): FilterValue | undefined {
  const kind = filterKind(property)
  switch (kind) {
    case undefined:
      return undefined
    case 'oneOf':
      return oneOfFromText(property, text)
    case 'contains':
      return text.trim() === '' ? undefined : { kind, text }
    case 'range':
    case 'dates':
    case 'days':
    case 'months':
      return boundsFromText(kind, text)
  }
}

function oneOfFromText(property: PropertySchema, text: string): FilterValue | undefined {
  const options = property.enum ?? [true, false]
  const wanted = (text.match(/(?:\\.|[^,\\])+/g) ?? []).map((one) => one.replace(/\\(.)/g, '$1'))
  const isWanted = (option: unknown): boolean =>
    wanted.includes(String(option)) ||
    (property['x-options']?.[String(option)]?.['x-was'].some((was) => wanted.includes(was) && !options.includes(was)) ?? false)
  const values = options.filter((option): option is string | number | boolean => option !== null && isWanted(option))
  return values.length === 0 ? undefined : { kind: 'oneOf', values }
}

function boundsFromText(kind: Exclude<FilterKind, 'oneOf' | 'contains'>, text: string): FilterValue | undefined {
  const parts = text.split('..')
  if (parts.length !== 2) return undefined
  const [from = '', to = ''] = parts
  if (from === '' && to === '') return undefined
  if (kind !== 'range') {
    const fits = kind === 'months' ? isMonth : isDay
    if (![from, to].every((bound) => bound === '' || fits(bound))) return undefined
    return { kind, ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) }
  }
  if (![from, to].every((bound) => bound === '' || Number.isFinite(Number(bound)))) return undefined
  return { kind, ...(from === '' ? {} : { from: Number(from) }), ...(to === '' ? {} : { to: Number(to) }) }
}

function isMonth(text: string): boolean {
  return monthNumber(text) !== undefined
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}
