import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { html, type Markup } from '../identity/pages/markup.ts'
import { randomAt, seedOf } from '../telemetry/noise.ts'
import { wanTelemetry } from '../telemetry/wan-telemetry.ts'
import { bar } from './charts.ts'
import type { DrawnView, OwnView, ViewContext } from './own-view.ts'
import { emptyCard, figures, measures, MOST_ROWS, numbers, table } from './tables.ts'

const KBITS_OF_MBIT = 1000
const DAY_MS = 86_400_000
/** Threats per day that a box blocks at most. */
const MOST_THREATS = 40

/** The cloud security portal (S2 sections 2 and 6): for those who may change edge boxes, where the customer has the feature. */
export const cloudSecurityView: OwnView = {
  base: 'cloudSecurity',
  path: '/overlays/:overlay/portal/',
  right: { resource: 'edge_box', operation: 'update' },
  feature: 'cloud_security',
  allows: [],
  show: portal,
}

async function portal(context: ViewContext): Promise<DrawnView> {
  const { db, caller, overlay, t, language, at } = context
  const title = t('shell.place.cloudSecurityPortal')
  const rights = caller.rightsOn(overlay)
  const loaded = await db.withinTenant(caller.scopes(), overlay.oid, async (queries) => ({
    boxes: await inspectedBoxes(queries, overlay.oid),
    settings: rights.has('cloud_security_settings', 'read') ? await connectionOf(queries, overlay.oid) : undefined,
    policies: rights.has('firewall_vpn_zone', 'read') ? await gatewayPolicies(queries, overlay.oid) : undefined,
  }))
  const boxes = loaded.boxes.map((box) => ({ ...box, ...inspectionOf(box, at) }))
  const inspected = boxes.filter(({ wans }) => wans.length > 0)
  const number = numbers(language)
  const sumOf = (value: (box: ShownBox) => number): string => number.format(inspected.reduce((sum, box) => sum + value(box), 0))
  const counted = [
    { label: t('cloud-security.inspectedBoxes'), value: `${number.format(inspected.length)} / ${number.format(boxes.length)}` },
    { label: t('cloud-security.inspectedMbps'), value: sumOf(({ mbps }) => mbps) },
    { label: t('cloud-security.threats'), value: sumOf(({ threats }) => threats) },
    ...(loaded.policies === undefined ? [] : [{ label: t('cloud-security.policies'), value: number.format(loaded.policies) }]),
  ]
  const content = html`${figures(t('reporting.overlay'), counted)} ${connectionCard(context, loaded.settings)}
  ${boxes.length === 0 ? emptyCard(t('supervision.boxes'), t('supervision.noBoxes')) : [regionTable(context, boxes), boxTable(context, boxes)]}`
  return { title, content, isSimulated: true }
}

