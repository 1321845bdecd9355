import { formatOf } from './date-texts.ts'
import { readerZone } from './time-zone.ts'

/** An instant to the minute, e.g. when something was saved. Milliseconds since 1970, or ISO 8601. */
export function minuteText(instant: number | string, language: string): string {
  const ms = new Date(instant).getTime()
  return Number.isNaN(ms) ? String(instant) : formatOf('minute', language, readerZone()).format(ms)
}

/** The time of day of an instant; `short` for axes: 24 hours in every language. */
export function clockText(instant: string, language: string, length: 'long' | 'short' = 'long'): string {
  return formatOf(length === 'long' ? 'time' : 'time24', language, readerZone()).format(Date.parse(instant))
}

/** The time of day of what a clock shows, `2026-03-29T02:30`. */
export function wallClockText(wall: string, language: string): string {
  const ms = Date.parse(`${wall}Z`)
  return Number.isNaN(ms) ? wall : formatOf('clock', language, 'UTC').format(ms)
}
