import { expect, it } from 'vitest'
import { place } from './anchored.ts'

const view = { width: 1000, height: 800 }
const floating = { top: 0, left: 0, width: 200, height: 100 }
const anchorAt = (top: number, left: number) => ({ top, left, width: 50, height: 30 })
const at = (top: number, left: number, placement: Parameters<typeof place>[0]['placement']) =>
  place({ anchor: anchorAt(top, left), floating, view, placement, gapPx: 4 })

it('stands below its anchor, at the start or at the end', () => {
  expect(at(100, 300, 'bottom-start')).toEqual({ top: 134, left: 300 })
  expect(at(100, 300, 'bottom-end')).toEqual({ top: 134, left: 150 })
})

it('goes to the other side where there is no room', () => {
  expect(at(750, 300, 'bottom-start').top).toBe(646)
  expect(at(20, 300, 'top').top).toBe(54)
})

it('never leaves the window', () => {
  expect(at(100, 980, 'bottom-start').left).toBe(792)
  expect(at(100, 10, 'bottom-end').left).toBe(8)
  expect(at(790, 300, 'right').top).toBe(692)
})
