import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { tableOf } from '../entities/field.ts'
import { orderKey } from '../entities/record-texts.ts'
import { lockChains } from '../journal/append.ts'
import { newDevices } from './ip-engine-rows.ts'
import type { Domain, DomainChange, DomainContext, DomainRow } from './domain.ts'

/*
 * The combined device list is a table of its own, so that lists of thousands of devices cost what other lists cost. It follows every
 * write of what it shows, in the same transaction: rows are made anew from what is stored, never changed in part.
 */

/** A row of the list bears the oid of the record that it stands for. */
interface Affected {
  tenantOid: string
  tenantPath: string
  oids: Set<string>
  /** Serial numbers whose boxes or appliances are concerned, too. */
  serials: Set<string>
}

/** Makes the list of whole overlays anew. */
export async function rebuildIpEngines(queries: Queries, tenantOids: readonly string[]): Promise<void> {
  await sql`delete from entity."ip-engine" where tenant_oid = any(${[...tenantOids]}::text[])`.execute(queries)
  await byHashing(queries, () => newDevices(queries, { tenantOids }))
}

/**
 * Joins of many rows by hashing: the database cannot know how many there are (a list of its own making, tables that grew in this
 * very transaction), and would compare each of thousands with each of thousands.
 */
async function byHashing(queries: Queries, work: () => Promise<void>): Promise<void> {
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(queries)
  await work()
  await sql`select set_config('enable_nestloop', 'on', true)`.execute(queries)
}

async function refresh(queries: Queries, affected: Affected, peers: Peers): Promise<void> {
  const { tenantOid, tenantPath } = affected
  // Writers of one overlay wait here for each other: the later one sees what the earlier one stored.
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

/** The folded number that a row keeps beside its record is short to read; the record decides. */
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

/** By overlay, in a fixed order. */
function byTenant(rows: readonly DomainRow[]): Affected[] {
  const found = new Map<string, Affected>()
  for (const { oid, tenantOid, tenantPath } of rows) {
    const affected = found.get(tenantOid) ?? { tenantOid, tenantPath, oids: new Set(), serials: new Set() }
    affected.oids.add(oid)
    found.set(tenantOid, affected)
  }
  return [...found.values()].toSorted((a, b) => (a.tenantOid < b.tenantOid ? -1 : 1))
}

/** A device: its own row, and those of its counterparts by serial number, before and after. */
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
  // A device that moves leaves the list of one overlay for that of another.
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

/** What devices name: where its own name changes, their rows do. Of the places that name it, `places` are jsonpaths. */
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

/** Hooks of every entity whose records show in the list. */
export const ipEngineHooks: Readonly<Record<string, Domain>> = {
  'edge-box': deviceHooks('appliance'),
  appliance: deviceHooks('edge-box'),
  'tele-engine': deviceHooks('appliance'),
  site: namedHooks({ 'edge-box': ['$.site'], 'tele-engine': ['$.site'] }),
  'transport-network': namedHooks({ 'edge-box': ['$.wans.*.transportNetwork'], 'tele-engine': ['$.wan.transportNetwork'] }),
}
