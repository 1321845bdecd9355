const minuteMs = 60_000
const hourMs = 60 * minuteMs

let known: { zone: string; offsets: string } | undefined

/** IANA name of the reader's time zone: the browser's, as profiles have none. */
export function readerZone(): string {
  // Asking for the name takes 50 µs; the offsets of two days tell within one whether the zone has changed.
  const offsets = [0, 6].map((month) => new Date(2024, month).getTimezoneOffset()).join()
  if (known?.offsets !== offsets) known = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, offsets }
  return known.zone
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  clocks.set(zone, clock)
  return clock
}

/** What a clock of the zone shows at an instant, in milliseconds since 1970: `2026-01-12T23:00:00`; empty for no instant. */
export function wallTime(instant: number, zone: string): string {
  if (Number.isNaN(instant)) return ''
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`
}

/** Milliseconds by which clocks of the zone are ahead of UTC at an instant. */
function offsetMs(instant: number, zone: string): number {
  return Date.parse(`${wallTime(instant, zone)}Z`) - Math.floor(instant / 1000) * 1000
}

/** The instants at which a clock shows a time. `skipped`: none, because clocks were put forward; `twice`: they were put back. */
export interface WallInstants {
  kind: 'once' | 'twice' | 'skipped'
  /** Milliseconds since 1970, ascending. Of a skipped time: the one by the clock of before, so that a clock shows a later time then. */
  instants: readonly [number, ...number[]]
}

/** The instants of a time on a clock of the zone, `2026-01-12T23:00` with seconds or without; undefined for any other text. */
export function instantsOfWall(wall: string, zone: string): WallInstants | undefined {
  const text = /^\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(wall) ? `${wall}Z` : ''
  const asUtc = Date.parse(text)
  // Also undefined beyond what clocks can show.
  if (Number.isNaN(asUtc) || Math.abs(asUtc) > 8.64e15 - 24 * hourMs) return undefined
  // Offsets lie between -12 and +14 hours; no zone changed its clocks twice within that time.
  const [before, after] = [asUtc - 15 * hourMs, asUtc + 13 * hourMs].map((instant) => offsetMs(instant, zone)) as [number, number]
  const fitting = [...new Set([before, after])]
    .map((offset) => asUtc - offset)
    .filter((instant) => offsetMs(instant, zone) === asUtc - instant)
  const [first, ...others] = fitting.toSorted((one, other) => one - other)
  if (first === undefined) return { kind: 'skipped', instants: [asUtc - before] }
  return { kind: others.length > 0 ? 'twice' : 'once', instants: [first, ...others] }
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
