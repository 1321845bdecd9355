import { sql } from 'kysely'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import type { PlannedEntity, WhyNotExamined } from '../../schemas/schema-plan.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Database, Queries } from '../db/database.ts'
import { codeOf } from '../db/errors.ts'
import { EVERYTHING } from '../db/scope.ts'
import { entityViews } from '../db/ddl/entity-views.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { findRows, type FoundRow } from '../entities/records/one-record.ts'
import { recordOf } from '../entities/records/served-record.ts'
import type { Caller } from '../policies/caller.ts'
import { checkFound, noteInvalid, type CheckParts, type NotedGroups } from './check-found.ts'
import { NotedCollisions } from './noted-collisions.ts'
import { sharedKeysOf, type SharedKeys } from './unique-keys.ts'

/** Rows per statement. */
const BATCH = 500

/** What this version would make of the stored records of an entity, and how long it took to read them. */
export interface ExaminedEntity {
  examined: Omit<PlannedEntity, 'migrationSeconds'>
  /** Spent reading rows and converting them, without checking records. */
  readSeconds: number
}

/** Which records are examined, and as whom. */
export interface Examination extends CheckParts {
  /** Names of the entities to examine. @default all */
  entities?: readonly string[]
  /** Entities whose rewrite cannot be carried out here: their rows are only counted. @default none */
  notRunnable?: ReadonlySet<string>
  /** Waited for after each step. */
  onRows?: (entity: string, rows: number) => Promise<void>
}

/** Entities of a database whose records can be examined. */
export function examinedModels({ database, entities }: Pick<Examination, 'database' | 'entities'>): EntityModel[] {
  return [...catalogueOf(database).models.values()].filter(
    ({ name }) => entityViews[name] === undefined && name !== 'tenant' && (entities?.includes(name) ?? true),
  )
}

/** Reads every stored record as this version would, and says what it would rewrite and what it would refuse. Nothing is written. */
export async function* examineRecords(examination: Examination): AsyncGenerator<ExaminedEntity> {
  for (const model of examinedModels(examination)) yield await examineEntity(examination, model)
}

async function examineEntity(parts: Examination, model: EntityModel): Promise<ExaminedEntity> {
  const none = { entity: model.name, isNew: false, notExamined: null, rows: 0, touched: 0, invalid: [], collisions: [] }
  const notExamined = async (why: WhyNotExamined): Promise<ExaminedEntity> => {
    return { examined: { ...none, notExamined: why, rows: await countRows(parts.database, model) }, readSeconds: 0 }
  }
  if (!(await hasTable(parts.database, model))) return { examined: { ...none, isNew: true }, readSeconds: 0 }
  if (parts.notRunnable?.has(model.name)) return notExamined('function')
  try {
    const { readSeconds, ...found } = await examineAll(parts, model)
    return { examined: { ...none, ...found }, readSeconds }
  } catch (error) {
    // Of tables, columns and functions that only the database of that version has.
    if (!codeOf(error).startsWith('42')) throw error
    return notExamined('database')
  }
}

async function examineAll(
  parts: Examination,
  model: EntityModel,
): Promise<Pick<PlannedEntity, 'rows' | 'touched' | 'invalid' | 'collisions'> & { readSeconds: number }> {
  const groups: NotedGroups = new Map()
  const keys = sharedKeysOf(model)
  const sum = { rows: 0, touched: 0, readSeconds: 0 }
  await eachPart(parts, model, async (part, found) => {
    sum.rows += part.rows
    sum.touched += part.touched
    sum.readSeconds += part.seconds
    noteKeys(keys, model, found)
    for (const checked of await checkFound(parts, model, found)) noteInvalid(groups, checked)
    await parts.onRows?.(model.name, part.rows)
  })
  const collisions = await collisionsIn(parts, model, keys)
  return { ...sum, collisions, invalid: [...groups.values()].toSorted((a, b) => b.count - a.count) }
}

function noteKeys(keys: readonly SharedKeys[], model: EntityModel, found: readonly FoundRow[]): void {
  if (keys.length === 0) return
  for (const { row } of found) {
    const record = recordOf(model, row)
    for (const key of keys) key.note(record, row.tenant_oid)
  }
}

/** Reads the rows once more if some may share the values of a key. */
async function collisionsIn(parts: Examination, model: EntityModel, keys: readonly SharedKeys[]): Promise<PlannedEntity['collisions']> {
  const suspected = keys.filter((key) => key.hasShared()).map((key) => new NotedCollisions(key, model))
  if (suspected.length === 0) return []
  await eachPart(parts, model, async (_part, found) => {
    for (const one of found) for (const noted of suspected) noted.note(one)
    await parts.onRows?.(model.name, 0)
  })
  return suspected.flatMap((noted) => noted.group() ?? [])
}

interface Part {
  rows: number
  touched: number
  /** Spent reading and converting. */
  seconds: number
}

async function eachPart(
  { database, caller }: Examination,
  model: EntityModel,
  work: (part: Part, found: readonly FoundRow[]) => Promise<void>,
): Promise<void> {
  let after: Place | undefined = ['', '']
  while (after !== undefined) {
    const from: Place = after
    const read: ReadPart = await database.withScope(EVERYTHING, (queries) => readPart({ queries, caller }, model, from))
    await work(read.part, read.found)
    after = read.last
  }
}

type Place = readonly [tenantOid: string, oid: string]

interface ReadPart {
  part: Part
  found: FoundRow[]
  last: Place | undefined
}

interface StoredData {
  tenant_oid: string
  oid: string
  data: Rec
}

async function readPart({ queries, caller }: { queries: Queries; caller: Caller }, model: EntityModel, after: Place): Promise<ReadPart> {
  const from = performance.now()
  const { rows } = await sql<StoredData>`select tenant_oid, oid, data from ${sql.raw(model.table)}
    where (tenant_oid, oid) > (${after[0]}, ${after[1]}) order by tenant_oid, oid limit ${BATCH}`.execute(queries)
  const { versions } = model
  const touched = versions?.rewrites !== true ? 0 : rows.filter(({ data }) => !isSame(data, versions.stored(versions.present(data)))).length
  const seconds = (performance.now() - from) / 1000
  const found = await findRows(queries, { model, caller, oids: rows.map(({ oid }) => oid) })
  const last = rows.length < BATCH ? undefined : rows.at(-1)
  return { part: { rows: rows.length, touched, seconds }, found, last: last && [last.tenant_oid, last.oid] }
}

async function hasTable(database: Database, { table }: EntityModel): Promise<boolean> {
  const { rows } = await database.withScope(EVERYTHING, (queries) =>
    sql<{ found: string | null }>`select to_regclass(${table})::text as found`.execute(queries),
  )
  return (rows[0]?.found ?? null) !== null
}

async function countRows(database: Database, { table }: EntityModel): Promise<number> {
  const { rows } = await database.withScope(EVERYTHING, (queries) =>
    sql<{ n: string }>`select count(*)::text as n from ${sql.raw(table)}`.execute(queries),
  )
  return Number(rows[0]?.n ?? 0)
}
