import { sql } from 'kysely'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Database, Queries } from '../db/database.ts'
import { newOid } from '../db/new-oid.ts'
import { EVERYTHING } from '../db/scope.ts'
import { entityViews } from '../db/ddl/entity-views.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { findRows, type FoundRow } from '../entities/records/one-record.ts'
import { openSecrets } from '../entities/records/secrets.ts'
import { actingIn, readerOf, recordOf } from '../entities/records/served-record.ts'
import { loadReferences } from '../plan/checks/references.ts'
import { settleDrafts } from '../plan/checks/check-drafts.ts'
import { newDraft, RefusalBudget, type Draft, type PlanWork } from '../plan/drafts/draft.ts'
import type { Caller } from '../policies/caller.ts'

/** Rows per statement. */
const BATCH = 500
/** Records that are named of each reason. */
const NAMED = 100

/** A record that could not be saved as it is. */
export interface InvalidRecord {
  oid: string
  name: string
  tenant: string
}

/** Why records could not be saved, and which. */
export interface InvalidGroup {
  /** Message key of the refusal. */
  key: string
  /** Pattern of the field, e.g. `/wans/*` + `/mtu`. */
  at: string
  message: string
  count: number
  /** The first hundred. */
  records: InvalidRecord[]
}

/** What this version would make of the stored records of an entity. */
export interface ExaminedEntity {
  entity: string
  rows: number
  /** Rows that are rewritten into what this version stores. */
  touched: number
  invalid: InvalidGroup[]
  /** How long reading and converting took. */
  seconds: number
}

interface Examination {
  database: Database
  /** Somebody with every right, as whom records are checked. */
  caller: Caller
  /** Names of the entities to examine. @default all */
  entities?: readonly string[]
}

/** Reads every stored record as this version would, and says what it would rewrite and what it would refuse. Nothing is written. */
export async function* examineRecords({ database, caller, entities }: Examination): AsyncGenerator<ExaminedEntity> {
  for (const model of catalogueOf(database).models.values()) {
    const isExamined = entityViews[model.name] === undefined && model.name !== 'tenant' && (entities?.includes(model.name) ?? true)
    if (isExamined) yield await examineEntity({ database, caller }, model)
  }
}

async function examineEntity(parts: Examination, model: EntityModel): Promise<ExaminedEntity> {
  const from = performance.now()
  const groups = new Map<string, InvalidGroup>()
  let [rows, touched] = [0, 0]
  let after: readonly [string, string] = ['', '']
  for (;;) {
    const part = await parts.database.withScope(EVERYTHING, (queries) => examinePart({ ...parts, queries, groups }, model, after))
    rows += part.rows
    touched += part.touched
    if (part.last === undefined) break
    after = part.last
  }
  const invalid = [...groups.values()].toSorted((a, b) => b.count - a.count)
  return { entity: model.name, rows, touched, invalid, seconds: (performance.now() - from) / 1000 }
}

interface PartWork extends Examination {
  queries: Queries
  groups: Map<string, InvalidGroup>
}

interface StoredData {
  tenant_oid: string
  oid: string
  data: Rec
}

async function examinePart(
  work: PartWork,
  model: EntityModel,
  after: readonly [string, string],
): Promise<{ rows: number; touched: number; last?: readonly [string, string] }> {
  const { rows } = await sql<StoredData>`select tenant_oid, oid, data from ${sql.raw(model.table)}
    where (tenant_oid, oid) > (${after[0]}, ${after[1]}) order by tenant_oid, oid limit ${BATCH}`.execute(work.queries)
  const { versions } = model
  const touched = versions?.rewrites !== true ? 0 : rows.filter(({ data }) => !isSame(data, versions.stored(versions.present(data)))).length
  const found = await findRows(work.queries, { model, caller: work.caller, oids: rows.map(({ oid }) => oid) })
  await checkFound(work, model, found)
  const last = rows.length < BATCH ? undefined : rows.at(-1)
  return { rows: rows.length, touched, ...(last && { last: [last.tenant_oid, last.oid] as const }) }
}

/** Checks records as if somebody saved them unchanged. */
async function checkFound({ database, queries, caller, groups }: PartWork, model: EntityModel, found: readonly FoundRow[]): Promise<void> {
  const budget = new RefusalBudget(true)
  const drafts = found.map((row, index) => draftOf(row, { index, model, caller, budget, key: database.secretKey }))
  const plan = { tenantOid: 'all', source: 'api' as const, items: drafts.map(({ item }) => item) }
  const work: PlanWork = {
    database,
    queries,
    catalogue: catalogueOf(database),
    caller,
    plan,
    actionId: newOid(),
    now: new Date(),
    drafts,
    byRef: new Map(),
    tenants: new Map(found.map(({ node }) => [node.oid, node])),
    context: 'all',
    referenced: new Map(),
    named: new Set(),
    budget,
  }
  await loadReferences(work)
  await settleDrafts(work)
  for (const [at, draft] of drafts.entries()) if (draft.errors.length > 0) noteInvalid(groups, draft, found[at])
}

interface DraftParts extends Pick<Draft, 'index' | 'model'> {
  caller: Caller
  budget: RefusalBudget
  key: Buffer
}

function draftOf(found: FoundRow, { index, model, caller, budget, key }: DraftParts): Draft {
  const before = openSecrets(recordOf(model, found.row), model.schema, { place: found.row.oid, key })
  const { oid, revision } = found.row
  const reader = actingIn(model, readerOf(caller, found.node, model), 'all')
  const item = { entity: model.name, action: 'update' as const, oid, revision }
  return newDraft({ index, item, model, oid, budget, found, node: found.node, reader, before, next: before })
}

function noteInvalid(groups: Map<string, InvalidGroup>, { errors, model, before }: Draft, found: FoundRow | undefined): void {
  const record = { oid: found?.row.oid ?? '', name: String(before?.[model.meta.label] ?? ''), tenant: found?.node.name ?? '' }
  const seen = new Set<string>()
  for (const { pointer, key, message } of errors) {
    const at = pointer.replace(/^\/items\/\d+(\/changes)?/, '').replaceAll(/\/\d+(?=\/|$)/g, '/*')
    const id = `${key} ${at}`
    if (seen.has(id)) continue
    seen.add(id)
    const group = groups.get(id) ?? { key, at, message, count: 0, records: [] }
    group.count++
    if (group.records.length < NAMED) group.records.push(record)
    groups.set(id, group)
  }
}
