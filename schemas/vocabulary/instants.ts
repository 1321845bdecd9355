import { formats } from './formats.ts'

/** Milliseconds since 1970 of a date-time such as `2026-05-01T12:00:00+02:00` (RFC 3339); undefined for any other text. */
export function instantOf(text: string): number | undefined {
  // What every comparison of texts asks, so answered quickly for other texts.
  if (text.charAt(4) !== '-' || formats['date-time']?.(text) !== true) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}

/** The stored form of a date-time: UTC with milliseconds (`2026-05-01T10:00:00.000Z`), which sorts as text. Any other text is returned as it is. */
export function storedInstant(text: string): string {
  const instant = instantOf(text)
  return instant === undefined ? text : new Date(instant).toISOString()
}
