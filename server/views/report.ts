import type { OverlayStats } from '../../schemas/supervision.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { html, type Markup } from '../identity/pages/markup.ts'
import { overlayStats } from '../overlay-api/stats.ts'
import { alertRules, alertsOf, type AlertRule } from '../supervision/alerts.ts'
import { overlayBoxes, type OverlayBox } from '../supervision/overlay-boxes.ts'
import { wanTelemetry } from '../telemetry/wan-telemetry.ts'
import { bar } from './charts.ts'
import type { OwnView, ViewContext } from './own-view.ts'
import { emptyCard, figures, measures, MOST_ROWS, numbers, table } from './tables.ts'
import { timesOf, traffic, type Period } from './traffic.ts'

const OFFERED: readonly Period[] = ['hours24', 'days7', 'days30']
/** Points in time of a period on which tables are based. */
const SAMPLES = 24
const KBITS_OF_MBIT = 1000

/** The report of an overlay (S2 section 2): what it has and how it did, on a page that prints. */
export const reportView: OwnView = {
  base: 'reporting',
  path: '/overlays/:overlay/home',
  right: { resource: 'reporting', operation: 'read' },
  allows: ['allow-scripts', 'allow-forms', 'allow-modals'],
  async show(context) {
    const { db, caller, overlay, t, language, zone, at } = context
    const period = OFFERED.find((one) => one === context.query['period']) ?? 'hours24'
    const catalogue = catalogueOf(db)
    const { boxes, rules, stats } = await db.withinTenant(caller.scopes(), overlay.oid, async (queries) => ({
      boxes: await overlayBoxes(queries, overlay.oid),
      rules: await alertRules(queries, { catalogue, caller, overlayOid: overlay.oid }),
      stats: await overlayStats(queries, overlay.oid, { catalogue, at }),
    }))
    const times = thinned(timesOf(period, at))
    const content = html`${head(context, period)} ${counts(context, stats)}
    ${traffic({ t, language, zone, overlay: overlay.oid, boxes, at }, period)} ${siteTable(context, boxes, times)}
    ${ruleTable(context, { boxes, rules, times })}`
    return { title: t('reporting.title', { name: overlay.name }), content, isSimulated: true }
  },
}

function thinned(times: readonly number[]): number[] {
  const step = Math.max(1, Math.floor(times.length / SAMPLES))
  return times.filter((_time, index) => index % step === step - 1)
}

function head({ t, language, zone, at, self, ticket, overlay }: ViewContext, period: Period): Markup {
  const made = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: zone }).format(at)
  return html`<div class="headline">
    <form class="periods" method="post" action="${self()}" aria-label="${t('reporting.period')}">
      <input type="hidden" name="ticket" value="${ticket}" />
      ${OFFERED.map((one) => html`<button name="period" value="${one}" aria-pressed="${String(one === period)}">${t(`supervision.period.${one}`)}</button>`)}
    </form>
    <p class="made">${t('reporting.made', { date: made, zone, name: overlay.name, period: t(`supervision.period.${period}`) })}</p>
    <button type="button" class="plain" data-print hidden>${t('reporting.print')}</button>
  </div>`
}

function counts({ t, language }: ViewContext, stats: OverlayStats): Markup {
  const number = numbers(language)
  return figures(t('reporting.overlay'), [
    { label: t('overview.edgeBoxes'), value: number.format(stats.edgeBoxesCount) },
    { label: t('overview.hubs'), value: number.format(stats.hubsCount) },
    { label: t('overview.spokes'), value: number.format(stats.spokesCount) },
    { label: t('overview.teleEngines'), value: number.format(stats.teleEnginesCount) },
    { label: t('overview.connections'), value: number.format(stats.connectionsCount) },
    { label: t('overview.applicationGroups'), value: number.format(stats.applicationGroupsCount) },
  ])
}

interface SiteSums {
  boxes: number
  uplinks: number
  down: number
  most: number
  latency: number
  loss: number
  measured: number
}

function siteTable({ t, language }: ViewContext, boxes: readonly OverlayBox[], times: readonly number[]): Markup {
  const title = t('supervision.sites')
  if (boxes.length === 0) return emptyCard(title, t('supervision.noBoxes'))
  const sites = new Map<string, SiteSums>()
  for (const { oid, site, uplinks } of boxes) {
    const name = site || t('supervision.noSite')
    const sums = sites.get(name) ?? { boxes: 0, uplinks: 0, down: 0, most: 0, latency: 0, loss: 0, measured: 0 }
    sites.set(name, sums)
    sums.boxes += 1
    for (const { identifier: wan, upBandwidth, downBandwidth } of uplinks) {
      sums.uplinks += 1
      sums.most += downBandwidth
      for (const time of times) {
        const sample = wanTelemetry({ box: oid, wan, upBandwidth, downBandwidth }, time)
        sums.down += sample.down / times.length
        sums.latency += sample.latencyMs
        sums.loss += sample.lossPercent
        sums.measured += 1
      }
    }
  }
  const [number, measure] = [numbers(language), measures(language)]
  const order = new Intl.Collator(language)
  const mean = (sum: number, { measured }: SiteSums): string => (measured > 0 ? measure.format(sum / measured) : '–')
  return table(title, {
    head: [
      t('supervision.site'),
      t('supervision.load'),
      t('supervision.boxes'),
      t('supervision.uplinks'),
      'Mbps',
      t('supervision.latency'),
      t('supervision.loss'),
    ],
    rows: [...sites]
      .toSorted(([one], [other]) => order.compare(one, other))
      .slice(0, MOST_ROWS)
      .map(([name, sums]) => [
        name,
        bar(sums.most > 0 ? sums.down / sums.most : 0, `${sums.most > 0 ? Math.round((100 * sums.down) / sums.most) : 0} %`),
        number.format(sums.boxes),
        number.format(sums.uplinks),
        measure.format(sums.down / KBITS_OF_MBIT),
        mean(sums.latency, sums),
        mean(sums.loss, sums),
      ]),
    numbersFrom: 2,
  })
}

interface Watched {
  boxes: readonly OverlayBox[]
  rules: readonly AlertRule[]
  times: readonly number[]
}

function ruleTable({ t, language }: ViewContext, { boxes, rules, times }: Watched): Markup {
  const title = t('reporting.rules')
  const watching = rules.filter(({ enabled }) => enabled)
  if (watching.length === 0) return emptyCard(title, t('reporting.noRules'))
  const found = times.flatMap((time) => alertsOf(boxes, watching, time))
  const measured = boxes.reduce((sum, { uplinks }) => sum + uplinks.length, 0) * times.length
  const number = numbers(language)
  return table(title, {
    head: [t('supervision.rule'), t('supervision.severity'), t('supervision.limit'), t('reporting.affected'), t('reporting.share')],
    rows: watching.map(({ name, severity, threshold }) => {
      const own = found.filter(({ rule }) => rule === name)
      return [
        name,
        html`<span class="severity ${severity}">${t(`supervision.severity.${severity}`)}</span>`,
        number.format(threshold),
        number.format(new Set(own.map(({ boxOid, wan }) => `${boxOid} ${wan}`)).size),
        `${measures(language).format(measured > 0 ? (100 * own.length) / measured : 0)} %`,
      ]
    }),
    numbersFrom: 2,
  })
}
