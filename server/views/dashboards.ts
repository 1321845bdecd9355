import type { Alert } from '../../schemas/supervision.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { html, type Markup } from '../identity/pages/markup.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { alertRules, alertsOf } from '../supervision/alerts.ts'
import { overlayBoxes } from '../supervision/overlay-boxes.ts'
import { wanTelemetry } from '../telemetry/wan-telemetry.ts'
import { overlayOf } from '../user-api/overlay.ts'
import { bar } from './charts.ts'
import type { OwnView, TelemetryContext } from './own-view.ts'
import { emptyCard, measures, MOST_ROWS, numbers, table } from './tables.ts'
import { traffic } from './traffic.ts'

interface DashboardData extends TelemetryContext {
  alerts: readonly Alert[]
}

const KBITS_OF_MBIT = 1000

/** The dashboards that every overlay has (S2 section 2). */
export const dashboardView: OwnView = {
  base: 'supervision',
  path: '/overlays/:overlay/d/:dashboard/',
  right: { resource: 'supervision', operation: 'read' },
  allows: [],
  async show({ db, caller, overlay, params, t, language, zone, at }) {
    const dashboard = overlayOf(overlay).dashboards.find(({ oid }) => oid === params['dashboard'])
    const draw = dashboard && DASHBOARD_PAGES[dashboard.name]
    if (!dashboard || !draw) throw new HttpProblem(404, 'The overlay has no such dashboard.')
    return db.withinTenant(caller.scopes(), overlay.oid, async (queries) => {
      const boxes = await overlayBoxes(queries, overlay.oid)
      const rules = await alertRules(queries, { catalogue: catalogueOf(db), caller, overlayOid: overlay.oid })
      const alerts = alertsOf(boxes, rules, at)
      const title = dashboard.text === undefined ? dashboard.name : t(dashboard.text)
      return { title, content: draw({ t, language, zone, overlay: overlay.oid, boxes, alerts, at }), isSimulated: true }
    })
  },
}

/** Contents of each dashboard, by its name in `user-api/overlay.ts`. */
const DASHBOARD_PAGES: Readonly<Record<string, (data: DashboardData) => Markup>> = {
  Alerts: (data) => html`${traffic(data, 'hours6')}${alertTable(data)}`,
  Sites: siteTable,
  Traffic: (data) => html`${traffic(data, 'hours6')}${boxTable(data)}`,
}

function alertTable({ t, language, alerts }: DashboardData): Markup {
  const number = numbers(language)
  if (alerts.length === 0) return emptyCard(t('supervision.alerts'), t('supervision.noAlerts'))
  return table(t('supervision.alerts'), {
    head: [t('supervision.severity'), t('supervision.rule'), t('supervision.box'), 'WAN', t('supervision.value'), t('supervision.limit')],
    rows: alerts
      .slice(0, MOST_ROWS)
      .map(({ severity, rule, boxName, wan, value, threshold }) => [
        html`<span class="severity ${severity}">${t(`supervision.severity.${severity}`)}</span>`,
        rule,
        boxName,
        wan,
        measures(language).format(value),
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
  const [number, measure] = [numbers(language), measures(language)]
  if (loads.length === 0) return emptyCard(title, t('supervision.noBoxes'))
  return table(title, {
    head: [first, t('supervision.load'), t('supervision.uplinks'), 'Mbps', t('supervision.latency'), t('supervision.loss')],
    rows: loads
      .slice(0, MOST_ROWS)
      .map(({ name, uplinks, down, most, latency, loss }) => [
        name,
        bar(most > 0 ? down / most : 0, `${most > 0 ? Math.round((100 * down) / most) : 0} %`),
        number.format(uplinks),
        measure.format(down / KBITS_OF_MBIT),
        measure.format(latency),
        measure.format(loss),
      ]),
    numbersFrom: 2,
  })
}
