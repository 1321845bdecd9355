import { sql } from 'kysely'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import { addressToNumber, numberToAddress } from '../../schemas/vocabulary/formats.ts'
import { childOf, valueAt, withValueAt } from '../../schemas/vocabulary/paths/pointer.ts'
import { itemKey } from '../../schemas/vocabulary/read.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { isRefused, refuseField, activeDrafts, type Draft, type PlanWork } from '../plan/drafts/draft.ts'
import { checkSiteSubnets, concernsSite } from './site-subnets.ts'

/** Overlays allocate addresses from 100.64.0.0/10 (shared address space), except the first and the last. */
const FIRST = '100.64.0.0'
const ADDRESSES = 2 ** 22 - 2

const WANS = ['wan1', 'wan2', 'wan3'] as const

/** Checks of edge boxes and tele engines that need other devices of the overlay. */
export async function checkDevices(work: PlanWork): Promise<void> {
  const devices = activeDrafts(work.drafts).filter(({ model, item }) => isDevice(model.name) && item.action !== 'delete')
  if (devices.length === 0) return
  const boxes = devices.filter(({ model }) => model.name === 'edge-box')
  for (const box of boxes) checkConnections(box, work)
  const unaddressedWans = new Map(boxes.map((box) => [box, wansWithoutAddress(box)]))
  for (const [overlay, drafts] of byOverlay(devices)) {
    const needs = drafts.flatMap((draft) => (unaddressedWans.get(draft) ?? []).map((place) => ({ draft, place })))
    if (needs.length === 0 && !drafts.some(concernsSite)) continue
    const path = drafts[0]?.node?.path ?? ''
    const last = await lockOverlay(work, { overlay, path, count: needs.length })
    await checkSiteSubnets(work, { overlay, drafts })
    if (!isRefused(work.drafts)) needs.forEach((need, index) => assignAddress(need, last - needs.length + index + 1))
  }
}

function isDevice(entity: string): boolean {
  return entity === 'edge-box' || entity === 'tele-engine'
}

function byOverlay(drafts: readonly Draft[]): [string, Draft[]][] {
  const groups = new Map<string, Draft[]>()
  for (const draft of drafts) {
    const overlay = draft.node?.oid ?? ''
    const group = groups.get(overlay)
    if (group === undefined) groups.set(overlay, [draft])
    else group.push(draft)
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Serializes the writers of an overlay. Returns the number of the last allocated address, the requested ones included. */
async function lockOverlay(
  { queries }: PlanWork,
  { overlay, path, count }: { overlay: string; path: string; count: number },
): Promise<number> {
  const held = await sql<{ last: string }>`update overlay_state set last_address = last_address + ${count}
    where tenant_oid = ${overlay} returning last_address as last`.execute(queries)
  if (held.rows[0] !== undefined) return Number(held.rows[0].last)
  // The first writer looks up which addresses are in use.
  const { rows: used } = await sql<{
    highest: string
  }>`select coalesce(max((a.address #>> '{}')::inet - ${FIRST}::inet), 0) as highest from entity."edge-box" r
    cross join lateral jsonb_path_query(r.data, '$.wans.*.overlayAddress') as a(address)
    where r.tenant_oid = ${overlay} and (a.address #>> '{}')::inet <<= ${`${FIRST}/10`}::inet`.execute(queries)
  const { rows } = await sql<{ last: string }>`insert into overlay_state as s (tenant_oid, tenant_path, last_address)
    values (${overlay}, ${path}, ${Number(used[0]?.highest ?? 0) + count})
    on conflict (tenant_oid) do update set last_address = s.last_address + ${count} returning last_address as last`.execute(queries)
  return Number(rows[0]?.last ?? 0)
}

/** Uplinks that need an address: a layer 3 uplink gets one at its first use and keeps it. */
function wansWithoutAddress({ next }: Draft): string[][] {
  return WANS.map((name) => ['wans', name]).filter((place) => {
    const wan = valueAt(next, place)
    return isUsable(wan) && childOf(wan, 'overlayAddress') === undefined
  })
}

function isUsable(wan: unknown): boolean {
  return childOf(wan, 'state') === 'enabled' && childOf(wan, 'interfaceMode') === 'L3'
}

function assignAddress({ draft, place }: { draft: Draft; place: string[] }, number: number): void {
  if (number > ADDRESSES) return refuseField(draft, `/${place.join('/')}/overlayAddress`, { key: 'service.overlay.addressesUsedUp' })
  draft.next = withValueAt(draft.next, [...place, 'overlayAddress'], numberToAddress((addressToNumber(FIRST) ?? 0) + number))
  if (!draft.changed.includes('wans')) draft.changed = [...draft.changed, 'wans']
}

/** A new connection must lead to an active layer 3 uplink on the same transport network. */
function checkConnections(draft: Draft, work: PlanWork): void {
  if (!draft.changed.includes('wans')) return
  for (const name of WANS) {
    const network = valueAt(draft.next, ['wans', name, 'transportNetwork'])
    const rows = listAt(draft.next, name)
    const stored = new Map(listAt(draft.before, name).map((row) => [itemKey(row), row]))
    rows.forEach((row, index) => {
      const before = stored.get(itemKey(row))
      const isNew = ['edgeBox', 'wanIdentifier'].some((field) => !isSame(childOf(row, field), childOf(before, field)))
      const peer = isNew ? peerOf(childOf(row, 'edgeBox'), work) : undefined
      if (peer === undefined) return
      const other = valueAt(peer, ['wans', String(childOf(row, 'wanIdentifier'))])
      if (!isUsable(other) || childOf(other, 'transportNetwork') !== network)
        refuseField(draft, `/wans/${name}/wanConnections/${index}/wanIdentifier`, { key: 'service.connection.unfit' })
    })
  }
}

function listAt(record: Rec | null, wan: string): readonly unknown[] {
  const rows = valueAt(record, ['wans', wan, 'wanConnections'])
  return Array.isArray(rows) ? (rows as unknown[]) : []
}

/** The remote box as it will be after the plan. */
function peerOf(oid: unknown, work: PlanWork): Rec | undefined {
  if (typeof oid !== 'string') return undefined
  return plannedBoxes(work).get(oid)?.next ?? work.referenced.get('edge-box')?.get(oid)
}

const planned = new WeakMap<PlanWork, Map<string, Draft>>()

function plannedBoxes(work: PlanWork): Map<string, Draft> {
  const boxes = (): Draft[] => activeDrafts(work.drafts).filter(({ model, item }) => model.name === 'edge-box' && item.action !== 'delete')
  const known = planned.get(work) ?? new Map(boxes().map((draft) => [draft.oid, draft]))
  planned.set(work, known)
  return known
}
