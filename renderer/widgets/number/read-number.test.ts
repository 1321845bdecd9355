import { describe, expect, it } from 'vitest'
import { readNumber } from './read-number.ts'

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
