import { describe, expect, it } from 'vitest'
import { grownBy, readCountsIn } from './read-counts.ts'

describe('the reads of a copy', () => {
  it('are those of standbys, and of the primary for any reason', () => {
    const metrics = [
      '# TYPE standby_reads_total counter',
      'standby_reads_total{where="standby",reason="none"} 40',
      'standby_reads_total{where="primary",reason="behind"} 2',
      'standby_reads_total{where="primary",reason="failed"} 3',
    ]
    expect(readCountsIn(metrics.join('\n'))).toEqual({ standby: 40, primary: 5 })
  })

  it('are counted from 0 after a new start', () => {
    expect(grownBy({ standby: 40, primary: 5 }, { standby: 50, primary: 5 })).toEqual({ standby: 10, primary: 0 })
    expect(grownBy({ standby: 40, primary: 5 }, { standby: 3, primary: 9 })).toEqual({ standby: 3, primary: 9 })
    expect(grownBy(undefined, { standby: 3, primary: 1 })).toEqual({ standby: 3, primary: 1 })
  })
})
