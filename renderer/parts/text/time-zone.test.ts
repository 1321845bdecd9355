import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantsOfWall, wallTime } from '../../../schemas/vocabulary/wall-clock.ts'
import { offsetText, zoneText } from './time-zone.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Africa/Casablanca',
  'Etc/GMT+11',
  'Pacific/Kiritimati',
]
const iso = (wall: string, zone: string) => {
  const read = instantsOfWall(wall, zone)
  return [read?.kind, ...(read?.instants ?? []).map((instant) => new Date(instant).toISOString())]
}

describe('a time on a clock', () => {
  it.each([
    ['Europe/Berlin', '2026-01-12T23:00', 'once', '2026-01-12T22:00:00.000Z'],
    ['Europe/Berlin', '2026-07-12T23:00', 'once', '2026-07-12T21:00:00.000Z'],
    // Clocks are put forward from 02:00 to 03:00, and back from 03:00 to 02:00.
    ['Europe/Berlin', '2026-03-29T01:59', 'once', '2026-03-29T00:59:00.000Z'],
    ['Europe/Berlin', '2026-03-29T02:30', 'skipped', '2026-03-29T01:30:00.000Z'],
    ['Europe/Berlin', '2026-03-29T03:00', 'once', '2026-03-29T01:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25T02:30', 'twice', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25T03:00', 'once', '2026-10-25T02:00:00.000Z'],
    // Midnight was skipped, or came twice.
    ['America/Sao_Paulo', '2018-11-04T00:00', 'skipped', '2018-11-04T03:00:00.000Z'],
    ['America/Sao_Paulo', '2018-02-17T23:30', 'twice', '2018-02-18T01:30:00.000Z', '2018-02-18T02:30:00.000Z'],
    ['America/Sao_Paulo', '2026-11-01T00:00', 'once', '2026-11-01T03:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-12T23:00', 'once', '2026-01-12T17:15:00.000Z'],
    // A whole day was skipped.
    ['Pacific/Apia', '2011-12-29T23:59', 'once', '2011-12-30T09:59:00.000Z'],
    ['Pacific/Apia', '2011-12-30T12:00', 'skipped', '2011-12-30T22:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31T00:00', 'once', '2011-12-30T10:00:00.000Z'],
    // By half an hour.
    ['Australia/Lord_Howe', '2026-10-04T02:10', 'skipped', '2026-10-03T15:40:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', 'twice', '2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
  ])('in %s at %s comes %s', (zone, wall, ...expected) => {
    expect(iso(wall, zone)).toEqual(expected)
  })

  it('that is skipped is shown later by the length of the gap', () => {
    expect(wallTime(Date.parse('2026-03-29T01:30Z'), 'Europe/Berlin')).toBe('2026-03-29T03:30:00')
    expect(wallTime(Date.parse('2011-12-30T22:00Z'), 'Pacific/Apia')).toBe('2011-12-31T12:00:00')
  })

  it('is that of each instant it is read from, in every zone', () => {
    const instants = fc
      .integer({ min: Date.parse('1990-01-01') / 1000, max: Date.parse('2090-01-01') / 1000 })
      .map((seconds) => seconds * 1000)
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, instant) => {
        const read = instantsOfWall(wallTime(instant, zone), zone)
        expect(read?.instants).toContain(instant)
        expect(read?.kind).not.toBe('skipped')
        for (const one of read?.instants ?? []) expect(wallTime(one, zone)).toBe(wallTime(instant, zone))
      }),
      { numRuns: 500 },
    )
  })

  it('is found around every change of the clocks of two years, minute by minute', () => {
    for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'Africa/Casablanca']) {
      const days = Array.from({ length: 730 }, (_day, index) => Date.parse('2025-01-01') + index * 86_400_000)
      const changes = days.filter((day) => offsetText(day, zone) !== offsetText(day + 86_400_000, zone))
      expect(changes.length).toBeGreaterThanOrEqual(4)
      for (const day of changes) {
        for (let minute = 0; minute < 1440; minute += 5) {
          const instant = day + minute * 60_000
          expect(instantsOfWall(wallTime(instant, zone), zone)?.instants).toContain(instant)
        }
      }
    }
  })

  it('is nothing for texts that are none, unfinished years included', () => {
    for (const text of ['', 'soon', '2026-13-01T00:00', '2026-01-12', '2026-01-12T25:00', '2026-01-12T23:00Z']) {
      expect(instantsOfWall(text, 'Europe/Berlin')).toBeUndefined()
    }
    expect(instantsOfWall('0002-01-12T23:00', 'UTC')?.kind).toBe('once')
    expect(wallTime(Number.NaN, 'UTC')).toBe('')
  })
})

describe('a zone in words', () => {
  const winter = Date.parse('2026-01-12T12:00Z')
  it.each([
    ['Europe/Berlin', 'Europe/Berlin, UTC+1'],
    ['Asia/Kathmandu', 'Asia/Kathmandu, UTC+5:45'],
    ['America/Sao_Paulo', 'America/Sao Paulo, UTC−3'],
    ['Pacific/Apia', 'Pacific/Apia, UTC+13'],
    ['Europe/London', 'Europe/London, UTC'],
    ['UTC', 'UTC'],
    ['Etc/UTC', 'UTC'],
  ])('%s is "%s" in winter', (zone, text) => {
    expect(zoneText(winter, zone)).toBe(text)
  })

  it('has the offset of the instant, not that of today', () => {
    expect(zoneText(Date.parse('2026-07-12T12:00Z'), 'Europe/Berlin')).toBe('Europe/Berlin, UTC+2')
  })
})