function connectionCard({ t, language, zone }: ViewContext, settings: Connection | undefined): Markup {
  const title = t('cloud-security.connection')
  if (settings === undefined) return emptyCard(title, t('cloud-security.noRight'))
  if (!settings.isEnabled) return emptyCard(title, t('cloud-security.notConnected'))
  const clock = new Intl.DateTimeFormat(language, { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' })
  return figures(title, [
    { label: t('cloud-security.client'), value: settings.clientID ?? '–' },
    { label: t('cloud-security.hosts'), value: numbers(language).format(settings.hosts) },
    { label: t('cloud-security.syncedAt'), value: settings.syncedAt === null ? '–' : clock.format(new Date(settings.syncedAt)) },
  ])
}

type ShownBox = InspectedBox & Inspection

/** Regions by their inspected traffic, boxes without a region last. */
function regionTable({ t, language }: ViewContext, boxes: readonly ShownBox[]): Markup {
  const regions = [...new Set(boxes.map(({ region }) => region))].map((name) => {
    const members = boxes.filter(({ region }) => region === name)
    return {
      name,
      boxes: members.length,
      inspected: members.filter(({ wans }) => wans.length > 0).length,
      mbps: members.reduce((sum, { mbps }) => sum + mbps, 0),
    }
  })
  const most = Math.max(1, ...regions.map(({ mbps }) => mbps))
  const number = numbers(language)
  return table(t('cloud-security.regions'), {
    head: [t('cloud-security.region'), t('cloud-security.inspectedMbps'), t('cloud-security.inspectedBoxes'), t('supervision.boxes')],
    rows: regions
      .toSorted((one, other) => Number(one.name === '') - Number(other.name === '') || other.mbps - one.mbps)
      .map((region) => [
        region.name || t('cloud-security.noRegion'),
        bar(region.mbps / most, measures(language).format(region.mbps)),
        number.format(region.inspected),
        number.format(region.boxes),
      ]),
    numbersFrom: 2,
  })
}

function boxTable({ t, language }: ViewContext, boxes: readonly ShownBox[]): Markup {
  const measure = measures(language)
  return table(t('supervision.boxes'), {
    head: [
      t('supervision.box'),
      t('supervision.site'),
      t('cloud-security.region'),
      t('cloud-security.inspectedWans'),
      t('cloud-security.inspectedMbps'),
      t('cloud-security.threats'),
    ],
    rows: boxes
      .slice(0, MOST_ROWS)
      .map(({ name, site, region, wans, mbps, threats }) => [
        name,
        site || t('supervision.noSite'),
        region || t('cloud-security.noRegion'),
        html`<span class="state ${wans.length > 0 ? 'on' : 'off'}"
          >${wans.map(({ identifier }) => identifier.toUpperCase()).join(', ') || t('cloud-security.off')}</span
        >`,
        wans.length > 0 ? measure.format(mbps) : '–',
        wans.length > 0 ? numbers(language).format(threats) : '–',
      ]),
    numbersFrom: 4,
  })
}

/** Simulated: what passes the service from a box now, and what was blocked today. */
interface Inspection {
  mbps: number
  threats: number
}

function inspectionOf({ oid, wans }: InspectedBox, at: number): Inspection {
  const down = wans.reduce(
    (sum, { identifier: wan, upBandwidth, downBandwidth }) => sum + wanTelemetry({ box: oid, wan, upBandwidth, downBandwidth }, at).down,
    0,
  )
  const dayShare = (at % DAY_MS) / DAY_MS
  const threats = wans.length === 0 ? 0 : Math.floor(MOST_THREATS * dayShare * randomAt(seedOf(oid), Math.floor(at / DAY_MS)))
  return { mbps: down / KBITS_OF_MBIT, threats }
}

interface InspectedBox {
  oid: string
  name: string
  site: string
  /** Region of the site; empty for none. */
  region: string
  /** Enabled uplinks whose traffic passes the cloud security service. */
  wans: { identifier: string; upBandwidth: number; downBandwidth: number }[]
}

async function inspectedBoxes(queries: Queries, overlayOid: string): Promise<InspectedBox[]> {
  const { rows } = await sql<InspectedBox>`select b.oid, b.data->>'name' as name, coalesce(s.data->>'name', '') as site,
      coalesce(r.data->>'name', '') as region,
      coalesce((select json_agg(json_build_object('identifier', w.key,
          'upBandwidth', coalesce((w.value->'access'->>'upBandwidth')::float8, 0),
          'downBandwidth', coalesce((w.value->'access'->>'downBandwidth')::float8, 0)) order by w.key)
        from jsonb_each(b.data->'wans') as w(key, value)
        where w.value->>'state' = 'enabled' and (w.value->>'cloudSecurityEnabled')::boolean), '[]') as wans
    from entity."edge-box" b left join entity.site s on s.tenant_oid = b.tenant_oid and s.oid = b.data->>'site'
      left join entity."cloud-security-region" r on r.tenant_oid = b.tenant_oid and r.oid = s.data->>'cloudGuardRegionId'
    where b.tenant_oid = ${overlayOid} order by b.sort_keys->'name', b.oid`.execute(queries)
  return rows
}

/** How the customer is connected to the service. */
interface Connection {
  isEnabled: boolean
  clientID: string | null
  /** Number of host names of the service, as of the last synchronisation. */
  hosts: number
  syncedAt: string | null
}

async function connectionOf(queries: Queries, overlayOid: string): Promise<Connection> {
  const { rows } =
    await sql<Connection>`select coalesce((c.data->>'enabled')::boolean, false) as "isEnabled", c.data->>'clientID' as "clientID",
      coalesce(jsonb_array_length(c.data->'fqdns'), 0) as hosts, c.data->>'fqdnsSyncedAt' as "syncedAt"
    from entity."cloud-security-settings" c where c.tenant_oid = ${overlayOid}`.execute(queries)
  return rows[0] ?? { isEnabled: false, clientID: null, hosts: 0, syncedAt: null }
}

/** Number of internet policies that lead traffic to the web security gateway. */
async function gatewayPolicies(queries: Queries, overlayOid: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from entity."internet-policy" p
    where p.tenant_oid = ${overlayOid} and p.data->>'policy' in ('wsg', 'wsg+')`.execute(queries)
  return rows[0]?.count ?? 0
}
