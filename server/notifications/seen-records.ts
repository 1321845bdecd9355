import { sql } from 'kysely'
import type { EntryChange, ServedRecord } from '../../schemas/plan.ts'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { isDistributed, withinTenant } from '../db/distribution/connections.ts'
import type { Database, Queries } from '../db/database.ts'
import { filterSql } from '../entities/filter/filter-sql.ts'
import { readFilter } from '../entities/filter/read-filter.ts'
import { filterReader } from '../entities/filter/filter-reader.ts'
import { resolveFilter } from '../entities/filter/resolve-filter.ts'
import type { ResolvedFilter } from '../entities/filter/resolved-filter.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { hiddenPaths, visibleValue } from '../entities/model/guarded-places.ts'
import { findRows, readerOfRow, type FoundRow } from '../entities/records/one-record.ts'
import { readTable } from '../entities/records/own-records.ts'
import { isReadable, readerOf, servedRecord, unreadable, type Reader } from '../entities/records/served-record.ts'
import type { StoredEntry } from '../journal/read-entries.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { Caller, TenantNode } from '../policies/caller.ts'

/** Whose eyes some records of a tenant are seen with, and which of them count. */
export interface Sight {
  caller: Caller
  node: TenantNode
  model: EntityModel
  filter: string | null
}

/** How somebody reads the records of an entity in a tenant; undefined where they may not. */
export function readerFor({ caller, node, model }: Pick<Sight, 'caller' | 'node' | 'model'>): Reader | undefined {
  const reader = readerOf(caller, node, model)
  return reader.rights.has(model.meta.resource, 'read') && unreadable(model, reader.context) === undefined ? reader : undefined
}

/** The filter as the reader may use it; `'none'` where it names what they may not read: nothing is found by it. */
export function filterFor(
  model: EntityModel,
  filter: string | null,
  { caller, rights, node }: Pick<Reader, 'caller' | 'rights' | 'node'>,
): ResolvedFilter | 'none' | undefined {
  if (filter === null) return undefined
  try {
    return resolveFilter(readFilter(filter), filterReader(model, { caller, rights, tenant: node }))
  } catch (error) {
    if (error instanceof HttpProblem) return 'none'
    throw error
  }
}

/** Those of some records that meet the filter, as the reader is served them now. */
export async function seenRecords(database: Database, sight: Sight, oids: readonly string[]): Promise<Map<string, ServedRecord>> {
  const { caller, node, model } = sight
  const reader = readerFor(sight)
  const filter = reader && filterFor(model, sight.filter, reader)
  if (reader === undefined || filter === 'none' || oids.length === 0) return new Map()
  const found = await database.withScope(caller.scopes(), async (queries) => {
    const rows = await findRows(queries, { model, caller, oids, overlays: [node.oid] })
    const meeting = filter === undefined ? undefined : await meetingOids(queries, { model, filter, oids, node })
    return rows.filter(({ row }) => meeting === undefined || meeting.has(row.oid))
  })
  return new Map(found.flatMap((row) => served(sight, row)))
}

function served({ model, caller }: Sight, found: FoundRow): [string, ServedRecord][] {
  const reader = readerOfRow(model, caller, found)
  if (reader === undefined || unreadable(model, reader.context) !== undefined) return []
  return [[found.row.oid, servedRecord(model, found.row, reader)]]
}

interface Meeting {
  model: EntityModel
  filter: ResolvedFilter
  oids: readonly string[]
  node: TenantNode
}

async function meetingOids(queries: Queries, { model, filter, oids, node }: Meeting): Promise<Set<string>> {
  const read = async (): Promise<Set<string>> => {
    const { rows } = await sql<{ oid: string }>`select r.oid from ${readTable(model, sql`unnest(${[...oids]}::text[])`)} r
      where r.oid = any(${[...oids]}::text[]) and ${filterSql(filter, 'r')}`.execute(queries)
    return new Set(rows.map(({ oid }) => oid))
  }
  return isDistributed(queries) ? withinTenant(queries, node.oid, read) : read()
}

/**
 * Those of some deleted records that met the filter: what the journal keeps of each stands in for its row. Where a filter asks for what only a
 * stored row has, records count as meeting it: better one message too many than one too few.
 */
export async function goneRecords(database: Database, sight: Sight, entries: readonly StoredEntry[]): Promise<Set<string>> {
  const reader = readerFor(sight)
  const filter = reader && filterFor(sight.model, sight.filter, reader)
  if (reader === undefined || filter === 'none') return new Set()
  const oids = new Set(entries.map(({ subject }) => subject.oid))
  if (filter === undefined || oids.size === 0) return oids
  const { node, caller } = sight
  const rows = entries.map(({ subject, details, revision, createdAt }) => ({
    oid: subject.oid,
    tenant_oid: node.oid,
    tenant_path: node.path,
    revision,
    created_at: createdAt,
    updated_at: createdAt,
    data: beforeOf(details),
  }))
  try {
    return await database.withScope(caller.scopes(), async (queries) => {
      const { rows: met } = await sql<{
        oid: string
      }>`select r.oid from json_to_recordset(${JSON.stringify(rows)}::json) as r(oid text, tenant_oid text,
        tenant_path text, revision integer, data jsonb, search_text text, sort_keys jsonb, created_at timestamptz, created_by text, updated_at timestamptz, updated_by text)
        where ${filterSql(filter, 'r')}`.execute(queries)
      return new Set(met.map(({ oid }) => oid))
    })
  } catch {
    return oids
  }
}

function beforeOf(details: Rec): Rec {
  const changes = (details['changes'] ?? {}) as Record<string, { before?: unknown }>
  return Object.fromEntries(Object.entries(changes).flatMap(([name, { before }]) => (before === undefined ? [] : [[name, before]])))
}

/** Names of the fields that an entry changed, as far as the reader may read them. */
export function changedFields(model: EntityModel, details: Rec, { context, record }: { context: RuleContext; record: Rec }): string[] {
  const hidden = hiddenPaths(model, context, record)
  return Object.entries((details['changes'] ?? {}) as Record<string, Partial<EntryChange>>).flatMap(([name, { before, after }]) => {
    const field = model.fields.get(name)
    if (field === undefined || !isReadable(field, record, context)) return []
    const isSeen = !hidden.some(([top]) => top === name) || !isSame(visibleValue(name, before, hidden), visibleValue(name, after, hidden))
    return isSeen ? [name] : []
  })
}
