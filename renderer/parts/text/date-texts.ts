import { wallTime } from '../../../schemas/vocabulary/wall-clock.ts'
import { monthNumber } from '../../../schemas/vocabulary/months.ts'
import type { Arrangement } from './arranged-format.ts'
import { readerChoice } from './reader.ts'
import { readerZone } from './time-zone.ts'

/**
 * How a date, month or date-time is written. `relative`: "10 months ago", with the exact text on hover and for screen readers;
 * `planned`: "Mon 12 Jan, 23:00", with the year where it is not the present one; `exact`: to the second; `date`: the day, with its year;
 * `month`: "January 2026".
 */
export type DateDisplay = 'relative' | 'planned' | 'exact' | 'date' | 'month'

/** The displays that a schema's format can have. */
export const displaysOfFormat: Readonly<Record<string, readonly DateDisplay[]>> = {
  'date-time': ['relative', 'planned', 'exact', 'date', 'month'],
  date: ['relative', 'planned', 'date', 'month'],
  month: ['relative', 'month'],
}

/** Who reads a text. */
export interface DateReader {
  /** BCP 47 tag. */
  language: string
  /** IANA name. @default the reader's own */
  zone?: string
  /** Milliseconds since 1970. @default now */
  now?: number
}

type Style =
  | Exclude<DateDisplay, 'relative'>
  | 'plannedWithYear'
  | 'plannedDate'
  | 'plannedDateWithYear'
  | 'longDate'
  | 'minute'
  | 'clock'
  | 'time'
  | 'time24'
  | 'zoned'
  | 'shortMonth'
  | 'year'

const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
const clock = { hour: 'numeric', minute: '2-digit' } as const

const styles: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  planned: { ...day, ...clock },
  plannedWithYear: { ...day, year: 'numeric', ...clock },
  plannedDate: day,
  plannedDateWithYear: { ...day, year: 'numeric' },
  exact: { dateStyle: 'medium', timeStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  zoned: { year: 'numeric', month: 'short', day: 'numeric', ...clock, second: '2-digit', timeZoneName: 'shortOffset' },
  date: { dateStyle: 'medium' },
  longDate: { dateStyle: 'full' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
  shortMonth: { month: 'short', year: 'numeric' },
  clock,
  time: { hour: '2-digit', minute: '2-digit' },
  time24: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
}

const locales = new Map<string, string>()

/** The language with the region that the browser names for it; English of a browser that names none is that of Europe: "12 Jan, 23:00". */
function localeOf(language: string): string {
  const known = locales.get(language)
  if (known !== undefined) return known
  const named = 'navigator' in globalThis ? navigator.languages : [language]
  const regional = named.find((tag) => tag === language || tag.startsWith(`${language}-`))
  const locale = regional ?? (language === 'en' ? 'en-GB' : language)
  locales.set(language, locale)
  return locale
}

const formats = new Map<string, Pick<Intl.DateTimeFormat, 'format'>>()
/** What the formats are kept for. */
let keptFor = readerChoice().arrange

/** A format, which is kept: making one takes as long as fifty texts. `zone` is an IANA name. */
export function formatOf(style: Style, language: string, zone: string): Pick<Intl.DateTimeFormat, 'format'> {
  const { arrange } = readerChoice()
  if (arrange !== keptFor) formats.clear()
  keptFor = arrange
  const key = `${style} ${language} ${zone}`
  const known = formats.get(key)
  if (known) return known
  const arrangement = { options: styles[style], language, locale: localeOf(language), zone }
  const made = arrange?.(arrangement) ?? ownFormat(arrangement)
  formats.set(key, made)
  return made
}

/** As the language has it. */
function ownFormat({ options, locale, zone }: Omit<Arrangement, 'language'>): Intl.DateTimeFormat {
  const plain = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  // "09:05", but "9:05 AM".
  const isPadded = options.hour === 'numeric' && plain.resolvedOptions().hour12 === false
  return isPadded ? new Intl.DateTimeFormat(locale, { ...options, hour: '2-digit', timeZone: zone }) : plain
}

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()

function relativeFormat(language: string): Intl.RelativeTimeFormat {
  const known = relativeFormats.get(language)
  if (known) return known
  const made = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  relativeFormats.set(language, made)
  return made
}

/** `least` is what a distance below one minute, or of no whole day, counts as. */
function relativeText(distanceMs: number, language: string, least: 'second' | 'day'): string {
  const [unit, ms] = steps.find(([, size]) => Math.abs(distanceMs) >= size) ?? [least, Number.POSITIVE_INFINITY]
  return relativeFormat(language).format(Math.trunc(distanceMs / ms), unit)
}

/** A stored text by its form: `2026-05`, `2026-05-04`, or an instant. Dates and months are counted in UTC, so that no zone shifts them. */
function parsed(text: string): { kind: 'month' | 'date' | 'instant'; ms: number } | undefined {
  const month = monthNumber(text)
  if (month !== undefined) return { kind: 'month', ms: Date.parse(`${text}-01`) }
  if (!/^[+-]?\d{4,6}-\d{2}-\d{2}/.test(text)) return undefined
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) return undefined
  if (text.length !== 10) return { kind: 'instant', ms }
  return new Date(ms).toISOString().startsWith(text) ? { kind: 'date', ms } : undefined
}

