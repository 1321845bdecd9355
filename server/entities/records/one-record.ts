import { sql } from 'kysely'
import { unknownOf, withoutLaterVersion } from '../../../schemas/evolution/stored-versions.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { Database, Queries } from '../../db/database.ts'
import { isDistributed, withinTenant } from '../../db/distribution/connections.ts'
import { isImplicit } from '../../../schemas/rights/record-rights.ts'
import { withinScopes } from '../../db/scope-sql.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import type { Caller, TenantNode } from '../../policies/caller.ts'
import type { EntityModel } from '../model/entity-model.ts'
import {
  actingIn,
  completeRow,
  readerOf,
  refuseUnreadable,
  rowColumns,
  servedRecord,
  type Reader,
  type StoredRow,
} from './served-record.ts'
import { homesOf, readTable } from './own-records.ts'
import { tenantJson } from './tenant-context.ts'

/** A row and the tenants that decide about access: the one it belongs to, and itself if it is a tenant. */
export interface FoundRow {
  row: StoredRow
  node: TenantNode
  self: TenantNode | undefined
}

interface WantedRows {
  model: EntityModel
  caller: Caller
  oids: readonly string[]
  /** Overlays in which to look for shared records (`x-entity.shared`). */
  overlays?: readonly string[]
}

/** Rows by oid within the caller's scopes. */
export async function findRows(queries: Queries, wanted: WantedRows): Promise<FoundRow[]> {
  const { model, oids } = wanted
  if (!isDistributed(queries) || !isImplicit(model.meta)) return rowsOf(queries, wanted)
  const found: FoundRow[] = []
  for (const [tenant, own] of await homesOf(queries, model, oids))
    found.push(...(await withinTenant(queries, tenant, () => rowsOf(queries, { ...wanted, oids: own }))))
  return found
}

async function rowsOf(queries: Queries, { model, caller, oids, overlays = [] }: WantedRows): Promise<FoundRow[]> {
  if (oids.length === 0) return []
  const scopes = withinScopes('r.tenant_path', caller.scopes())
  const within = model.meta.shared === true ? sql`r.tenant_oid = any(${overlays}::text[]) and ${scopes}` : scopes
  const self = model.meta.isTenant === true ? `(select ${tenantJson('s')} from tenant s where s.oid = r.oid)` : 'null::json'
  const { rows } = await sql<StoredRow & { node: TenantNode | null; self: TenantNode | null }>`
    select ${sql.raw(rowColumns(model, 'r'))}, (select ${sql.raw(tenantJson('t'))} from tenant t where t.oid = r.tenant_oid) as node, ${sql.raw(self)} as self
    from ${readTable(model, sql`unnest(${oids}::text[])`)} r where r.oid = any(${oids}::text[]) and ${within}`.execute(queries)
  return rows.flatMap(({ node, self: own, ...row }) =>
    node === null ? [] : [{ row: completeRow(model, knownRow(model, row), node), node, self: own ?? undefined }],
  )
}

/** A row with what this version does not know aside. */
function knownRow({ schema, versions }: EntityModel, row: StoredRow): StoredRow {
  const aside = unknownOf(row.data, schema, versions)
  return aside === undefined ? row : { ...row, data: versions === undefined ? withoutLaterVersion(row.data, schema) : row.data, aside }
}

/** Access rights of the caller on a row; undefined without the read right. Anybody who works in a tenant may read its record. */
export function readerOfRow(model: EntityModel, caller: Caller, { node, self }: FoundRow): Reader | undefined {
  const reader = readerOf(caller, node, model)
  if (reader.rights.has(model.meta.resource, 'read')) return reader
  return self !== undefined && caller.rightsOn(self).has('administration', 'read') ? reader : undefined
}

/** Reads one record. A record of a foreign tenant, or of another overlay than the named one, is a 404 like an unknown one. */
export async function oneRecord(database: Database, caller: Caller, wanted: WantedRecord): Promise<ServedRecord> {
  return serveRecord(caller, wanted, await database.withScope(caller.scopes(), (queries) => findWanted(queries, caller, wanted)))
}

/** The same on an open connection. */
export async function oneRecordIn(queries: Queries, caller: Caller, wanted: WantedRecord): Promise<ServedRecord> {
  return serveRecord(caller, wanted, await findWanted(queries, caller, wanted))
}

interface WantedRecord {
  model: EntityModel
  oid: string
  /** The overlay of the call, for entities of an overlay. */
  named: string | undefined
  /** The current tenant, if the call names it and permissions depend on it. */
  at?: TenantNode | undefined
}

async function findWanted(queries: Queries, caller: Caller, { model, oid, named }: WantedRecord): Promise<FoundRow | undefined> {
  const read = (): Promise<FoundRow[]> => findRows(queries, { model, caller, oids: [oid], overlays: named === undefined ? [] : [named] })
  const [found] = model.meta.scope === 'overlay' && named !== undefined ? await withinTenant(queries, named, read) : await read()
  return found
}

function serveRecord(caller: Caller, { model, named, at }: WantedRecord, found: FoundRow | undefined): ServedRecord {
  const reader = found && readerOfRow(model, caller, found)
  const isElsewhere = model.meta.scope === 'overlay' && found?.node.oid !== named
  if (found === undefined || reader === undefined || isElsewhere)
    throw new HttpProblem(404, `There is no such ${model.name}, or you may not read it.`)
  refuseUnreadable(model, reader.context)
  return servedRecord(model, found.row, at === undefined ? reader : actingIn(model, reader, at))
}
