import { describe, expect, it } from 'vitest'
import { numberText, readNumber } from './numbers.ts'

it('divides amounts into groups as the language does, and codes not at all', () => {
  expect(numberText(65_001, { type: 'integer' }, 'en')).toBe('65,001')
  expect(numberText(65_001, undefined, 'de')).toBe('65.001')
  expect(numberText(65_001, { type: 'integer', 'x-kind': 'code' }, 'en')).toBe('65001')
})

describe('a typed number', () => {
  it('is read with blanks, apostrophes, comma or point', () => {
    expect(readNumber('1 500', true)).toBe(1500)
    expect(readNumber("4'294'967'295", true)).toBe(4294967295)
    expect(readNumber('1,5', false)).toBe(1.5)
    expect(readNumber('-3', true)).toBe(-3)
  })

  it('is nothing when nothing is typed', () => {
    expect(readNumber('  ', true)).toBeUndefined()
  })

  it('stays as typed when it is none, so that the field can say so', () => {
    for (const text of ['abc', '1.5', '1e5', '0x10', '--1', '1,2,3', '9007199254740993']) expect(readNumber(text, true)).toBe(text)
  })
})
