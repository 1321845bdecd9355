import { expect, it } from 'vitest'
import { monthParts, monthText } from '../../parts/text/date-texts.ts'
import { readMonth } from './read-month.ts'

it.each<[string, string, string | undefined]>([
  ['en', '2026-05', '2026-05'],
  ['en', ' 2026/5 ', '2026-05'],
  ['en', '5/2026', '2026-05'],
  ['de', '05.2026', '2026-05'],
  ['en', 'May 2026', '2026-05'],
  ['en', 'sept 2026', '2026-09'],
  ['en', '2026 December', '2026-12'],
  ['fr', 'Février 2026', '2026-02'],
  ['fr', 'fevr. 2026', '2026-02'],
  ['fr', 'juin 2026', '2026-06'],
  ['de', 'Mär 2026', '2026-03'],
  ['es', 'mayo de 2026', '2026-05'],
  ['en', 'ju 2026', undefined],
  ['fr', 'jui 2026', undefined],
  ['en', '2026-13', undefined],
  ['en', '2026', undefined],
  ['en', 'May', undefined],
  ['en', 'May June 2026', undefined],
  ['en', '', undefined],
])('in %s the month "%s" is parsed as %s', (language, typed, month) => {
  expect(readMonth(typed, language)).toBe(month)
})

it.each(['en', 'fr', 'de', 'es'])('months formatted in %s are parsed back', (language) => {
  for (let month = 1; month <= 12; month++) {
    const value = `2027-${String(month).padStart(2, '0')}`
    expect(readMonth(monthText(value, language), language)).toBe(value)
    expect(readMonth(monthText(value, language, 'short'), language)).toBe(value)
  }
})

it('a month is formatted in the language of the reader; other text is unchanged', () => {
  expect([monthText('2026-05', 'de'), monthText('2026-05', 'en', 'short')]).toEqual(['Mai 2026', 'May 2026'])
  expect(monthParts('2026-02', 'fr')).toEqual(['févr.', '2026'])
  expect(monthText('soon', 'en')).toBe('soon')
})
