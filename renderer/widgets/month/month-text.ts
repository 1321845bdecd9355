import { monthNumber } from '../../../schemas/vocabulary/months.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(language: string, month: 'long' | 'short'): Intl.DateTimeFormat {
  const key = `${language} ${month}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { month, year: 'numeric', timeZone: 'UTC' })
  formats.set(key, format)
  return format
}

/** The first day of a month, `2026-05`; undefined for a text that is none. */
function startOf(month: string): Date | undefined {
  const number = monthNumber(month)
  return number === undefined ? undefined : new Date(Date.UTC(Math.floor(number / 12), number % 12))
}

/** A month as the reader writes it: `May 2026`; a text that is no month stays as it is. */
export function monthText(month: string, language: string, length: 'long' | 'short' = 'long'): string {
  const start = startOf(month)
  return start === undefined ? month : formatOf(language, length).format(start)
}

/** The name of a month by itself, and its year, for axes and calendars. */
export function monthParts(month: string, language: string, length: 'long' | 'short' = 'short'): readonly [name: string, year: string] {
  const start = startOf(month)
  if (start === undefined) return [month, '']
  const parts = formatOf(language, length).formatToParts(start)
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? ''
  return [part('month'), part('year')]
}
