import { html, type Markup } from '../identity/pages/markup.ts'
import { overlayTelemetry } from '../telemetry/overlay-telemetry.ts'
import { lineChart } from './charts.ts'
import type { TelemetryContext } from './own-view.ts'
import { numbers } from './tables.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Periods from this length on are shown by day. */
const LONG_MS = 48 * HOUR_MS
const KBITS_OF_MBIT = 1000

/** Time span and step of a page; its name is part of a text key. */
export const PERIODS = {
  hours6: { steps: 72, stepMs: 5 * MINUTE_MS },
  hours24: { steps: 96, stepMs: 15 * MINUTE_MS },
  days7: { steps: 84, stepMs: 2 * HOUR_MS },
  days30: { steps: 120, stepMs: 6 * HOUR_MS },
} as const

export type Period = keyof typeof PERIODS

/** Points in time of a period, oldest first. */
export function timesOf(period: Period, at: number): number[] {
  const { steps, stepMs } = PERIODS[period]
  return Array.from({ length: steps }, (_step, index) => Math.floor(at / stepMs) * stepMs - (steps - 1 - index) * stepMs)
}

/** The overlay's optimised traffic in a period. */
export function traffic({ t, language, zone, overlay, boxes, at }: TelemetryContext, period: Period): Markup {
  const downBandwidth = boxes.flatMap(({ uplinks }) => uplinks).reduce((sum, uplink) => sum + uplink.downBandwidth, 0)
  const links = { overlay, downBandwidth, edgeBoxes: boxes.length }
  const times = timesOf(period, at)
  const samples = times.map((time) => overlayTelemetry(links, time))
  const { steps, stepMs } = PERIODS[period]
  const clock = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    ...(steps * stepMs > LONG_MS ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  })
  const ticks = times.map((time) => clock.format(time))
  const number = numbers(language)
  const said = t(`supervision.period.${period}`)
  const charts = [
    { title: t('supervision.throughput'), values: samples.map(({ throughput }) => throughput / KBITS_OF_MBIT), unit: ' Mbps' },
    { title: t('supervision.flows'), values: samples.map(({ flows }) => flows), unit: '' },
  ]
  return html`<div class="pair">
    ${charts.map(
      ({ title, values, unit }) =>
        html`<section class="card">
          <h2>${title}</h2>
          <p class="figure">
            <strong>${number.format(values.at(-1) ?? 0)}${unit}</strong>
            <span>${t('supervision.most', { period: said, most: `${number.format(Math.max(0, ...values))}${unit}` })}</span>
          </p>
          ${lineChart(t('supervision.chart', { title, period: said }), { values, ticks, format: (value) => `${number.format(Math.round(value))}${unit}` })}
        </section>`,
    )}
  </div>`
}
