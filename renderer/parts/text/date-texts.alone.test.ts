import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { arrangedFormat } from './arranged-format.ts'
import { minuteText } from './clock-texts.ts'
import { dateText, displaysOfFormat, exactText, type DateDisplay } from './date-texts.ts'
import { instantsOfWall } from '../../../schemas/vocabulary/wall-clock.ts'
import { setReaderChoice } from './reader.ts'
import { browserZone, zoneText } from './time-zone.ts'

const now = Date.parse('2025-06-15T12:00:00.000Z')
const ago = (ms: number) => dateText(new Date(now - ms).toISOString(), 'relative', { language: 'en', now })

describe('relative times', () => {
  it.each([
    [0, 'now'],
    [59_000, 'now'],
    [60_000, '1 minute ago'],
    [59.9 * 60_000, '59 minutes ago'],
    [23.5 * 3_600_000, '23 hours ago'],
    [86_400_000, 'yesterday'],
    [6.9 * 86_400_000, '6 days ago'],
    [8 * 86_400_000, 'last week'],
    [29 * 86_400_000, '4 weeks ago'],
    [31 * 86_400_000, 'last month'],
    [800 * 86_400_000, '2 years ago'],
    [-3 * 3_600_000, 'in 3 hours'],
  ])('format %i ms as "%s"', (ms, text) => {
    expect(ago(ms)).toBe(text)
  })

  it('follow the language of the user', () => {
    expect(dateText('2025-06-15T11:00:00.000Z', 'relative', { language: 'de', now })).toBe('vor 1 Stunde')
  })

  it('count calendar days from the reader’s today for dates, and calendar months for months', () => {
    const late = Date.parse('2026-01-31T23:30:00Z')
    const of = (text: string, zone: string) => dateText(text, 'relative', { language: 'en', zone, now: late })
    expect([of('2026-01-31', 'UTC'), of('2026-02-01', 'UTC'), of('2026-02-01', 'Europe/Berlin')]).toEqual(['today', 'tomorrow', 'today'])
    expect([of('2026-01', 'UTC'), of('2026-01', 'Europe/Berlin'), of('2028-03', 'UTC')]).toEqual(['this month', 'last month', 'in 2 years'])
  })
})

