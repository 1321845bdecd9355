import { parseFilter, type Comparison, type Filter } from '../../../schemas/filter/parse-filter.ts'
import { segmentsOf } from '../../../schemas/vocabulary/paths/field-path.ts'
import { valueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'

/** Whether a record matches a filter (DECISIONS section 2), compared as the service would. A field without a value differs from every value. */
export function matcherOf(filter: string | undefined): (record: Rec) => boolean {
  if (filter === undefined) return () => true
  return matcher(parseFilter(filter))
}

function matcher(filter: Filter): (record: Rec) => boolean {
  if (filter.kind === 'comparison') return comparison(filter)
  const parts = filter.parts.map(matcher)
  return filter.kind === 'and' ? (record) => parts.every((part) => part(record)) : (record) => parts.some((part) => part(record))
}

function comparison({ selector, operator, values }: Comparison): (record: Rec) => boolean {
  const path = segmentsOf(selector)
  const [wanted = ''] = values
  if (operator === '=ilike=') {
    const pattern = likePattern(wanted)
    return (record) => {
      const value = valueAt(record, path)
      return value !== undefined && value !== null && pattern.test(String(value))
    }
  }
  const equalsAny = (value: unknown): boolean => value !== undefined && value !== null && values.includes(String(value))
  if (operator === '==' || operator === '=in=') return (record) => equalsAny(valueAt(record, path))
  if (operator === '!=' || operator === '=out=') return (record) => !equalsAny(valueAt(record, path))
  return (record) => {
    const value = valueAt(record, path)
    if (value === undefined || value === null) return false
    const order = compareValues(value, wanted)
    return { '=lt=': order < 0, '=le=': order <= 0, '=gt=': order > 0, '=ge=': order >= 0 }[operator]
  }
}

/** LIKE as a regular expression: `%` and `_` are wildcards unless escaped. */
function likePattern(like: string): RegExp {
  const parts = [...like.matchAll(/\\(.)|([%_])|([^\\%_]+)|\\$/gsu)].map(([whole, escaped, wildcard]) => {
    if (wildcard !== undefined) return wildcard === '%' ? '.*' : '.'
    return escape(escaped ?? whole)
  })
  return new RegExp(`^${parts.join('')}$`, 'isu')
}

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** Numbers by value, moments by time, texts regardless of case. */
function compareValues(value: unknown, other: unknown): number {
  const [one, two] = [comparable(value), comparable(other)]
  if (typeof one === 'number' && typeof two === 'number') return one - two
  return collator.compare(String(value), String(other))
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

function comparable(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  if (typeof value !== 'string') return undefined
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return Number(value)
  const time = /^\d{4}-\d{2}-\d{2}T/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Records in the order of a field, those without a value last in either direction. */
export function sorted<T extends Rec>(records: readonly T[], sort: { by: string; order: 'asc' | 'desc' } | undefined): T[] {
  if (sort === undefined) return [...records]
  const path = segmentsOf(sort.by)
  const sign = sort.order === 'desc' ? -1 : 1
  return records.toSorted((one, other) => {
    const [a, b] = [valueAt(one, path), valueAt(other, path)]
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b))
    return sign * compareValues(a, b)
  })
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
