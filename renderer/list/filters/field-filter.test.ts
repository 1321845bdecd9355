import { afterEach, describe, expect, it } from 'vitest'
import type { FilterValue } from '../../widgets/contract.ts'
import { filterFromText, filterKind, filterToRsql, filterToText } from './field-filter.ts'
import { filterText } from '../list-texts.ts'

const month = { type: 'string', format: 'month' } as const
const texts: Record<string, string> = {
  'list.filter.text.from': 'from {{from}}',
  'list.filter.text.to': 'up to {{to}}',
  'list.filter.text.between': '{{from}} to {{to}}',
}
const t = (key: string, params: Record<string, unknown> = {}) =>
  (texts[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name]))

describe('a month filter', () => {
  it.each<[text: string, value: FilterValue, rsql: string, words: string]>([
    [
      '2026-05..2026-07',
      { kind: 'months', from: '2026-05', to: '2026-07' },
      'starts=ge="2026-05";starts=le="2026-07"',
      'May 2026 to July 2026',
    ],
    ['2026-05..', { kind: 'months', from: '2026-05' }, 'starts=ge="2026-05"', 'from May 2026'],
    ['..2026-07', { kind: 'months', to: '2026-07' }, 'starts=le="2026-07"', 'up to July 2026'],
  ])('is %s in the address, and readable text on the page', (...[text, value, rsql, words]) => {
    expect(filterKind(month)).toBe('months')
    expect(filterFromText(month, text)).toEqual(value)
    expect(filterToText(value)).toBe(text)
    expect(filterToRsql('starts', value)).toBe(rsql)
    expect(filterText(value, { t, language: 'en', optionLabel: String })).toBe(words)
  })

  it('is shown in the language of the reader', () => {
    expect(filterText({ kind: 'months', from: '2026-05' }, { t, language: 'fr', optionLabel: String })).toBe('from mai 2026')
  })

  it.each(['2026-5..', 'May 2026..', '2026-13..', '2026-05', '..'])('rejects "%s"', (text) => {
    expect(filterFromText(month, text)).toBeUndefined()
  })
})

describe('a filter of dates', () => {
  const home = process.env['TZ']
  afterEach(() => {
    if (home === undefined) delete process.env['TZ']
    else process.env['TZ'] = home
  })

  it('compares days of the calendar as they are, in every zone', () => {
    const date = { type: 'string', format: 'date' } as const
    for (const zone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
      process.env['TZ'] = zone
      expect(filterKind(date)).toBe('days')
      const value = filterFromText(date, '2026-01-01..2026-01-31')
      expect(value).toEqual({ kind: 'days', from: '2026-01-01', to: '2026-01-31' })
      expect(filterToRsql('due', value!)).toBe('due=ge="2026-01-01";due=le="2026-01-31"')
      expect(filterToText(value!)).toBe('2026-01-01..2026-01-31')
      expect(filterText(value!, { t, language: 'de', optionLabel: String })).toBe('01.01.2026 to 31.01.2026')
    }
  })

  it.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    // A day whose first hour was skipped.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-12', '2026-01-11T18:15:00.000Z', '2026-01-12T18:15:00.000Z'],
    ['Pacific/Apia', '2026-01-12', '2026-01-11T11:00:00.000Z', '2026-01-12T11:00:00.000Z'],
  ])('of instants goes by the clock of %s: all of %s', (zone, day, ...bounds) => {
    const [from, before] = bounds
    process.env['TZ'] = zone
    expect(filterToRsql('at', { kind: 'dates', from: day, to: day })).toBe(`at=ge="${from}";at=lt="${before}"`)
  })
})
