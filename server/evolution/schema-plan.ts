import { sql } from 'kysely'
import { affectedByAll } from '../../schemas/evolution/affected.ts'
import type { Difference } from '../../schemas/evolution/difference.ts'
import type { ExaminationProgress, SchemaPlan, TextsByLanguage } from '../../schemas/schema-plan.ts'
import type { Database } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { loadTenants } from '../entities/records/tenant-context.ts'
import { createCaller, type KnownCaller } from '../policies/create-caller.ts'
import { examinedModels, examineRecords, type ExaminedEntity } from './examine-records.ts'
import { expectedSpeed, rewritesOf } from './rewrite-speed.ts'

/** What is planned for a database. */
export interface PlanParts {
  /** With the catalogue of the version to examine (`useCatalogue`). */
  database: Database
  version: string
  differences: readonly Difference[]
  /** Whether stored secrets are opened and checked. */
  withSecrets: boolean
  notRunnable?: ReadonlySet<string>
  /** Of the version. @default none that this service does not have */
  texts?: TextsByLanguage
  /** Called before each entity and after each step. */
  onProgress?: (progress: ExaminationProgress) => void
  /** Waited for after each step. @default goes on at once */
  onStep?: () => Promise<void>
}

/** What a version's schemas would do to the records of a database. Reads only. */
export async function schemaPlan({
  database,
  version,
  differences,
  texts = {},
  onProgress,
  onStep,
  ...how
}: PlanParts): Promise<SchemaPlan> {
  const names = examinedModels({ database }).map(({ name }) => name)
  const progress = { rows: 0, expectedRows: await expectedRows(database) }
  const found: ExaminedEntity[] = []
  const tell = (entity: string): void => onProgress?.({ entity, entities: { done: found.length, of: names.length }, ...progress })
  const onRows = async (entity: string, rows: number): Promise<void> => {
    progress.rows += rows
    tell(entity)
    await onStep?.()
  }
  tell(names[0] ?? '')
  for await (const one of examineRecords({ database, caller: await administrator(database), onRows, ...how })) {
    found.push(one)
    tell(names[found.length] ?? one.examined.entity)
  }
  const read = found.reduce((sum, one) => ({ rows: sum.rows + one.examined.rows, seconds: sum.seconds + one.readSeconds }), {
    rows: 0,
    seconds: 0,
  })
  const speed = expectedSpeed(database, await database.withScope(EVERYTHING, rewritesOf), read)
  return {
    version,
    differences: [...differences],
    affected: affectedByAll(differences),
    entities: found.map(({ examined }) => ({ ...examined, migrationSeconds: Math.ceil(examined.touched / speed.rowsPerSecond) })),
    speed,
    areSecretsChecked: how.withSecrets,
    texts: namedTexts(texts, found),
  }
}

/** The texts of the reasons that were found. */
function namedTexts(texts: TextsByLanguage, found: readonly ExaminedEntity[]): TextsByLanguage {
  const keys = new Set(found.flatMap(({ examined: { invalid, collisions } }) => [...invalid, ...collisions].map(({ key }) => key)))
  const named = (of: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(of).filter(([key]) => keys.has(key)))
  return Object.fromEntries(Object.entries(texts).map(([language, of]) => [language, named(of)]))
}

/** Whether a release of the version may go on: nothing is refused, and every record that was examined can be saved. */
export function isPlanClean({ differences, entities }: SchemaPlan): boolean {
  return (
    differences.every((one) => one.class !== 'breaking') &&
    entities.every(({ invalid, collisions, notExamined }) => invalid.length === 0 && collisions.length === 0 && notExamined === null)
  )
}

/** As the database estimates it; `null` where it has not counted yet. */
async function expectedRows(database: Database): Promise<number | null> {
  const { rows } = await database.withScope(EVERYTHING, (queries) =>
    sql<{ n: string | null }>`select sum(greatest(c.reltuples, 0))::bigint::text as n from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'entity' and c.relkind in ('r', 'p')`.execute(queries),
  )
  const expected = Number(rows[0]?.n ?? 0)
  return expected > 0 ? expected : null
}

/** Somebody who may do everything everywhere. */
async function administrator(database: Database): Promise<KnownCaller> {
  const platform = await database.withScope(EVERYTHING, async (queries) => {
    const { rows } = await sql<{ oid: string }>`select oid from tenant where parent_oid is null`.execute(queries)
    const oids = rows.map(({ oid }) => oid)
    return [...(await loadTenants(queries, oids)).values()]
  })
  const person = { oid: '', name: 'schema:plan', mail: '', locale: 'en', allAccess: true }
  return createCaller(
    person,
    platform.map((tenant) => ({ tenant, role: 'sa' as const })),
  )
}
