import { readerZone } from '../../../renderer/parts/text/time-zone.ts'
import { foldsCase, type FieldType, typeOf } from '../../../schemas/filter/field-type.ts'
import { orderKey } from '../../../schemas/filter/order-key.ts'
import { parseFilter, type Comparison, type ElementFilter, type Filter } from '../../../schemas/filter/parse-filter.ts'
import { daysOf, periodOf } from '../../../schemas/filter/period.ts'
import { patternsOf } from '../../../schemas/filter/pattern.ts'
import { fieldAt, segmentsOf } from '../../../schemas/vocabulary/paths/field-path.ts'
import { valueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import { wallTime } from '../../../schemas/vocabulary/wall-clock.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { fieldOfSelector } from '../../../schemas/wire/selectors.ts'

/**
 * Whether a record matches a filter (DECISIONS section 2), compared as this product's service would. A field without a value differs from
 * every value. Without a schema, values compare by what they are.
 */
export function matcherOf(filter: string | undefined, schema?: EntitySchema): (record: Rec) => boolean {
  if (filter === undefined) return () => true
  return matcher(parseFilter(filter), schema)
}

/** A named condition of services (S1 section 7), which they apply themselves: its name in a filter, if there is one. */
export function predicateIn(filter: string | undefined): string | undefined {
  return filter === undefined ? undefined : predicateOf(parseFilter(filter))
}

function predicateOf(filter: Filter): string | undefined {
  if (filter.kind === 'comparison') return filter.selector === PREDICATE ? filter.values[0] : undefined
  if (filter.kind !== 'and') return undefined
  return filter.parts.map(predicateOf).find((found) => found !== undefined)
}

export const PREDICATE = 'filterPredicateRef'

function matcher(filter: Filter, schema: EntitySchema | undefined): (record: Rec) => boolean {
  if (filter.kind === 'comparison') return filter.selector === PREDICATE ? () => true : comparison(filter, schema)
  if (filter.kind === 'elements') return elements(filter)
  const parts = filter.parts.map((part) => matcher(part, schema))
  return filter.kind === 'and' ? (record) => parts.every((part) => part(record)) : (record) => parts.some((part) => part(record))
}

/** Conditions on elements; what a reference leads to is not at hand here. */
function elements({ selector, operator, filter }: ElementFilter): (record: Rec) => boolean {
  const path = segmentsOf(selector.replace(/\.\*$/, ''))
  const holds = matcher(filter, undefined)
  return (record) => {
    const value = valueAt(record, path)
    const rows = value !== null && typeof value === 'object' ? Object.values(value) : []
    return rows.some((row) => row !== null && typeof row === 'object' && holds(row as Rec)) === (operator === '=any=')
  }
}

function comparison({ selector, operator, values }: Comparison, schema: EntitySchema | undefined): (record: Rec) => boolean {
  const field = schema === undefined ? selector : fieldOfSelector(schema, selector)
  const path = segmentsOf(field)
  const property = schema && fieldAt(schema, field)
  const [wanted = ''] = values
  if (operator === '=ilike=') {
    const patterns = patternsOf(wanted).map(likePattern)
    return (record) => {
      const value = valueAt(record, path)
      return !isMissing(value) && patterns.some((pattern) => pattern.test(lowerCased(String(value))))
    }
  }
  if (operator === '=within=') return periodMatcher(path, wanted)
  if (operator === '=isnull=') return (record) => isMissing(valueAt(record, path)) === (wanted === 'true')
  const compare = (value: unknown, other: string): number => compareAs(typeFor(property, value), value, other)
  const equalsAny = (value: unknown): boolean => !isMissing(value) && values.some((other) => compare(value, other) === 0)
  if (operator === '==' || operator === '=in=') return (record) => equalsAny(valueAt(record, path))
  if (operator === '!=' || operator === '=out=') return (record) => !equalsAny(valueAt(record, path))
  return (record) => {
    const value = valueAt(record, path)
    if (isMissing(value)) return false
    const order = compare(value, wanted)
    return { '=lt=': order < 0, '=le=': order <= 0, '=gt=': order > 0, '=ge=': order >= 0 }[operator]
  }
}

/** By the clock of the reader, as the console names it to services that select rows themselves. */
function periodMatcher(path: readonly string[], text: string): (record: Rec) => boolean {
  const zone = readerZone()
  const period = periodOf(text)
  const days = period && daysOf(period, wallTime(Date.now(), zone).slice(0, 10))
  return (record) => {
    const value = valueAt(record, path)
    if (typeof value !== 'string' || days === undefined) return false
    const day = value.length > 10 ? wallTime(Date.parse(value), zone).slice(0, 10) : value
    return day >= days.from.slice(0, day.length) && day < days.before.slice(0, day.length)
  }
}

const isMissing = (value: unknown): boolean => value === undefined || value === null

/** LIKE as a regular expression over lower case: `%` and `_` are wildcards unless escaped. */
function likePattern(like: string): RegExp {
  const parts = [...like.matchAll(/\\(.)|([%_])|([^\\%_]+)|\\$/gsu)].map(([whole, escaped, wildcard]) => {
    if (wildcard !== undefined) return wildcard === '%' ? '.*' : '.'
    return lowerCased(escaped ?? whole).replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  })
  return new RegExp(`^${parts.join('')}$`, 'su')
}

/** Lower case letter by letter, as databases do it. */
const lowerCased = (text: string): string =>
  [...text].map((letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join('')

/** How values of a field compare: date-times as moments, whatever their offsets. */
function typeFor(property: PropertySchema | undefined, value: unknown): FieldType {
  if (property?.format === 'date-time') return 'moment'
  if (property?.type !== undefined || property?.enum !== undefined) return typeOf(property)
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'text'
}

/** NaN where a value is none of the type: it equals nothing and comes neither before nor after. */
function compareAs(type: FieldType, value: unknown, other: unknown): number {
  if (type === 'number') return Number(value) - (other === '' ? Number.NaN : Number(other))
  if (type === 'moment') return Date.parse(String(value)) - Date.parse(String(other))
  return compareTexts(String(value), String(other))
}

/** By code points, as the service compares them. */
function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  const [first, second] = [[...one], [...other]]
  const at = first.findIndex((letter, index) => letter !== second[index])
  if (at < 0) return -1
  return (first[at]?.codePointAt(0) ?? -1) - (second[at]?.codePointAt(0) ?? -1)
}

/** Records in the order of a field, as the service orders them: those without a value last, in descending order first. */
export function sorted<T extends Rec>(
  records: readonly T[],
  sort: { by: string; order: 'asc' | 'desc' } | undefined,
  schema?: EntitySchema,
): T[] {
  if (sort === undefined) return [...records]
  const path = segmentsOf(sort.by)
  const property = schema && fieldAt(schema, sort.by)
  const sign = sort.order === 'desc' ? -1 : 1
  const isFolded = property === undefined || (foldsCase(property) && property.format !== 'date-time')
  const keyOf = (value: unknown): unknown => (isFolded && typeof value === 'string' ? orderKey(value) : value)
  const keyed = records.map((record) => ({ record, value: keyOf(valueAt(record, path)) }))
  const compare = (a: unknown, b: unknown): number => {
    if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b))
    return compareAs(typeFor(property, a), a, b)
  }
  const ordered = keyed.toSorted(
    (one, other) => sign * (compare(one.value, other.value) || compareTexts(String(one.record['oid']), String(other.record['oid']))),
  )
  return ordered.map(({ record }) => record)
}
