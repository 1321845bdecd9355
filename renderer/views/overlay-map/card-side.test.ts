import { expect, it } from 'vitest'
import { isUnderCard } from './card-side.ts'

const at = ([left, top]: readonly [number, number], [width, height]: readonly [number, number] = [16, 16]): Element => {
  const box = { left, top, right: left + width, bottom: top + height }
  return { getBoundingClientRect: () => box } as Element
}

it.each([
  ['lies in the lower corner', [120, 560], true],
  ['lies above it', [120, 200], false],
  ['lies beside it', [500, 560], false],
  ['lies at the other end', [1000, 560], false],
] as const)('isUnderCard: the device %s', (_where, [left, top], expected) => {
  expect(isUnderCard(at([left, top]), at([100, 100], [1100, 500]))).toBe(expected)
})

it('on a small map the card takes one half', () => {
  const map = at([0, 0], [400, 300])
  expect([isUnderCard(at([150, 200]), map), isUnderCard(at([220, 200]), map), isUnderCard(at([150, 20]), map)]).toEqual([
    true,
    false,
    false,
  ])
})