describe('a planned date-time', () => {
  const zone = 'Europe/Berlin'
  const of = (language: string, nowText = '2026-05-01T00:00Z') =>
    dateText('2026-01-12T22:00:00Z', 'planned', { language, zone, now: Date.parse(nowText) })

  it.each([
    ['en-GB', 'Mon 12 Jan, 23:00', 'Mon, 12 Jan 2026, 23:00'],
    ['de', 'Mo., 12. Jan., 23:00', 'Mo., 12. Jan. 2026, 23:00'],
    ['fr', 'lun. 12 janv., 23:00', 'lun. 12 janv. 2026, 23:00'],
    ['es', 'lun, 12 ene, 23:00', 'lun, 12 ene 2026, 23:00'],
  ])('in %s is "%s", and of another year "%s"', (language, thisYear, otherYear) => {
    expect([of(language), of(language, '2025-05-01T00:00Z')]).toEqual([thisYear, otherYear])
  })

  it('is of this year by the clock of the reader', () => {
    // In Berlin it is 2026 already.
    expect(of('en-GB', '2025-12-31T23:30:00Z')).toBe('Mon 12 Jan, 23:00')
    expect(dateText('2025-12-31T23:30:00Z', 'planned', { language: 'en-GB', zone, now: Date.parse('2026-05-01') })).toBe('Thu 1 Jan, 00:30')
  })

  it('is that of the browser’s region', async () => {
    const read = async (languages: readonly string[]) => {
      vi.stubGlobal('navigator', { languages })
      vi.resetModules()
      const fresh = await import('./date-texts.ts')
      return fresh.dateText('2026-01-12T22:00:00Z', 'planned', { language: 'en', zone, now: Date.parse('2026-05-01') })
    }
    expect((await read(['en-US', 'en'])).replaceAll('\u202f', ' ')).toBe('Mon, Jan 12, 11:00 PM')
    expect(await read(['en-GB'])).toBe('Mon 12 Jan, 23:00')
    expect(await read(['de-CH', 'de'])).toBe('Mon 12 Jan, 23:00')
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('other displays', () => {
  const reader = { language: 'de', zone: 'Europe/Berlin', now }
  it.each<[DateDisplay, string, string]>([
    ['exact', '2026-01-12T22:00:05Z', '12.01.2026, 23:00:05'],
    ['date', '2026-01-12T23:00:05Z', '13.01.2026'],
    ['month', '2026-01-31T23:00:05Z', 'Februar 2026'],
    ['planned', '2026-01-12', 'Mo., 12. Jan. 2026'],
    ['planned', '2025-01-12', 'So., 12. Jan.'],
    ['date', '2026-01-12', '12.01.2026'],
    ['month', '2026-01-12', 'Januar 2026'],
    ['month', '2026-01', 'Januar 2026'],
    ['date', '2026-01', 'Januar 2026'],
  ])('%s of %s is "%s"', (display, text, shown) => {
    expect(dateText(text, display, reader)).toBe(shown)
  })

  it('keep a text that is no date unchanged', () => {
    for (const text of ['soon', '', '2026-02-31', '2026-13', '5', '1/2/2026']) {
      for (const display of displaysOfFormat['date-time'] ?? []) expect(dateText(text, display, reader)).toBe(text)
      expect(exactText(text, reader)).toBe(text)
    }
    expect(minuteText('soon', 'en')).toBe('soon')
  })
})

describe('the whole of a date', () => {
  it.each([
    ['en-GB', 'Europe/Berlin', '12 Jan 2026, 23:00:05 UTC+1'],
    ['de', 'Europe/Berlin', '12. Jan. 2026, 23:00:05 UTC+1'],
    ['fr', 'Asia/Kathmandu', '13 janv. 2026, 03:45:05 UTC+5:45'],
    ['es', 'UTC', '12 ene 2026, 22:00:05 (UTC)'],
    ['en-GB', 'UTC', '12 Jan 2026, 22:00:05 UTC'],
  ])('in %s and %s is "%s"', (language, zone, text) => {
    expect(exactText('2026-01-12T22:00:05Z', { language, zone }).replaceAll('\u202f', ' ')).toBe(text)
  })

  it('has the weekday of a date, and the name of a month', () => {
    expect(exactText('2026-01-12', { language: 'en-GB' })).toBe('Monday, 12 January 2026')
    expect(exactText('2026-01', { language: 'en-GB' })).toBe('January 2026')
  })
})

describe('what a person chose', () => {
  afterEach(() => setReaderChoice({}))
  const at = '2026-01-12T22:00:05Z'
  const shown = (order: 'iso' | 'dmy' | 'mdy', language: string) => {
    setReaderChoice({ zone: 'Europe/Berlin', arrange: (how) => arrangedFormat(order, how) })
    const reader = { language, now: Date.parse('2026-05-01') }
    const texts = (['planned', 'exact', 'date', 'month'] as const).map((display) => dateText(at, display, reader))
    return [...texts, exactText(at, reader), minuteText(at, language)].map((text) => text.replaceAll('\u202f', ' '))
  }
  it.each([
    ['iso', 'en', 'Mon 2026-01-12 23:00', '2026-01-12 23:00:05', '2026-01-12', '2026-01', '2026-01-12 23:00:05 UTC+1', '2026-01-12 23:00'],
    ['iso', 'de', 'Mo 2026-01-12 23:00', '2026-01-12 23:00:05', '2026-01-12', '2026-01', '2026-01-12 23:00:05 UTC+1', '2026-01-12 23:00'],
    [
      'dmy',
      'en-GB',
      'Mon 12 Jan, 23:00',
      '12 Jan 2026, 23:00:05',
      '12 Jan 2026',
      'January 2026',
      '12 Jan 2026, 23:00:05 UTC+1',
      '12 Jan 2026, 23:00',
    ],
    [
      'mdy',
      'en-GB',
      'Mon, Jan 12, 23:00',
      'Jan 12, 2026, 23:00:05',
      'Jan 12, 2026',
      'January 2026',
      'Jan 12, 2026, 23:00:05 UTC+1',
      'Jan 12, 2026, 23:00',
    ],
    [
      'mdy',
      'fr',
      'lun., janv. 12, 23:00',
      'janv. 12, 2026, 23:00:05',
      'janv. 12, 2026',
      'janvier 2026',
      'janv. 12, 2026, 23:00:05 UTC+1',
      'janv. 12, 2026, 23:00',
    ],
  ] as const)('of the order %s is how every date reads in %s', (order, language, ...texts) => {
    expect(shown(order, language)).toEqual(texts)
  })

  it('of the zone holds in place of the browser’s, and ends with the choice', () => {
    setReaderChoice({ zone: 'Asia/Tokyo' })
    expect(dateText(at, 'exact', { language: 'de' })).toBe('13.01.2026, 07:00:05')
    expect(zoneText(Date.parse(at))).toBe('Asia/Tokyo, UTC+9')
    setReaderChoice({})
    expect(zoneText(Date.parse(at))).toBe(zoneText(Date.parse(at), browserZone()))
  })
})

describe('dates and months', () => {
  /** From UTC-11 to UTC+14. */
  const zones = ['Pacific/Pago_Pago', 'America/Sao_Paulo', 'UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'Pacific/Kiritimati']

  it('are the same in every zone', () => {
    const days = fc
      .date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10))
    fc.assert(
      fc.property(days, fc.constantFrom<DateDisplay>('planned', 'exact', 'date', 'month'), (day, display) => {
        for (const text of [day, day.slice(0, 7)]) {
          const shown = zones.map(
            (zone) => `${dateText(text, display, { language: 'en', zone, now })} ${exactText(text, { language: 'en', zone })}`,
          )
          expect(new Set(shown).size).toBe(1)
        }
        expect(dateText(day, 'date', { language: 'sv' })).toBe(
          new Intl.DateTimeFormat('sv', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day)),
        )
      }),
    )
  })

  it('are the same wherever the browser is', () => {
    const home = process.env['TZ']
    try {
      for (const zone of zones) {
        process.env['TZ'] = zone
        expect(dateText('2026-01-01', 'date', { language: 'de' })).toBe('01.01.2026')
        expect(dateText('2026-12', 'month', { language: 'de' })).toBe('Dezember 2026')
      }
    } finally {
      if (home === undefined) delete process.env['TZ']
      else process.env['TZ'] = home
    }
  })
})

it('an exact date-time tells its instant back, in every zone and language', () => {
  const zones = ['Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Apia']
  const instants = fc
    .integer({ min: Date.parse('2000-01-01') / 1000, max: Date.parse('2099-01-01') / 1000 })
    .map((seconds) => seconds * 1000)
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.constantFrom('de', 'fr', 'es', 'en-GB'), instants, (zone, language, instant) => {
      const text = exactText(new Date(instant).toISOString(), { language, zone })
      const [clock = '', hour = '', minute = '', second = ''] = /(\d{2}):(\d{2}):(\d{2})/.exec(text) ?? []
      const [, sign = '+', hours = '0', minutes = '0'] = /UTC(?:([+−-])(\d+)(?::(\d+))?)?/.exec(text) ?? []
      const offset = (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) * 60_000
      expect(clock).not.toBe('')
      expect((Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * 1000).toBe(
        (((instant + offset) % 86_400_000) + 86_400_000) % 86_400_000,
      )
      const wall = `${dateText(new Date(instant).toISOString(), 'date', { language: 'sv', zone })}`
      expect(instantsOfWall(`${isoDay(instant + offset)}T${clock}`, zone)?.instants).toContain(instant)
      expect(wall).toBe(dateText(isoDay(instant + offset), 'date', { language: 'sv' }))
    }),
  )
})

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

it('formats are made in one place, where they are kept', () => {
  const root = new URL('../../..', import.meta.url).pathname
  const sources = ['renderer', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  const makers = sources
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter((path) =>
      /Intl\.(?:DateTimeFormat|RelativeTimeFormat)\(|toLocale(?:Date|Time)String/.test(readFileSync(join(root, path), 'utf8')),
    )
  expect(makers.toSorted()).toEqual([
    'renderer/parts/text/arranged-format.ts',
    'renderer/parts/text/date-texts.ts',
    'renderer/parts/text/time-zone.ts',
  ])
})
