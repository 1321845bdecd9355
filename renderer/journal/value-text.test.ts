import { expect, it } from 'vitest'
import { dateText, type DateDisplay } from '../parts/text/date-texts.ts'
import { valueText } from './value-text.ts'

const texts = { language: 'fr', t: (key: string) => key, optionLabel: (_field: string, value: unknown) => String(value) }

it('months are formatted in the language of the reader', () => {
  const of = (value: unknown) => valueText(texts, { field: 'startDate', property: { type: 'string', format: 'month' }, value })
  expect([of('2026-05'), of(null), of('soon')]).toEqual(['mai 2026', '', 'soon'])
})

it('dates are formatted as the screen says, but never relative to today', () => {
  const property = { type: 'string', format: 'date-time', readOnly: true } as const
  const at = '2020-01-12T22:00:00Z'
  const of = (dateDisplay: Record<string, DateDisplay>) =>
    valueText({ ...texts, dateDisplay }, { field: 'site.seenAt', property, value: at })
  const expected = (display: DateDisplay) => dateText(at, display, { language: 'fr' })
  expect(of({})).toBe(expected('exact'))
  expect(of({ 'site.seenAt': 'relative' })).toBe(expected('exact'))
  expect(of({ 'site.seenAt': 'date' })).toBe(expected('date'))
  expect(valueText(texts, { field: 'dueAt', property: { type: 'string', format: 'date-time' }, value: at })).toBe(expected('planned'))
  expect(valueText(texts, { field: 'due', property: { type: 'string', format: 'date' }, value: '2020-01-12' })).toBe('dim. 12 janv. 2020')
})
