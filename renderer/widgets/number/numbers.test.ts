import { describe, expect, it } from 'vitest'
import { numberText, readNumber } from './numbers.ts'

it('amounts have the digit grouping of the language, codes have none', () => {
  expect(numberText(65_001, { type: 'integer' }, 'en')).toBe('65,001')
  expect(numberText(65_001, undefined, 'de')).toBe('65.001')
  expect(numberText(65_001, { type: 'integer', 'x-kind': 'code' }, 'en')).toBe('65001')
})

describe('a typed number', () => {
  it('is parsed with spaces, apostrophes, comma or point', () => {
    expect(readNumber('1 500', true)).toBe(1500)
    expect(readNumber("4'294'967'295", true)).toBe(4294967295)
    expect(readNumber('1,5', false)).toBe(1.5)
    expect(readNumber('-3', true)).toBe(-3)
  })

  it('is undefined for empty input', () => {
    expect(readNumber('  ', true)).toBeUndefined()
  })

  it('stays as typed if it is not a number, so that the field can report it', () => {
    for (const text of ['abc', '1.5', '1e5', '0x10', '--1', '1,2,3', '9007199254740993']) expect(readNumber(text, true)).toBe(text)
  })
})
