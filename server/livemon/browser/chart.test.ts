import { describe, expect, it } from 'vitest'
import { areaPath, formatsOf, linePath, merged, scaleFor } from './chart.mjs'

const window = { from: 0, to: 10_000, stepMs: 2000 }

describe('the chart scale', () => {
  it.each([
    [0, 5, 5],
    [3, 5, 5],
    [5, 1, 10],
    [1.6, 1, 2],
    [1.7, 1, 5],
    [83_000, 100, 100_000],
    [84_000, 100, 200_000],
    [0.3, 0.001, 0.5],
  ])('for %d, at least %d, ends at %d', (value, least, expected) => expect(scaleFor(value, least)).toBeCloseTo(expected, 9))
})

describe('the chart path', () => {
  const samples = [
    [0, 0],
    [2000, 50],
    [8000, 100],
    [10_000, 200],
  ]
  const drawn = { window, scale: 100 }

  it('connects consecutive samples, breaks at gaps, and stays within the scale', () => {
    expect(linePath(samples, 1, drawn)).toBe('M0 100L60 53M240 6L300 6')
  })

  it('closes at the baseline for an area', () => {
    expect(areaPath(samples, 1, drawn)).toBe('M0 100L0 100L60 53L60 100ZM240 100L240 6L300 6L300 100Z')
  })

  it('is empty without samples', () => {
    expect(linePath([], 1, drawn) + areaPath([], 1, drawn)).toBe('')
  })
})

describe('incoming samples', () => {
  it('are appended once, and the oldest are dropped', () => {
    const known = [[1000], [2000], [3000]]
    expect(merged(known, [[2000], [3000], [4000]], { at: 4000, historyMs: 2000 })).toEqual([[2000], [3000], [4000]])
  })
})

describe('chart numbers', () => {
  it.each<[string, number, string[]]>([
    ['en', 853, ['853 kbit/s', '853 kbit/s']],
    ['en', 2500, ['2.5 Mbit/s', '2.5 Mbit/s']],
    ['de', 93_140, ['93,1 Mbit/s', '93,14 Mbit/s']],
    ['fr', 1_000_000, ['1,0 Gbit/s', '1 Gbit/s']],
    ['es', 250_000, ['250 Mbit/s', '250 Mbit/s']],
  ])('in %s: %d kbit/s, as a value and as a bound', (language, kbits, expected) => {
    const { rate, bound } = formatsOf(language)
    expect([rate(kbits), bound(kbits)].map((text) => text.replace('\u00a0', ' '))).toEqual(expected)
  })
})
