import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wanTelemetry, type WanLink, type WanSample } from './wan-telemetry.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A Monday, midnight. */
const MONDAY = Date.UTC(2026, 0, 5)
const link: WanLink = { box: '0199d3a0-0000-7000-8000-000000000001', wan: 'wan1', upBandwidth: 20_000, downBandwidth: 100_000 }
const links = Array.from({ length: 20 }, (_link, index): WanLink => ({ ...link, box: `box ${index}` }))

const series = (one: WanLink, from: number, { days = 1, stepMs = MINUTE } = {}): WanSample[] =>
  Array.from({ length: Math.round((days * DAY) / stepMs) }, (_sample, index) => wanTelemetry(one, from + index * stepMs))
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

describe('the simulated telemetry of a WAN', () => {
  it('depends on box, WAN and time only', () => {
    expect(wanTelemetry(link, MONDAY)).toEqual(wanTelemetry({ ...link }, MONDAY))
    const others = [
      wanTelemetry({ ...link, wan: 'wan2' }, MONDAY),
      wanTelemetry({ ...link, box: 'x' }, MONDAY),
      wanTelemetry(link, MONDAY + 2000),
    ]
    for (const other of others) expect(other).not.toEqual(wanTelemetry(link, MONDAY))
  })

  it('always stays within the bandwidth and the measurable range', () => {
    const bandwidth = fc.integer({ min: 0, max: 100_000_000 })
    const wan = fc.constantFrom('wan1', 'wan2', 'wan3')
    const anyLink = fc.record({ box: fc.string(), wan, upBandwidth: bandwidth, downBandwidth: bandwidth })
    fc.assert(
      fc.property(anyLink, fc.integer({ min: -1e13, max: 1e13 }), (one, time) => {
        const { up, down, latencyMs, jitterMs, lossPercent } = wanTelemetry(one, time)
        expect(up).toBeGreaterThanOrEqual(0)
        expect(up).toBeLessThanOrEqual(one.upBandwidth)
        expect(down).toBeGreaterThanOrEqual(0)
        expect(down).toBeLessThanOrEqual(one.downBandwidth)
        expect(jitterMs).toBeGreaterThanOrEqual(0)
        expect(latencyMs).toBeGreaterThan(jitterMs)
        expect(lossPercent).toBeGreaterThanOrEqual(0)
        expect(lossPercent).toBeLessThanOrEqual(100)
      }),
      { numRuns: 500 },
    )
  })

  it('has more traffic by day than by night, and less at weekends', () => {
    const at = (from: number): number =>
      mean(links.flatMap((one) => series(one, from, { days: 1 / 8, stepMs: 5 * MINUTE }).map(({ down }) => down)))
    const [night, morning, saturday] = [at(MONDAY), at(MONDAY + 9 * 60 * MINUTE), at(MONDAY + 5 * DAY + 9 * 60 * MINUTE)]
    expect(morning).toBeGreaterThan(2 * night)
    expect(saturday).toBeLessThan(0.8 * morning)
    expect(saturday).toBeGreaterThan(night)
  })

  it('varies from one sample to the next without jumps', () => {
    const samples = series(link, MONDAY + DAY / 2, { days: 0.05, stepMs: 2000 })
    const steps = samples.slice(1).map(({ down }, index) => Math.abs(down - (samples[index]?.down ?? 0)))
    expect(steps.filter((step) => step > 0).length).toBeGreaterThan(0.99 * steps.length)
    expect(Math.max(...steps)).toBeLessThan(0.25 * link.downBandwidth)
  })

  it('has an incident now and then: some hours of a day have one, most have none', () => {
    const days = links.flatMap((one) => series(one, MONDAY))
    const isBad = ({ latencyMs, lossPercent }: WanSample): boolean => latencyMs > 120 || lossPercent > 3
    const share = days.filter(isBad).length / days.length
    expect(share).toBeGreaterThan(0.005)
    expect(share).toBeLessThan(0.05)
  })
})
