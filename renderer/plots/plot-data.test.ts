import { expect, it } from 'vitest'
import { scaleOf, shownTicks, type PlotData } from './plot-data.ts'

const data = (...series: number[][]): PlotData => ({
  points: (series[0] ?? []).map((_value, index) => ({ id: String(index), label: String(index) })),
  series: series.map((values, index) => ({ id: String(index), label: String(index), tone: 'accent', values })),
})
const ticks = (of: PlotData, isStacked = true): readonly number[] => scaleOf(of, { isStacked, steps: 4 }).ticks

it.each<[string, PlotData, number[]]>([
  ['holds the highest value', data([3, 97, 12]), [0, 50, 100]],
  ['ends on a value that is one of its steps', data([100]), [0, 50, 100]],
  ['names whole ones where all values are whole', data([1, 2]), [0, 1, 2]],
  ['names parts where values are parts', data([0.3, 0.75]), [0, 0.2, 0.4, 0.6000000000000001, 0.8]],
  ['has a length where there is nothing', data([0, 0]), [0, 1]],
  ['holds what stands on each other', data([40], [40], [10]), [0, 50, 100]],
])('a scale %s', (_name, of, expected) => {
  expect(ticks(of)).toEqual(expected)
})

it('holds each line by itself where they do not stand on each other', () => {
  expect(ticks(data([40], [45]), false)).toEqual([0, 20, 40, 60])
})

it('says once what neighbours share', () => {
  const points = ['Nov 2025', 'Dec 2025', 'Jan 2026', 'Feb 2026', 'Mar 2026'].map((label) => {
    const [own = '', shared = ''] = label.split(' ')
    return { id: label, label, tick: [own, shared] as const }
  })
  const labels = (every: number) => shownTicks(points, every).map(({ own, shared }) => [own, shared].filter(Boolean).join(' '))
  expect(labels(1)).toEqual(['Nov 2025', 'Dec', 'Jan 2026', 'Feb', 'Mar'])
  expect(labels(3)).toEqual(['Nov 2025', 'Feb 2026'])
})
