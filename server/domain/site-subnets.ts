import { sql } from 'kysely'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import { subnetAround, subnetText, type Subnet } from '../../schemas/vocabulary/ipv4.ts'
import { childOf, valueAt } from '../../schemas/vocabulary/paths/pointer.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { tableOf } from '../entities/model/field.ts'
import { refuseField, type Draft, type PlanWork } from '../plan/drafts/draft.ts'
import { keyColumn } from './entity-sql.ts'

/** A subnet of a device. */
interface Placed {
  subnet: Subnet
  oid: string
  name: string
  /** The draft that changed the site's subnets, if any. */
  draft: Draft | undefined
  row: number
}

const PLACE = ['lan', 'subnets']
const DEVICES = ['edge-box', 'tele-engine'] as const

/** Whether the draft changes the subnets of a site. */
export function concernsSite({ before, next }: Draft): boolean {
  if (before !== null && before['site'] === next['site'] && isSame(valueAt(before, PLACE), valueAt(next, PLACE))) return false
  return rowsOf(next).length > 0
}

/**
 * Checks that the subnets of a site's devices do not overlap; those of a single device are checked by its schema. Runs under the overlay's
 * lock.
 */
export async function checkSiteSubnets(work: PlanWork, { overlay, drafts }: { overlay: string; drafts: readonly Draft[] }): Promise<void> {
  const sites = new Map<string, Placed[]>()
  for (const draft of drafts.filter(concernsSite)) if (typeof draft.next['site'] === 'string') sites.set(draft.next['site'], [])
  if (sites.size === 0) return
  for (const draft of drafts) place(sites, { ...draft.next, oid: draft.oid }, concernsSite(draft) ? draft : undefined)
  const planned = new Set(work.drafts.map(({ oid }) => oid))
  for (const record of await devicesAt(work, { overlay, sites: [...sites.keys()] })) if (!planned.has(record.oid)) place(sites, record)
  for (const placed of sites.values()) refuseOverlaps(placed)
}

async function devicesAt(
  { queries }: PlanWork,
  { overlay, sites }: { overlay: string; sites: string[] },
): Promise<(Rec & { oid: string })[]> {
  const selects = DEVICES.map(
    (
      entity,
    ) => sql`select r.oid, r.data->>'name' as name, r.data->>'site' as site, json_build_object('subnets', r.data#>'{lan,subnets}') as lan
      from ${sql.raw(tableOf(entity))} r where r.tenant_oid = ${overlay} and r.${sql.raw(keyColumn('site'))} = any(${sites}::text[])`,
  )
  const { rows } = await sql<Rec & { oid: string }>`${sql.join(selects, sql` union all `)}`.execute(queries)
  return rows
}

function place(sites: ReadonlyMap<string, Placed[]>, record: Rec & { oid: string }, draft?: Draft): void {
  const found = sites.get(String(record['site']))
  if (found === undefined) return
  rowsOf(record).forEach((row, index) => {
    const subnet = subnetAround(childOf(row, 'prefix'), childOf(row, 'mask'))
    if (subnet !== undefined) found.push({ subnet, oid: record.oid, name: String(record['name']), draft, row: index })
  })
}

function rowsOf(record: Rec): readonly unknown[] {
  const rows = valueAt(record, PLACE)
  return Array.isArray(rows) ? (rows as unknown[]) : []
}

/** Two subnets are either disjoint or nested, so sorted by first address, each is compared with the ones around it. */
function refuseOverlaps(placed: Placed[]): void {
  const around: Placed[] = []
  for (const one of placed.toSorted((a, b) => a.subnet.first - b.subnet.first || a.subnet.length - b.subnet.length)) {
    while ((around.at(-1)?.subnet.last ?? Infinity) < one.subnet.first) around.pop()
    const other = around.findLast(({ oid }) => oid !== one.oid)
    const top = around.at(-1)
    const isTwice = top?.oid === one.oid && subnetText(top.subnet) === subnetText(one.subnet)
    if (!isTwice) around.push(one)
    if (other === undefined) continue
    refuseOverlap(one, other)
    refuseOverlap(other, one)
  }
}

function refuseOverlap({ draft, row }: Placed, { name, subnet }: Placed): void {
  if (draft === undefined) return
  refuseField(draft, `/lan/subnets/${row}/prefix`, { key: 'service.site.subnetTaken', params: { name, subnet: subnetText(subnet) } })
}
