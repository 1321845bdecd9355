import { html, type Markup } from '../identity/pages/markup.ts'
import { overlayBoxes } from '../supervision/overlay-boxes.ts'
import { randomAt, seedOf } from '../telemetry/noise.ts'
import { overlayTelemetry } from '../telemetry/overlay-telemetry.ts'
import { wanTelemetry } from '../telemetry/wan-telemetry.ts'
import { applicationSets, type ShownSet } from './application-sets.ts'
import { bar } from './charts.ts'
import type { DrawnView, OwnView, ViewContext } from './own-view.ts'
import { emptyCard, figures, measures, MOST_ROWS, numbers, table } from './tables.ts'
import { traffic } from './traffic.ts'

const KBITS_OF_MBIT = 1000
/** Maximum number of listed names; more are only counted. */
const MOST_APPS = 8
/** Share of the traffic outside all application sets. */
const OTHER_SHARE = 0.12

/** The views of applications (S2 section 2), each for those who may read its own field. */
export const applicationViews: readonly OwnView[] = [
  {
    base: 'applications',
    path: '/overlays/:overlay/configuration/',
    right: { resource: 'applications', operation: 'read' },
    allows: [],
    show: configuration,
  },
  {
    base: 'applications',
    path: '/overlays/:overlay/sslconfiguration/',
    right: { resource: 'ssl_optimisation', operation: 'read' },
    allows: [],
    show: ssl,
  },
  {
    base: 'applications',
    path: '/overlays/:overlay/monitoring/',
    right: { resource: 'sdc_dashboard', operation: 'read' },
    allows: [],
    show: monitoring,
  },
]

async function configuration(context: ViewContext): Promise<DrawnView> {
  const { t, language } = context
  const title = t('shell.place.applicationConfiguration')
  const sets = await applicationSets(context)
  if (sets === undefined) return { title, content: emptyCard(title, t('applications.noRight')), isSimulated: false }
  const number = numbers(language)
  const counted = [
    { label: t('applications.sets'), value: number.format(sets.length) },
    { label: t('applications.apps'), value: number.format(sets.reduce((sum, { apps }) => sum + apps.length, 0)) },
    { label: t('applications.alarms'), value: number.format(sets.reduce((sum, { alarms }) => sum + alarms, 0)) },
  ]
  const kinds = [
    { title: t('applications.saas'), sets: sets.filter(({ type }) => type === 'saas') },
    { title: t('applications.portBased'), sets: sets.filter(({ type }) => type !== 'saas') },
  ]
  const content = html`${figures(t('reporting.overlay'), counted)} ${kinds.map((kind) => setTable(context, kind))}`
  return { title, content, isSimulated: false }
}

function setTable({ t, language }: ViewContext, { title, sets }: { title: string; sets: readonly ShownSet[] }): Markup {
  if (sets.length === 0) return emptyCard(title, t('applications.noSets'))
  const number = numbers(language)
  return table(title, {
    head: [t('applications.set'), t('applications.holds'), t('applications.policies'), t('applications.priority')],
    rows: sets
      .slice(0, MOST_ROWS)
      .map(({ name, apps, policies, priority }) => [
        name,
        html`<span class="wrap">${shortened(t, apps)}</span>`,
        html`<span class="wrap">${policies === undefined ? t('applications.noPolicyRight') : policyText(t, policies)}</span>`,
        number.format(priority),
      ]),
    numbersFrom: 3,
  })
}

function shortened(t: ViewContext['t'], apps: readonly string[]): string {
  const shown = apps.slice(0, MOST_APPS).join(', ')
  return apps.length > MOST_APPS ? t('applications.more', { shown, count: apps.length - MOST_APPS }) : shown
}

function policyText(t: ViewContext['t'], policies: ReadonlyMap<string, number>): string {
  const parts = [...policies].toSorted(([, one], [, other]) => other - one)
  return parts.map(([policy, count]) => `${t(`internet-policy.option.policy.${policy}`)}: ${count}`).join(' · ')
}

