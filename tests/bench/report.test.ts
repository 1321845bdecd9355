import { expect, it } from 'vitest'
import { tableOf } from './report.ts'

it('the report lists every figure with its ratio, budget and verdict, followed by the notes', () => {
  expect(
    tableOf([
      { id: 'L1', ours: 1500, reference: 2000, unit: 'calls/s', budget: { of: 'ratio', atLeast: 0.7 } },
      { id: 'S2', ours: 3.4, unit: 's', budget: { of: 'ours', atMost: 3 }, note: 'a cold disk' },
    ]).split('\n'),
  ).toEqual([
    'id           ours      reference   ratio   budget  verdict',
    '--  -------------  -------------  ------  -------  -------',
    'L1  1,500 calls/s  2,000 calls/s  0.75 ×  ≥ 0.7 ×      met',
    'S2         3.40 s                           ≤ 3 s   missed',
    '',
    'S2: a cold disk',
  ])
})
