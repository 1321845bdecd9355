/** How dates are written: as the language does, `2026-01-12`, `12 Jan 2026`, `Jan 12, 2026`. */
export const dateFormats = ['language', 'iso', 'dmy', 'mdy'] as const
export type DateFormat = (typeof dateFormats)[number]

/** The look of the console; `system` follows the operating system. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** How a person wants to see the console, in every browser. */
export interface Preferences {
  /** IANA name of the time zone; empty: that of the browser. */
  timeZone: string
  dateFormat: DateFormat
  theme: Theme
}

/** What holds until a person chooses. */
export const defaultPreferences: Preferences = { timeZone: '', dateFormat: 'language', theme: 'system' }

const longestZone = 64

/** Whether a text is the name of a time zone that this machine knows; offsets (`+01:00`) are none. */
export function isTimeZone(name: string): boolean {
  if (name.length > longestZone || !/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The preferences in what a service or a browser keeps; what is unknown here counts as not chosen. */
export function preferencesIn(kept: Partial<Record<keyof Preferences, unknown>> | null | undefined): Preferences {
  const { timeZone, dateFormat, theme } = kept ?? {}
  return {
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : defaultPreferences.timeZone,
    dateFormat: dateFormats.find((one) => one === dateFormat) ?? defaultPreferences.dateFormat,
    theme: themes.find((one) => one === theme) ?? defaultPreferences.theme,
  }
}
