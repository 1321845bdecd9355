import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { byHashing } from '../db/sql-parts.ts'
import { tableOf } from '../entities/model/field.ts'
import { orderKey } from '../../schemas/filter/order-key.ts'
import { lockChains } from '../journal/append.ts'
import { newDevices } from './ip-engine-rows.ts'
import type { Domain, DomainChange, DomainContext, DomainRow } from './domain.ts'

/*
 * The combined device list is a table of its own, so that lists of thousands of devices are as fast as others. It is updated in the
 * transaction of every write to its sources; rows are always rebuilt completely.
 */

/** Affected rows of the list; a row has the oid of the record that it represents. */
interface Affected {
  tenantOid: string
  tenantPath: string
  oids: Set<string>
  /** Serial numbers of further affected boxes or appliances. */
  serials: Set<string>
}

/** Rebuilds the rows of whole overlays. */
export async function rebuildIpEngines(queries: Queries, tenantOids: readonly string[]): Promise<void> {
  await sql`delete from entity."ip-engine" where tenant_oid = any(${[...tenantOids]}::text[])`.execute(queries)
  await byHashing(queries, () => newDevices(queries, { tenantOids }))
}

async function refresh(queries: Queries, affected: Affected, peers: Peers): Promise<void> {
  const { tenantOid, tenantPath } = affected
  // Serializes writers of an overlay, so that the later one sees the earlier one's rows.
  await lockChains(queries, [{ oid: tenantOid, path: tenantPath }])
  await byHashing(queries, () => renew(queries, affected, peers))
}

async function renew(queries: Queries, { tenantOid, oids, serials }: Affected, peers: Peers): Promise<void> {
  const all = [...oids, ...(await peersOf(queries, { tenantOid, serials, peers }))]
  if (all.length === 0) return
  await sql`delete from entity."ip-engine" where tenant_oid = ${tenantOid} and oid = any(${all}::text[])`.execute(queries)
  await newDevices(queries, { tenantOids: [tenantOid], oids: all })
}

/** The entity whose records are found by serial number. */
type Peers = 'appliance' | 'edge-box'

/** Compares the folded serial number first, because it is short; the record decides. */
async function peersOf(
  queries: Queries,
  { tenantOid, serials, peers }: { tenantOid: string; serials: ReadonlySet<string>; peers: Peers },
): Promise<string[]> {
  if (serials.size === 0) return []
  const numbers = [...serials]
  const { rows } = await sql<{
    oid: string
  }>`select r.oid from unnest(${numbers.map(orderKey)}::text[], ${numbers}::text[]) as x(folded, serial) join ${sql.raw(tableOf(peers))} r
    on r.tenant_oid = ${tenantOid} and r.sort_keys->>'serialNumber' = x.folded and (r.data->>'serialNumber' = x.serial) is true`.execute(
    queries,
  )
  return rows.map(({ oid }) => oid)
}

/** Grouped by overlay, in a fixed order to avoid deadlocks. */
function byTenant(rows: readonly DomainRow[]): Affected[] {
  const found = new Map<string, Affected>()
  for (const { oid, tenantOid, tenantPath } of rows) {
    const affected = found.get(tenantOid) ?? { tenantOid, tenantPath, oids: new Set(), serials: new Set() }
    affected.oids.add(oid)
    found.set(tenantOid, affected)
  }
  return [...found.values()].toSorted((a, b) => (a.tenantOid < b.tenantOid ? -1 : 1))
}

/** Hooks of a device entity: refresh its own row and those of its counterparts by serial number, before and after. */
function deviceHooks(peers: Peers): Domain {
  const follow = async (rows: readonly DomainRow[], before: readonly unknown[], { queries }: DomainContext): Promise<[]> => {
    for (const affected of byTenant(rows)) {
      rows.forEach(({ tenantOid, record }, index) => {
        if (tenantOid !== affected.tenantOid) return
        for (const serial of [record['serialNumber'], before[index]]) if (typeof serial === 'string') affected.serials.add(serial)
      })
      await refresh(queries, affected, peers)
    }
    return []
  }
  // A device that moves to another overlay disappears from the list of the old one.
  const left = ({ row }: DomainChange): DomainRow[] => (row.from === undefined ? [] : [{ ...row, ...row.from }])
  return {
    created: (rows, context) => follow(rows, [], context),
    updated: (changes, context) =>
      follow(
        [...changes.map(({ row }) => row), ...changes.flatMap(left)],
        changes.map(({ before }) => before['serialNumber']),
        context,
      ),
    deleted: (rows, context) => follow(rows, [], context),
  }
}

/**
 * Hooks of a referenced entity: when its name changes, the rows of devices that refer to it are refreshed. `users` are the jsonpaths of the
 * references.
 */
function namedHooks(users: Record<string, readonly string[]>): Domain {
  return {
    async updated(changes, { queries }) {
      const renamed = changes.filter(({ before, row }) => before['name'] !== row.record['name']).map(({ row }) => row)
      for (const affected of byTenant(renamed)) {
        const named = [...affected.oids]
        affected.oids.clear()
        for (const [entity, places] of Object.entries(users)) {
          const holds = sql.join(
            places.map((place) => sql`jsonb_path_query_array(r.data, ${place}::jsonpath) ?| ${named}::text[]`),
            sql` or `,
          )
          const { rows } = await sql<{
            oid: string
          }>`select r.oid from ${sql.raw(tableOf(entity))} r where r.tenant_oid = ${affected.tenantOid} and (${holds})`.execute(queries)
          for (const { oid } of rows) affected.oids.add(oid)
        }
        await refresh(queries, affected, 'appliance')
      }
      return []
    },
  }
}

/** Hooks of all entities shown in the list. */
export const ipEngineHooks: Readonly<Record<string, Domain>> = {
  'edge-box': deviceHooks('appliance'),
  appliance: deviceHooks('edge-box'),
  'tele-engine': deviceHooks('appliance'),
  site: namedHooks({ 'edge-box': ['$.site'], 'tele-engine': ['$.site'] }),
  'transport-network': namedHooks({ 'edge-box': ['$.wans.*.transportNetwork'], 'tele-engine': ['$.wan.transportNetwork'] }),
}
