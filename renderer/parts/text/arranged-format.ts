import type { DateFormat } from '../../../schemas/preferences.ts'

/** How a date is to be written. */
export interface Arrangement {
  options: Intl.DateTimeFormatOptions
  language: string
  /** The language with the region whose clock it has: 12 or 24 hours. */
  locale: string
  /** IANA name. */
  zone: string
}

const dateFields = {
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
} as const
const clockFields = {
  medium: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
  short: { hour: 'numeric', minute: '2-digit' },
} as const

const isEnglish = (language: string): boolean => language.split('-')[0] === 'en'

/** The language with a region that has the order; of the others than English there is none with the month first. */
const localeWith: Readonly<Record<'dmy' | 'mdy', (language: string) => string | undefined>> = {
  dmy: (language) => (isEnglish(language) ? 'en-GB' : language),
  mdy: (language) => (isEnglish(language) ? 'en-US' : undefined),
}

/** A format with the order that a person chose, and with the names of the language. */
export function arrangedFormat(order: Exclude<DateFormat, 'language'>, arrangement: Arrangement): Pick<Intl.DateTimeFormat, 'format'> {
  const { options, language, locale, zone } = arrangement
  const hourCycle = order === 'iso' ? 'h23' : new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hourCycle
  const { dateStyle, timeStyle, ...rest } = options
  const fields = {
    ...dateFields[dateStyle as keyof typeof dateFields],
    ...clockFields[timeStyle as keyof typeof clockFields],
    ...rest,
  }
  const isPadded = fields.hour === 'numeric' && hourCycle === 'h23'
  const clocked = fields.hour === undefined ? {} : { hourCycle, ...(isPadded && { hour: '2-digit' as const }) }
  const ordered = order === 'iso' ? undefined : localeWith[order](language)
  if (ordered !== undefined)
    return new Intl.DateTimeFormat(ordered, { ...(timeStyle ? { ...options, hourCycle } : { ...options, ...clocked }), timeZone: zone })
  return composed(order, { fields: { ...fields, ...clocked }, language, zone })
}

interface Composition {
  fields: Intl.DateTimeFormatOptions
  language: string
  zone: string
}

/** Weekday, date and time of day one after another, where no region of the language writes dates in this order. */
function composed(order: 'iso' | 'dmy' | 'mdy', { fields, language, zone }: Composition): Pick<Intl.DateTimeFormat, 'format'> {
  const { weekday, day, month, year, ...clock } = fields
  const write = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  const clocks = clock.hour === undefined ? undefined : write(language, clock)
  const weekdays = weekday === undefined ? undefined : write(language, { weekday })
  const dates = month === undefined ? undefined : datesOf(order, { day, month, year }, { language, write })
  const years = year === undefined || month !== undefined ? undefined : write(language, { year })
  const [afterWeekday, beforeClock] = order === 'iso' ? [' ', ' '] : [', ', ', ']
  return {
    format: (at) => {
      const date = [weekdays?.format(at), dates?.(at) ?? years?.format(at)].filter((text) => text !== undefined).join(afterWeekday)
      return [date, clocks?.format(at)].filter(Boolean).join(beforeClock)
    },
  }
}

type Instant = Date | number | undefined

function datesOf(
  order: 'iso' | 'dmy' | 'mdy',
  { day, month, year }: Pick<Intl.DateTimeFormatOptions, 'day' | 'month' | 'year'>,
  { language, write }: { language: string; write: (locale: string, options: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat },
): (at: Instant) => string {
  if (order === 'iso') {
    // Swedish writes dates as ISO 8601 does.
    const dates = write('sv', { year: 'numeric', month: '2-digit', ...(day && { day: '2-digit' }) })
    return (at) => dates.format(at)
  }
  if (day === undefined) {
    const months = write(language, { month, year })
    return (at) => months.format(at)
  }
  const parts = write(language, { day, month, year })
  return (at) => {
    const found = Object.fromEntries(parts.formatToParts(at as Date | number).map(({ type, value }) => [type, value]))
    return `${found['month'] ?? ''} ${found['day'] ?? ''}${found['year'] === undefined ? '' : `, ${found['year']}`}`
  }
}

/** A date and time as a format writes it: one whose day can be no month. */
export function exampleOf(format: DateFormat, language: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const
  const zone = 'UTC'
  const made =
    format === 'language'
      ? new Intl.DateTimeFormat(language, { ...options, timeZone: zone })
      : arrangedFormat(format, { options, language, locale: language, zone })
  return made.format(Date.UTC(2026, 0, 23, 16, 5))
}
