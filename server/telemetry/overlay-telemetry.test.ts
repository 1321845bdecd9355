import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mostFlows, overlayTelemetry } from './overlay-telemetry.ts'

const links = { overlay: 'o1', downBandwidth: 3_000_000, edgeBoxes: 300 }

describe('the simulated telemetry of an overlay', () => {
  it('depends on the overlay and the time only', { tags: ['D-6.3'] }, () => {
    expect(overlayTelemetry(links, 1e12)).toEqual(overlayTelemetry({ ...links }, 1e12))
    expect(overlayTelemetry({ ...links, overlay: 'o2' }, 1e12)).not.toEqual(overlayTelemetry(links, 1e12))
    expect(overlayTelemetry(links, 1e12 + 60_000)).not.toEqual(overlayTelemetry(links, 1e12))
  })

  it('stays between zero and its maxima, even for an empty overlay', () => {
    const any = fc.record({ overlay: fc.string(), downBandwidth: fc.nat(1e9), edgeBoxes: fc.nat(1000) })
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: 1e13 }), (one, time) => {
        const { throughput, flows } = overlayTelemetry(one, time)
        expect(throughput).toBeGreaterThanOrEqual(0)
        expect(throughput).toBeLessThanOrEqual(one.downBandwidth)
        expect(flows).toBeGreaterThanOrEqual(0)
        expect(flows).toBeLessThanOrEqual(mostFlows(one))
      }),
    )
    expect(overlayTelemetry({ ...links, downBandwidth: 0, edgeBoxes: 0 }, 1e12)).toEqual({ throughput: 0, flows: 0 })
  })
})
