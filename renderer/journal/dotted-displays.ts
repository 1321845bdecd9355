import type { Screen } from '../descriptor/screen.ts'
import type { DateDisplay } from '../parts/text/date-texts.ts'

/** What the screen says of dates, by dotted path without the keys of objects that are alike, as texts of fields are found. */
export function dottedDisplays({ dateDisplay = {} }: Pick<Screen, 'dateDisplay'>): Record<string, DateDisplay> {
  const named = Object.entries(dateDisplay).flatMap(([path, display]) => (display === undefined ? [] : [[path, display] as const]))
  return Object.fromEntries(
    named.map(([path, display]) => [
      path
        .split('/')
        .filter((step) => step !== '*')
        .join('.'),
      display,
    ]),
  )
}
