import { expect, it } from 'vitest'
import { roundAbove } from './charts.ts'

it.each([
  [0, 1],
  [1, 1],
  [7.1, 8],
  [29_697, 30_000],
  [433_584, 500_000],
  [90_001, 100_000],
])('the axis of a plot whose highest value is %d ends at %d', (most, top) => {
  expect(roundAbove(most)).toBe(top)
})
