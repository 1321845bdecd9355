const steps: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const formats = new Map<string, Intl.RelativeTimeFormat>()

function relativeFormat(language: string): Intl.RelativeTimeFormat {
  const known = formats.get(language)
  if (known) return known
  const made = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  formats.set(language, made)
  return made
}

/** "3 minutes ago", "yesterday", "now" for less than a minute. `now` in milliseconds since 1970. */
export function relativeTime(iso: string, now: number, language: string): string {
  const distance = Date.parse(iso) - now
  if (Number.isNaN(distance)) return iso
  const step = steps.find(([, ms]) => Math.abs(distance) >= ms)
  if (!step) return relativeFormat(language).format(0, 'second')
  return relativeFormat(language).format(Math.trunc(distance / step[1]), step[0])
}

const exactFormats = new Map<string, Intl.DateTimeFormat>()

/** Date and time to the second, in the reader's zone and notation. */
export function exactTime(iso: string, language: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  const format = exactFormats.get(language) ?? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })
  exactFormats.set(language, format)
  return format.format(date)
}
