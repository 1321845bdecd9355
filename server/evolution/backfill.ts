import { sql } from 'kysely'
import { layerKey } from '../../schemas/evolution/stored-versions.ts'
import type { Evolution } from '../../schemas/vocabulary/evolution.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Queries } from '../db/database.ts'
import { textRows } from '../db/sql-parts.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { orderKeysOf, searchText } from '../entities/model/record-texts.ts'
import { mapInTurns } from '../event-loop/in-turns.ts'
import type { Step, Task } from '../housekeeping/task.ts'
import { noteRewrite } from './rewrite-speed.ts'

/** Rows of one step: some tens of milliseconds. */
const BATCH = 1_000
/** How often it looks for rows that a copy of the version before has written. */
const EVERY_MS = 5_000

/** Condition on rows without what this version stores; one partial index holds those, and is empty once all are settled. */
export function needsBackfill({ version, base }: Evolution): string {
  const layer = `data ? '${layerKey(version)}'`
  return version > base ? `not ${layer}` : `(data->'$version' is distinct from '${version}'::jsonb or ${layer})`
}

interface StoredData {
  tenant_oid: string
  oid: string
  revision: number
  data: Rec
}

/**
 * Rewrites the rows of one entity into what this version stores. They stay the same records: revision, stamps and journal are left alone.
 * Answers how many it found.
 */
export async function backfillRows(queries: Queries, model: EntityModel, after?: Place): Promise<StoredData[]> {
  const { versions, schema, table } = model
  if (versions?.rewrites !== true) return []
  const from = after === undefined ? sql`` : sql`and (tenant_oid, oid) > (${after.tenantOid}, ${after.oid})`
  const { rows } = await sql<StoredData>`select tenant_oid, oid, revision, data from ${sql.raw(table)}
    where ${sql.raw(needsBackfill(versions))} ${from} order by tenant_oid, oid limit ${BATCH}`.execute(queries)
  const written = await mapInTurns(rows.entries(), ([, { tenant_oid: tenantOid, oid, revision, data }]) => {
    const record = versions.present(data)
    const stored = versions.stored(record)
    return [
      tenantOid,
      oid,
      String(revision),
      JSON.stringify(stored),
      searchText(schema, record),
      JSON.stringify(orderKeysOf(schema, record)),
    ]
  })
  // A row that somebody has written meanwhile is left to the next step.
  if (written.length > 0)
    await sql`update ${sql.raw(table)} r set data = x.data::jsonb, search_text = x.search_text, sort_keys = x.sort_keys::jsonb
      from ${textRows(written)} as x(tenant_oid, oid, revision, data, search_text, sort_keys)
      where r.tenant_oid = x.tenant_oid and r.oid = x.oid and r.revision = x.revision::integer`.execute(queries)
  return rows
}

interface Place {
  tenantOid: string
  oid: string
}

/** Rows that are still to be rewritten, by entity. */
export async function pendingCounts(queries: Queries, models: Iterable<EntityModel>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { name, versions, table } of models) {
    if (versions?.rewrites !== true) continue
    const { rows } = await sql<{
      n: number
    }>`select count(*)::integer as n from ${sql.raw(table)} where ${sql.raw(needsBackfill(versions))}`.execute(queries)
    counts.set(name, rows[0]?.n ?? 0)
  }
  return counts
}

/**
 * Brings stored records into what this version stores, one entity after another: all of them after an upgrade, and then those that copies
 * of the version before write. Undefined if every entity ever had its present version.
 */
export function backfillTask(models: Iterable<EntityModel>): Task | undefined {
  const changed = [...models].filter(({ versions }) => versions?.rewrites === true)
  if (changed.length === 0) return undefined
  let current = 0
  let after: Place | undefined
  return {
    name: 'backfill',
    everyMs: EVERY_MS,
    rest: 1,
    async step(queries): Promise<Step> {
      const model = changed[current]
      if (model === undefined) {
        current = 0
        return { rows: 0, isMore: false }
      }
      const from = performance.now()
      const rows = await backfillRows(queries, model, after)
      const { version = 0 } = model.versions ?? {}
      await noteRewrite(queries, { entity: model.name, version, rows: rows.length, seconds: (performance.now() - from) / 1000 })
      const last = rows.length < BATCH ? undefined : rows.at(-1)
      after = last && { tenantOid: last.tenant_oid, oid: last.oid }
      if (last === undefined) current++
      return { rows: rows.length, isMore: true }
    },
  }
}
