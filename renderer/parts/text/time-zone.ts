import { offsetMs } from '../../../schemas/vocabulary/wall-clock.ts'
import { readerChoice } from './reader.ts'

const minuteMs = 60_000

let known: { zone: string; offsets: string } | undefined

/** IANA name of the reader's time zone: the chosen one, else the browser's. */
export const readerZone = (): string => readerChoice().zone ?? browserZone()

/** IANA name of the time zone that the browser is in. */
export function browserZone(): string {
  // Asking for the name takes 50 µs; the offsets of two days tell within one whether the zone has changed.
  const offsets = [0, 6].map((month) => new Date(2024, month).getTimezoneOffset()).join()
  if (known?.offsets !== offsets) known = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, offsets }
  return known.zone
}

/** Offset of the zone at an instant: `UTC+1`, `UTC+5:45`, `UTC`. */
export function offsetText(instant: number, zone: string): string {
  const minutes = Math.round(offsetMs(instant, zone) / minuteMs)
  if (minutes === 0) return 'UTC'
  const size = Math.abs(minutes)
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`
}

/** The zone and its offset at an instant: `Europe/Berlin, UTC+1`. */
export function zoneText(instant: number = Date.now(), zone: string = readerZone()): string {
  const offset = offsetText(instant, zone)
  return /^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal)$/.test(zone) ? offset : `${zone.replaceAll('_', ' ')}, ${offset}`
}
