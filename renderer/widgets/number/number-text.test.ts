import { expect, it } from 'vitest'
import { numberText } from './number-text.ts'

it('divides amounts into groups as the language does, and codes not at all', () => {
  expect(numberText(65_001, { type: 'integer' }, 'en')).toBe('65,001')
  expect(numberText(65_001, undefined, 'de')).toBe('65.001')
  expect(numberText(65_001, { type: 'integer', 'x-kind': 'code' }, 'en')).toBe('65001')
})
