import { monthNumber } from '../../../schemas/vocabulary/months.ts'
import { truncated } from '../../../schemas/vocabulary/names.ts'
import { instantsOfWall, wallTime } from '../../../schemas/vocabulary/wall-clock.ts'
import type { FieldType } from '../../../schemas/filter/field-type.ts'
import type { Comparison, Operator } from '../../../schemas/filter/parse-filter.ts'
import { daysOf, periodNames, periodOf } from '../../../schemas/filter/period.ts'
import { refuseFilter } from './read-filter.ts'
import type { ResolvedComparison, ResolvedFilter, Selected } from './resolved-filter.ts'

/** What relative dates go by. */
export interface Clock {
  now: Date
  /** IANA name of the time zone in which days begin. */
  zone: string
}

const ORDERED = new Set<Operator>(['=lt=', '=le=', '=gt=', '=ge='])

/** Converts the values to the type of the field; throws a 400 if one does not fit. */
export function typedComparison(comparison: Comparison, field: Selected, clock: Clock = { now: new Date(), zone: 'UTC' }): ResolvedFilter {
  const { operator, values, at } = comparison
  const refuse = (reason: string, why: string, params: Record<string, string> = {}): never =>
    refuseFilter(`value.${reason}`, `The filter on '${field.name}' is not possible: ${why}.`, {
      field: field.name,
      position: at,
      ...params,
    })
  if (operator === '=isnull=') {
    if (field.type === 'json' && field.isList === undefined) refuse('structure', 'the field holds a list or an object')
    const wrong = values.find((value) => value !== 'true' && value !== 'false')
    if (wrong !== undefined)
      refuse('isnull', `=isnull= takes true or false, not '${truncated(wrong)}'`, { operator, value: truncated(wrong) })
    return { kind: 'comparison', field, operator, values: [values[0] !== 'false'] }
  }
  if (field.type === 'json') refuse('structure', 'the field holds a list or an object')
  if (operator === '=ilike=' && field.type !== 'text') refuse('text', `=ilike= compares texts, the field is a ${field.type}`, { operator })
  if (ORDERED.has(operator) && field.type === 'boolean') refuse('order', `${operator} needs an order, the field is a boolean`, { operator })
  if (operator === '=within=') return periodOn(field, values[0] ?? '', { clock, refuse })
  const astray = field.isMonth === true && ORDERED.has(operator) ? values.find((value) => monthNumber(value) === undefined) : undefined
  if (astray !== undefined) refuse('month', `'${truncated(astray)}' is no month, such as 2026-05`, { value: truncated(astray) })
  const type = field.isInstant === true && operator !== '=ilike=' ? 'moment' : field.type
  const typed = values.map(
    (value) => typedValue(value, type) ?? refuse(type, `'${truncated(value)}' is no ${type}`, { value: truncated(value) }),
  )
  return { kind: 'comparison', field, operator, values: typed }
}

interface Asked {
  clock: Clock
  refuse: (reason: string, why: string, params?: Record<string, string>) => never
}

/** A relative period as two bounds, the second left out. */
function periodOn(field: Selected, text: string, { clock: { now, zone }, refuse }: Asked): ResolvedFilter {
  const period = periodOf(text)
  const known = periodNames.join(', ')
  if (period === undefined)
    return refuse('period', `'${truncated(text)}' is no period, such as ${known}`, { value: truncated(text), known })
  const isMoment = field.type === 'moment' || field.isInstant === true
  if (!isMoment && field.isDay !== true && field.isMonth !== true)
    return refuse('date', '=within= compares dates', { operator: '=within=' })
  const days = daysOf(period, wallTime(now.getTime(), zone).slice(0, 10))
  const between = (from: string, before: string): ResolvedFilter => ({
    kind: 'and',
    parts: [bound(field, '=ge=', from), bound(field, '=lt=', before)],
  })
  if (days === undefined) {
    if (!isMoment) return refuse('hours', 'the field has no hours', { value: truncated(text) })
    // Rounded, so that counts of the same list are found again.
    const minute = Math.floor(now.getTime() / 60_000) * 60_000
    const [from, before] = period.side === 'last' ? [-period.count, 1 / 60] : [0, period.count]
    return between(instant(minute + from * 3_600_000), instant(minute + before * 3_600_000))
  }
  if (isMoment) return between(startOfDay(days.from, zone), startOfDay(days.before, zone))
  if (field.isDay === true) return between(days.from, days.before)
  if (period.unit === 'day' || period.unit === 'week') return refuse('months', 'the field holds months', { value: truncated(text) })
  return between(days.from.slice(0, 7), days.before.slice(0, 7))
}

const bound = (field: Selected, operator: '=ge=' | '=lt=', value: string): ResolvedComparison => ({
  kind: 'comparison',
  field,
  operator,
  values: [value],
})

const instant = (ms: number): string => new Date(ms).toISOString()

/** The first instant of a day; of one whose first hour was skipped, the one by the clock of before. */
function startOfDay(day: string, zone: string): string {
  const [first] = instantsOfWall(`${day}T00:00`, zone)?.instants ?? []
  return first === undefined ? `${day}T00:00:00.000Z` : instant(first)
}

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/

function typedValue(value: string, type: FieldType): string | number | boolean | undefined {
  if (type === 'number') return NUMBER.test(value) && Number.isFinite(Number(value)) ? Number(value) : undefined
  if (type === 'boolean') return { true: true, false: false }[value]
  if (type === 'moment') return momentOf(value)
  return value
}

/** Accepts years 1 to 9999 (in UTC, too): PostgreSQL reads others differently, or not at all. */
function momentOf(value: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}/.test(value)) return undefined
  const time = Date.parse(value)
  const moment = Number.isNaN(time) ? '' : new Date(time).toISOString()
  return /^(?!0000)\d{4}-/.test(moment) ? moment : undefined
}
