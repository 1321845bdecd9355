const hourMs = 3_600_000

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
export function offsetMs(instant: number, zone: string): number {
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
