import { instantsOfWall, wallTime } from '../../schemas/vocabulary/wall-clock.ts'

/** Periods by name, in days back from the beginning of today: where they begin, and where they end (absent: they have not ended). */
export const periodPresets = {
  today: { from: 0 },
  yesterday: { from: 1, to: 0 },
  '7d': { from: 6 },
  '30d': { from: 29 },
} as const satisfies Record<string, { from: number; to?: number }>
export type PeriodPreset = keyof typeof periodPresets

/** ISO 8601 bounds, the second one excluded; absent: none. */
export interface Range {
  from?: string
  to?: string
}

/** The period that a journal shows: any time, days by the reader's calendar, or two times. */
export type Period = 'any' | PeriodPreset | Range

const dayMs = 86_400_000

/** The instant at which a day begins by clocks of the zone; where they skip midnight, the first one that they show. */
function startOfDay(now: number, daysBack: number, zone: string): string {
  const today = Date.parse(`${wallTime(now, zone).slice(0, 10)}T00:00:00Z`)
  const day = new Date(today - daysBack * dayMs).toISOString().slice(0, 10)
  const [start] = instantsOfWall(`${day}T00:00`, zone)?.instants ?? [today - daysBack * dayMs]
  return new Date(start).toISOString()
}

/** The bounds of a period at `now` (ms since 1970) by the calendar of the zone. */
export function periodRange(period: Period, now: number, zone: string): Range {
  if (period === 'any') return {}
  if (typeof period !== 'string') return period
  const { from, to }: { from: number; to?: number } = periodPresets[period]
  return { from: startOfDay(now, from, zone), ...(to !== undefined && { to: startOfDay(now, to, zone) }) }
}

/** Writes a period to query parameters: `period=yesterday`, or `from` and `to`. */
export function periodToParams(period: Period, params: URLSearchParams): void {
  if (period === 'any') return
  if (typeof period === 'string') {
    params.set('period', period)
    return
  }
  for (const bound of ['from', 'to'] as const) {
    const at = period[bound]
    if (at !== undefined) params.set(bound, at)
  }
}

/** Parses query parameters; what is no period is any time. */
export function periodFromParams(params: URLSearchParams): Period {
  const name = params.get('period')
  if (name !== null && Object.hasOwn(periodPresets, name)) return name as PeriodPreset
  const bound = (key: 'from' | 'to'): Range => {
    const text = params.get(key) ?? ''
    const moment = new Date(text)
    return /^\d{4}-/.test(text) && !Number.isNaN(moment.getTime()) ? { [key]: moment.toISOString() } : {}
  }
  const range = { ...bound('from'), ...bound('to') }
  return Object.keys(range).length === 0 ? 'any' : range
}
