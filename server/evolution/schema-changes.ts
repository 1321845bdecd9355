import { sql } from 'kysely'
import { affectedByAll } from '../../schemas/evolution/affected.ts'
import { compareWithRelease } from '../../schemas/evolution/compare-entities.ts'
import type { Difference } from '../../schemas/evolution/difference.ts'
import { entitySchemas } from '../../schemas/generated/entities.ts'
import { lastRelease } from '../../schemas/generated/last-release.ts'
import { releasedContracts } from '../../schemas/generated/released-contracts.ts'
import lastChanges from '../../schemas/last-changes.json' with { type: 'json' }
import type { RewriteState, SchemaChanges, StoredEntity } from '../../schemas/schema-plan.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { entityViews } from '../db/ddl/entity-views.ts'
import { asService, type Database, type Queries } from '../db/database.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { VERSION_TEXT } from '../plugins/config.ts'
import { needsBackfill } from './backfill.ts'
import { examinationOf } from './examinations.ts'
import { rewritesOf, type Rewrite } from './rewrite-speed.ts'

/** Rows of a table that are counted; of a larger one the database's estimate is told. */
const COUNTED_ROWS = 100_000
/** Pending rows that are counted. */
const COUNTED_PENDING = 1_000_000

/** What the running version changed, and how far the records are. */
export async function schemaChanges(database: Database): Promise<SchemaChanges> {
  const since = unreleasedDifferences()
  const isReleased = since.length === 0
  const differences = isReleased ? (lastChanges.differences as Difference[]) : since
  return {
    version: VERSION_TEXT,
    release: lastRelease ?? null,
    isReleased,
    differences,
    affected: affectedByAll(differences),
    entities: await asService(database, (queries) => storedEntities(queries, [...catalogueOf(database).models.values()])),
    examination: (await examinationOf(database)) ?? null,
  }
}

let unreleased: { day: string; differences: Difference[] } | undefined

/** Against the last release; what goes on a day changes with the days. */
function unreleasedDifferences(): Difference[] {
  const day = new Date().toISOString().slice(0, 10)
  if (unreleased?.day !== day) {
    const schemas: Record<string, EntitySchema> = entitySchemas
    unreleased = { day, differences: compareWithRelease({ released: releasedContracts, schemas, today: day }) }
  }
  return unreleased.differences
}

async function storedEntities(queries: Queries, models: readonly EntityModel[]): Promise<StoredEntity[]> {
  const { rows } = await sql<{
    name: string
    version: number
    base: number
  }>`select entity as name, version, base from entity_version`.execute(queries)
  const stored = new Map(rows.map(({ name, version, base }) => [name, { version, base }]))
  const rewrites = new Map((await rewritesOf(queries)).map((one) => [one.entity, one]))
  const found: StoredEntity[] = []
  for (const model of models) {
    if (entityViews[model.name] !== undefined || model.name === 'tenant') continue
    const { version = 0, base = 0, rewrites: isRewritten = false } = model.versions ?? {}
    const rewrite = isRewritten ? await rewriteState(queries, model, rewrites.get(model.name)) : null
    found.push({ entity: model.name, version, base, stored: stored.get(model.storage) ?? null, rewrite })
  }
  return found
}

async function rewriteState(queries: Queries, model: EntityModel, noted: Rewrite | undefined): Promise<RewriteState | null> {
  const { versions, table } = model
  if (versions === undefined) return null
  const { rows } = await sql<{ counted: number; pending: number; estimated: number }>`select
      (select count(*) from (select from ${sql.raw(table)} limit ${COUNTED_ROWS + 1}) as some)::integer as counted,
      (select count(*) from (select from ${sql.raw(table)} where ${sql.raw(needsBackfill(versions))} limit ${COUNTED_PENDING}) as left)::integer as pending,
      (select greatest(reltuples, 0) from pg_class where oid = ${table}::regclass)::bigint::integer as estimated`.execute(queries)
  const { counted = 0, pending = 0, estimated = 0 } = rows[0] ?? {}
  const isEstimated = counted > COUNTED_ROWS
  const rowsPerSecond = noted?.version === versions.version ? Math.round(noted.rowsPerSecond) : null
  const secondsLeft = rowsPerSecond === null || rowsPerSecond === 0 ? null : Math.ceil(pending / rowsPerSecond)
  return { rows: isEstimated ? Math.max(estimated, counted) : counted, isEstimated, pending, rowsPerSecond, secondsLeft }
}