async function ssl({ db, caller, overlay, t, language, at }: ViewContext): Promise<DrawnView> {
  const title = t('shell.place.sslOptimisation')
  const boxes = await db.withinTenant(caller.scopes(), overlay.oid, (queries) => overlayBoxes(queries, overlay.oid))
  if (boxes.length === 0) return { title, content: emptyCard(title, t('supervision.noBoxes')), isSimulated: false }
  const number = numbers(language)
  const rows = boxes.map((box) => {
    const down = box.uplinks.reduce(
      (sum, { identifier: wan, upBandwidth, downBandwidth }) =>
        sum + wanTelemetry({ box: box.oid, wan, upBandwidth, downBandwidth }, at).down,
      0,
    )
    return { ...box, down, encrypted: 0.55 + 0.4 * randomAt(seedOf(box.oid), 7) }
  })
  const optimised = rows.filter(({ isOptimised }) => isOptimised)
  const counted = [
    { label: t('supervision.boxes'), value: number.format(rows.length) },
    { label: t('applications.optimisedBoxes'), value: number.format(optimised.length) },
    { label: t('applications.optimisedTraffic'), value: `${number.format(megabits(optimised))} Mbps` },
  ]
  const content = html`${figures(t('reporting.overlay'), counted)}
  ${table(t('supervision.boxes'), {
    head: [
      t('supervision.box'),
      t('supervision.site'),
      t('shell.place.sslOptimisation'),
      t('applications.encrypted'),
      t('applications.optimisedMbps'),
    ],
    rows: rows
      .slice(0, MOST_ROWS)
      .map((row) => [
        row.name,
        row.site || t('supervision.noSite'),
        html`<span class="state ${row.isOptimised ? 'on' : 'off'}">${t(row.isOptimised ? 'applications.on' : 'applications.off')}</span>`,
        `${Math.round(100 * row.encrypted)} %`,
        row.isOptimised ? measures(language).format(megabits([row])) : '–',
      ]),
    numbersFrom: 3,
  })}`
  return { title, content, isSimulated: true }
}

const megabits = (rows: readonly { down: number; encrypted: number }[]): number =>
  rows.reduce((sum, { down, encrypted }) => sum + down * encrypted, 0) / KBITS_OF_MBIT

async function monitoring(context: ViewContext): Promise<DrawnView> {
  const { db, caller, overlay, t, language, zone, at } = context
  const title = t('shell.place.applicationMonitoring')
  const boxes = await db.withinTenant(caller.scopes(), overlay.oid, (queries) => overlayBoxes(queries, overlay.oid))
  const charts = traffic({ t, language, zone, overlay: overlay.oid, boxes, at }, 'hours6')
  const sets = await applicationSets(context)
  if (sets === undefined)
    return { title, content: html`${charts}${emptyCard(t('applications.sets'), t('applications.noRight'))}`, isSimulated: true }
  const number = numbers(language)
  const downBandwidth = boxes.flatMap(({ uplinks }) => uplinks).reduce((sum, uplink) => sum + uplink.downBandwidth, 0)
  const whole = overlayTelemetry({ overlay: overlay.oid, downBandwidth, edgeBoxes: boxes.length }, at)
  const measure = measures(language)
  const divided = shares(sets, at)
  const largest = Math.max(...divided.map(({ share }) => share))
  const rows = divided.map(({ name, share, latency }) => [
    name || t('applications.other'),
    bar(share / largest, `${measure.format(100 * share)} %`),
    measure.format((whole.throughput * share) / KBITS_OF_MBIT),
    number.format(Math.round(whole.flows * share)),
    latency === undefined ? '–' : measure.format(latency),
  ])
  const head = [t('applications.set'), t('applications.share'), 'Mbps', t('supervision.flows'), t('supervision.latency')]
  const content = html`${charts}${table(t('applications.sets'), { head, rows: rows.slice(0, MOST_ROWS), numbersFrom: 2 })}`
  return { title, content, isSimulated: true }
}

interface Share {
  /** Empty for what belongs to no set. */
  name: string
  /** 0 to 1; all together are 1. */
  share: number
  latency?: number
}

/** How the simulated traffic of an overlay is divided among its application sets: the largest part first, and last what belongs to none. */
function shares(sets: readonly ShownSet[], at: number): Share[] {
  const samples = sets.map(({ oid, name }) => {
    const { down, latencyMs } = wanTelemetry({ box: oid, wan: 'applications', upBandwidth: 1_000_000, downBandwidth: 1_000_000 }, at)
    return { name, weight: down, latency: latencyMs }
  })
  const sum = samples.reduce((total, { weight }) => total + weight, 0)
  const known = sum > 0 ? 1 - OTHER_SHARE : 0
  const shared = samples.map(({ name, weight, latency }) => ({ name, share: sum > 0 ? (known * weight) / sum : 0, latency }))
  return [...shared.toSorted((one, other) => other.share - one.share), { name: '', share: 1 - known }]
}
