import { describe, expect, it } from 'vitest'
import { isBlank, trimInvisible } from './blank.ts'

/** Invisible code points: ASCII, Latin-1, Unicode spaces, zero-width, directional, fillers. */
const blanks = [0x20, 0x09, 0x0a, 0xa0, 0xad, 0x1680, 0x180e, 0x2003, 0x200b, 0x200d, 0x200f, 0x2028, 0x202f, 0x2060, 0x3000, 0xfeff]
const fillers = [0x115f, 0x2800, 0x3164, 0xfe0f, 0xe0020]
const hex = (point: number): string => point.toString(16)

describe('blank text', () => {
  it.each([...blanks, ...fillers].map((point) => [hex(point), String.fromCodePoint(point)]))(
    'is text that consists only of %s',
    (_hex, sign) => {
      expect(isBlank(sign)).toBe(true)
      expect(isBlank(` ${sign}${sign}`)).toBe(true)
      expect(isBlank(`${sign}a`)).toBe(false)
    },
  )

  it('includes empty text, but no text with a visible character', () => {
    expect(isBlank('')).toBe(true)
    for (const text of ['a', '.', '0', '家', '❤️', '👩‍👩‍👧', 'עברית', '\u0301']) expect(isBlank(text)).toBe(false)
  })

  it('is checked in a single pass, whatever its length', () => {
    const long = `a${' '.repeat(1_000_000)}a`
    const before = performance.now()
    expect([isBlank(long), trimInvisible(long)]).toEqual([false, long])
    expect(isBlank(' '.repeat(1_000_000))).toBe(true)
    expect(performance.now() - before).toBeLessThan(500)
  })
})

describe('a trimmed text', () => {
  it.each(blanks.map((point) => [hex(point), String.fromCodePoint(point)]))(
    'has no %s at either end, but keeps it in the middle',
    (_hex, sign) => {
      expect(trimInvisible(`${sign}${sign}a${sign}b${sign} `)).toBe(`a${sign}b`)
      expect(trimInvisible(`${sign}${sign}`)).toBe('')
    },
  )

  it('keeps invisible code points that belong to its last character', () => {
    for (const text of ['❤️', '👩‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'á', 'عربي']) expect(trimInvisible(` ${text} `)).toBe(text)
  })
})
