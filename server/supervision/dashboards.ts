import type { Alert } from '../../schemas/supervision.ts'
import { html, type Markup } from '../identity/markup.ts'
import type { Language, Translate } from '../identity/texts.ts'
import { overlayTelemetry } from '../telemetry/overlay-telemetry.ts'
import { wanTelemetry } from '../telemetry/wan-telemetry.ts'
import { bar, lineChart } from './charts.ts'
import type { OverlayBox } from './overlay-boxes.ts'

/** What a dashboard is drawn from. */
export interface DashboardData {
  t: Translate
  language: Language
  overlay: string
  boxes: readonly OverlayBox[]
  alerts: readonly Alert[]
  at: number
}

const STEP_MS = 5 * 60_000
const STEPS = 72
const MOST_ROWS = 300
const KBITS_OF_MBIT = 1000

const numbers = (language: Language): Intl.NumberFormat => new Intl.NumberFormat(language, { maximumFractionDigits: 1 })

/** What stands on each of the service's own dashboards, by the name that it has (`user-api/overlay.ts`). */
export const DASHBOARD_PAGES: Readonly<Record<string, (data: DashboardData) => Markup>> = {
  Alerts: (data) => html`${traffic(data)}${alertTable(data)}`,
  Sites: siteTable,
  Traffic: (data) => html`${traffic(data)}${boxTable(data)}`,
}

/** The overlay's optimised traffic in the last six hours. */
export function traffic({ t, language, overlay, boxes, at }: DashboardData): Markup {
  const downBandwidth = boxes.flatMap(({ uplinks }) => uplinks).reduce((sum, uplink) => sum + uplink.downBandwidth, 0)
  const links = { overlay, downBandwidth, edgeBoxes: boxes.length }
  const times = Array.from({ length: STEPS }, (_step, index) => Math.floor(at / STEP_MS) * STEP_MS - (STEPS - 1 - index) * STEP_MS)
  const samples = times.map((time) => overlayTelemetry(links, time))
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const ticks = times.map((time) => clock.format(time))
  const number = numbers(language)
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
            <span>${t('supervision.most', { most: `${number.format(Math.max(0, ...values))}${unit}` })}</span>
          </p>
          ${lineChart(t('supervision.chart', { title }), { values, ticks, format: (value) => number.format(Math.round(value)) })}
        </section>`,
    )}
  </div>`
}

function alertTable({ t, language, alerts }: DashboardData): Markup {
  const number = numbers(language)
  if (alerts.length === 0)
    return html`<section class="card">
      <h2>${t('supervision.alerts')}</h2>
      <p>${t('supervision.noAlerts')}</p>
    </section>`
  return table(t('supervision.alerts'), {
    head: [t('supervision.severity'), t('supervision.rule'), t('supervision.box'), 'WAN', t('supervision.value'), t('supervision.limit')],
    rows: alerts
      .slice(0, MOST_ROWS)
      .map(({ severity, rule, boxName, wan, value, threshold }) => [
        html`<span class="severity ${severity}">${t(`supervision.severity.${severity}`)}</span>`,
        rule,
        boxName,
        wan,
        number.format(value),
        number.format(threshold),
      ]),
    numbersFrom: 4,
  })
}

interface Load {
  name: string
  mode: string
  site: string
  uplinks: number
  down: number
  most: number
  latency: number
  loss: number
}

function loadsOf({ boxes, at }: DashboardData): Load[] {
  return boxes.map(({ oid, name, mode, site, uplinks }) => {
    const samples = uplinks.map(({ identifier, upBandwidth, downBandwidth }) =>
      wanTelemetry({ box: oid, wan: identifier, upBandwidth, downBandwidth }, at),
    )
    const most = uplinks.reduce((sum, { downBandwidth }) => sum + downBandwidth, 0)
    const down = samples.reduce((sum, sample) => sum + sample.down, 0)
    const worst = (of: 'latencyMs' | 'lossPercent'): number => Math.max(0, ...samples.map((sample) => sample[of]))
    return { name, mode, site, uplinks: uplinks.length, down, most, latency: worst('latencyMs'), loss: worst('lossPercent') }
  })
}

function boxTable(data: DashboardData): Markup {
  const { t } = data
  const loads = loadsOf(data).toSorted((one, other) => other.down - one.down)
  return loadTable(data, { title: t('supervision.boxes'), first: t('supervision.box'), loads })
}

function siteTable(data: DashboardData): Markup {
  const { t } = data
  const sites = new Map<string, Load>()
  for (const load of loadsOf(data)) {
    const name = load.site || t('supervision.noSite')
    const known = sites.get(name) ?? { ...load, name, uplinks: 0, down: 0, most: 0, latency: 0, loss: 0 }
    sites.set(name, {
      ...known,
      uplinks: known.uplinks + load.uplinks,
      down: known.down + load.down,
      most: known.most + load.most,
      latency: Math.max(known.latency, load.latency),
      loss: Math.max(known.loss, load.loss),
    })
  }
  const order = new Intl.Collator(data.language)
  const loads = [...sites.values()].toSorted((one, other) => order.compare(one.name, other.name))
  return loadTable(data, { title: t('supervision.sites'), first: t('supervision.site'), loads })
}

function loadTable(
  { t, language }: DashboardData,
  { title, first, loads }: { title: string; first: string; loads: readonly Load[] },
): Markup {
  const number = numbers(language)
  if (loads.length === 0)
    return html`<section class="card">
      <h2>${title}</h2>
      <p>${t('supervision.noBoxes')}</p>
    </section>`
  return table(title, {
    head: [first, t('supervision.load'), t('supervision.uplinks'), 'Mbps', t('supervision.latency'), t('supervision.loss')],
    rows: loads
      .slice(0, MOST_ROWS)
      .map(({ name, uplinks, down, most, latency, loss }) => [
        name,
        html`${bar(most > 0 ? down / most : 0)}<span class="share">${most > 0 ? Math.round((100 * down) / most) : 0} %</span>`,
        number.format(uplinks),
        number.format(down / KBITS_OF_MBIT),
        number.format(latency),
        number.format(loss),
      ]),
    numbersFrom: 2,
  })
}

interface TableParts {
  head: readonly string[]
  rows: readonly (readonly (Markup | string)[])[]
  /** Columns from here on hold numbers. */
  numbersFrom: number
}

function table(title: string, { head, rows, numbersFrom }: TableParts): Markup {
  const kind = (index: number): Markup | false => index >= numbersFrom && html` class="number"`
  return html`<section class="card flush">
    <h2>${title}</h2>
    <div class="scroll" tabindex="0" role="group" aria-label="${title}">
      <table>
        <thead>
          <tr>
            ${head.map((name, index) => html`<th scope="col" ${kind(index)}>${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${row.map((cell, index) => html`<td${kind(index)}>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`
}