/** A stored date, month or date-time as the reader writes it; any other text is returned as it is. */
export function dateText(text: string, display: DateDisplay, reader: DateReader): string {
  const value = parsed(text)
  if (value === undefined) return text
  const { kind, ms } = value
  const { language, zone = readerZone(), now = Date.now() } = reader
  if (display === 'relative') return relativeOf(value, text, { language, zone, now })
  const valueZone = kind === 'instant' ? zone : 'UTC'
  return formatOf(styleOf(display, value, { zone, now }), language, valueZone).format(ms)
}

type Parsed = NonNullable<ReturnType<typeof parsed>>

function styleOf(display: Exclude<DateDisplay, 'relative'>, { kind, ms }: Parsed, { zone, now }: { zone: string; now: number }): Style {
  if (kind === 'month') return 'month'
  if (display === 'planned') {
    const isThisYear = yearOf(now, zone) === yearOf(ms, kind === 'date' ? 'UTC' : zone)
    if (kind === 'date') return isThisYear ? 'plannedDate' : 'plannedDateWithYear'
    return isThisYear ? 'planned' : 'plannedWithYear'
  }
  return display === 'exact' && kind === 'date' ? 'date' : display
}

/** In digits; taking a whole wall time apart would take seven times as long. */
const yearOf = (ms: number, zone: string): string => formatOf('year', 'en', zone).format(ms)

function relativeOf({ kind, ms }: Parsed, text: string, { language, zone, now }: Required<DateReader>): string {
  if (kind === 'instant') return relativeText(ms - now, language, 'second')
  const today = wallTime(now, zone).slice(0, 10)
  if (kind === 'date') return relativeText(ms - Date.parse(today), language, 'day')
  const months = (monthNumber(text) ?? 0) - (monthNumber(today.slice(0, 7)) ?? 0)
  const isYears = Math.abs(months) >= 12
  return relativeFormat(language).format(isYears ? Math.trunc(months / 12) : months, isYears ? 'year' : 'month')
}

/** All that a stored text says, for hovering and for screen readers: a date-time to the second with the zone's offset, a date with its weekday. */
export function exactText(text: string, { language, zone = readerZone() }: DateReader): string {
  const value = parsed(text)
  if (value === undefined) return text
  const { kind, ms } = value
  if (kind !== 'instant') return formatOf(kind === 'month' ? 'month' : 'longDate', language, 'UTC').format(ms)
  // Languages call the offset of zero differently.
  return formatOf('zoned', language, zone)
    .format(ms)
    .replace(/(?:GMT|UTC)(?:[+−-]0(?![\d:]))?/, 'UTC')
}

/** A month as the reader writes it: `May 2026`; a text that is no month stays as it is. */
export function monthText(month: string, language: string, length: 'long' | 'short' = 'long'): string {
  return monthNumber(month) === undefined ? month : monthFormat(language, length).format(Date.parse(`${month}-01`))
}

/** The name of a month by itself, and its year, for axes and calendars. */
export function monthParts(month: string, language: string, length: 'long' | 'short' = 'short'): readonly [name: string, year: string] {
  if (monthNumber(month) === undefined) return [month, '']
  const parts = monthNames(language, length).formatToParts(Date.parse(`${month}-01`))
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? ''
  return [part('month'), part('year')]
}

const monthFormat = (language: string, length: 'long' | 'short'): Pick<Intl.DateTimeFormat, 'format'> =>
  formatOf(length === 'long' ? 'month' : 'shortMonth', language, 'UTC')

const monthNamesOf = new Map<string, Intl.DateTimeFormat>()

/** Months by their names, whatever order a person chose. */
function monthNames(language: string, length: 'long' | 'short'): Intl.DateTimeFormat {
  const key = `${length} ${language}`
  const made =
    monthNamesOf.get(key) ??
    ownFormat({ options: styles[length === 'long' ? 'month' : 'shortMonth'], locale: localeOf(language), zone: 'UTC' })
  monthNamesOf.set(key, made)
  return made
}
