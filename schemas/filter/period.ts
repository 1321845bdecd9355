/** Units of relative periods. */
const UNITS = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' } as const
export type PeriodUnit = (typeof UNITS)[keyof typeof UNITS]

/**
 * A period that goes by the day on which it is asked for. `last` and `next` count the present unit: the last 7 days are today and the six
 * before. Hours go by the moment instead.
 */
export interface Period {
  side: 'last' | 'next' | 'this'
  unit: PeriodUnit
  count: number
}

/** Periods with names of their own. */
const NAMED: Readonly<Record<string, Period & { shift?: number }>> = {
  today: { side: 'this', unit: 'day', count: 1 },
  yesterday: { side: 'this', unit: 'day', count: 1, shift: -1 },
  tomorrow: { side: 'this', unit: 'day', count: 1, shift: 1 },
  'this-week': { side: 'this', unit: 'week', count: 1 },
  'this-month': { side: 'this', unit: 'month', count: 1 },
  'this-year': { side: 'this', unit: 'year', count: 1 },
}

/** Names of periods without a number, and examples of those with one. */
export const periodNames = [...Object.keys(NAMED), 'last-24h', 'last-7d', 'last-30d', 'next-7d', 'next-60d', 'last-3m', 'next-3m'] as const

/** What `=within=` takes: `today`, `last-7d`, `next-60d`; undefined for anything else. */
export function periodOf(text: string): (Period & { shift?: number }) | undefined {
  if (Object.hasOwn(NAMED, text)) return NAMED[text]
  const [, side, count, unit] = /^(last|next)-([1-9]\d{0,3})([hdwmy])$/.exec(text) ?? []
  if (side === undefined || unit === undefined) return undefined
  return { side: side as 'last' | 'next', count: Number(count), unit: UNITS[unit as keyof typeof UNITS] }
}

/** Days of a period in the calendar, `2026-05-31`: from the first, before the second. Undefined for hours. */
export function daysOf(
  { side, unit, count, shift = 0 }: Period & { shift?: number },
  today: string,
): { from: string; before: string } | undefined {
  if (unit === 'hour') return undefined
  const first = startOf(unit, today)
  const back = side === 'last' ? 1 - count : shift
  const ahead = side === 'next' ? count : 1 + shift
  return { from: moved(first, unit, back), before: moved(first, unit, ahead) }
}

/** Weeks begin on Mondays. */
function startOf(unit: PeriodUnit, day: string): string {
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`
  if (unit !== 'week') return day
  return moved(day, 'day', -((new Date(day).getUTCDay() + 6) % 7))
}

function moved(day: string, unit: PeriodUnit, by: number): string {
  const date = new Date(day)
  if (unit === 'year') date.setUTCFullYear(date.getUTCFullYear() + by)
  else if (unit === 'month') date.setUTCMonth(date.getUTCMonth() + by)
  else date.setUTCDate(date.getUTCDate() + by * (unit === 'week' ? 7 : 1))
  return date.toISOString().slice(0, 10)
}
