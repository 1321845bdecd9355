import { expect, it } from 'vitest'
import { scaleOf, shownTicks, type PlotData } from './plot-data.ts'

const data = (...series: number[][]): PlotData => ({
  points: (series[0] ?? []).map((_value, index) => ({ id: String(index), label: String(index) })),
  series: series.map((values, index) => ({ id: String(index), label: String(index), tone: 'accent', values })),
})
const ticks = (of: PlotData, isStacked = true): readonly number[] => scaleOf(of, { isStacked, steps: 4 }).ticks

it.each<[string, PlotData, number[]]>([
  ['includes the highest value', data([3, 97, 12]), [0, 50, 100]],
  ['ends at the highest value if that is a step', data([100]), [0, 50, 100]],
  ['has integer ticks if all values are integers', data([1, 2]), [0, 1, 2]],
  ['has fractional ticks if values are fractions', data([0.3, 0.75]), [0, 0.2, 0.4, 0.6000000000000001, 0.8]],
  ['has a length if all values are zero', data([0, 0]), [0, 1]],
  ['includes the sum of stacked values', data([40], [40], [10]), [0, 50, 100]],
])('the scale %s', (_name, of, expected) => {
  expect(ticks(of)).toEqual(expected)
})

it('the scale includes each single value if series are not stacked', () => {
  expect(ticks(data([40], [45]), false)).toEqual([0, 20, 40, 60])
})

it('the axis shows a shared part of neighbouring labels once', () => {
  const points = ['Nov 2025', 'Dec 2025', 'Jan 2026', 'Feb 2026', 'Mar 2026'].map((label) => {
    const [own = '', shared = ''] = label.split(' ')
    return { id: label, label, tick: [own, shared] as const }
  })
  const labels = (every: number) => shownTicks(points, every).map(({ own, shared }) => [own, shared].filter(Boolean).join(' '))
  expect(labels(1)).toEqual(['Nov 2025', 'Dec', 'Jan 2026', 'Feb', 'Mar'])
  expect(labels(3)).toEqual(['Nov 2025', 'Feb 2026'])
})
