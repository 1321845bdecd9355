import { expect, it } from 'vitest'
import { valueText } from './value-text.ts'

const texts = { language: 'fr', t: (key: string) => key, optionLabel: (_field: string, value: unknown) => String(value) }

it('months are formatted in the language of the reader', () => {
  const of = (value: unknown) => valueText(texts, { field: 'startDate', property: { type: 'string', format: 'month' }, value })
  expect([of('2026-05'), of(null), of('soon')]).toEqual(['mai 2026', '', 'soon'])
})
