import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { keyColumn } from '../../domain/entity-sql.ts'
import { createCatalogue, indexName, type EntityModel } from '../../entities/model/entity-model.ts'
import { fieldAt } from '../../entities/model/field-at.ts'
import { type Field } from '../../entities/model/field.ts'
import { orderExpression } from '../../entities/model/record-texts.ts'
import { oidsInData } from '../../entities/model/reference-paths.ts'
import { scopedByPath } from '../../migrations/migration.ts'
import { needsBackfill } from '../../evolution/backfill.ts'
import type { Database, Queries } from '../database.ts'
import { codeOf } from '../errors.ts'
import { distribution, onCoordinator } from '../distribution/tables.ts'
import { distributedPolicies } from '../scope-sql.ts'
import { addition, addMissing, fillNext, missingColumns, type Column } from './columns.ts'
import { entityVersionsOf, peekProgress, refuseEarlierVersion, rememberEntities, type EntityVersion } from './entity-versions.ts'
import { findColumn, keysOf } from './find-columns.ts'
import { findFunctions, indexedFinds } from './find-functions.ts'
import { indexesOf, relationKind } from './present.ts'
import { inShortTransactions } from './short-transactions.ts'
import { entityViews } from './entity-views.ts'
import { indexedWithin, isIndexedWithin, nestedFunctions } from './nested-functions.ts'
import { longColumns } from './long-columns.ts'
import { changeTriggers } from './change-marks.ts'
import { countNext, countNow, isCounted } from './rank-counting.ts'
import { countsName, droppedTriggers, rankTriggers } from './rank-triggers.ts'
import { APP_ROLE, hasExtension, namedRoles, type Roles, searchGrant, searchPolicy } from './roles.ts'
import { indexedText, searchFunctions, SMALL_TEXT, type SearchText } from './search-functions.ts'

interface TablePlan {
  model: EntityModel
  create: string[]
  /** What lists and keys read of a record, beside the columns that all tables have. */
  columns: Column[]
  /** Grants and policies. Safe to repeat. */
  rights: string[]
  /** Search functions. */
  functions: string[]
  /** Statements that create the triggers that mark changes. */
  triggers: string[]
  /** Whether triggers count the rows. */
  counts: boolean
  /** Index name to its definition. */
  indexes: Map<string, string>
}

interface TablesWork {
  schemas: Record<string, EntitySchema>
  roles: Roles
  distributed: boolean
  /** Whether indexes can be built while others write. */
  alongside: boolean
  /** Whether tables keep their grants; those of a restored database have none. */
  hasRights: boolean
  /** Whether views and their functions are as this version has them. */
  hasViews: boolean
}

/** Everything about tables that depends on schemas, as text; `migrate` runs when it changes. */
export function entityTablesFingerprint(schemas: Record<string, EntitySchema>, distributed: boolean): string {
  return [...plans(schemas, distributed).map(fingerprintOf), viewsFingerprint(schemas, distributed)].join('\n')
}

function fingerprintOf({ model, create, columns, rights, functions, triggers, counts, indexes }: TablePlan): string {
  const counting = counts ? [countsName(model), ...rankTriggers(model, { counting: false }).functions] : []
  return [
    ...create,
    ...addition({ table: model.table, columns }),
    ...rights,
    ...functions,
    ...triggers,
    ...counting,
    ...indexes.values(),
  ].join('\n')
}

/** What is done after the transaction, while others write: it may take as long as it takes. Safe to repeat, also by copies at once. */
export type LaterWork = (database: Database) => Promise<void>

/**
 * Creates missing tables, columns and indexes and drops indexes that no schema needs any more; tables are never dropped. Only what a changed
 * schema is about is touched. Answers what is to be done about large tables before this is called again: nobody who writes waits for that.
 * Views stay as they are where they are the same in every version (`hasViews`).
 */
export async function ensureEntityTables(
  queries: Queries,
  { schemas, roles, distributed, alongside, hasRights, hasViews }: TablesWork,
): Promise<{ later: LaterWork[]; hasNewTables: boolean }> {
  const run = (text: string): Promise<unknown> => sql.raw(namedRoles(text, roles)).execute(queries)
  const ofTables: string[] = []
  const later: LaterWork[] = []
  let hasNewTables = false
  const made = await entityVersionsOf(queries)
  const changed: EntityVersion[] = []
  for (const plan of plans(schemas, distributed)) {
    const { model, create, rights, functions, triggers } = plan
    const checksum = checksumOf([fingerprintOf(plan), roles.app, roles.search])
    const ofRights = checksumOf([...rights, ...triggers, roles.app, roles.search])
    const known = made.get(model.storage)
    refuseEarlierVersion(model, known?.base ?? 0)
    const found = await relationKind(queries, model.storage)
    if (found === 'view' || (found === 'table' && hasRights && known?.checksum === checksum)) continue
    hasNewTables ||= found === undefined
    if (found === undefined) for (const statement of create) await run(statement)
    const work = found === 'table' && alongside && (await isLarge(queries, model)) ? await workAlongside(queries, plan) : undefined
    if (work === undefined) await makeNow(queries, plan)
    if (work !== undefined && work.length > 0) {
      // Lists of this version go by the marks of its triggers.
      if (known?.rights !== ofRights) ofTables.push(...triggers)
      later.push(...work)
      continue
    }
    ofTables.push(...functions)
    if (found === undefined || !hasRights || known?.rights !== ofRights) {
      for (const statement of rights) await run(statement)
      ofTables.push(...triggers)
    }
    const { version = 0, base = 0 } = model.versions ?? {}
    changed.push({ name: model.storage, checksum, version, base, rights: ofRights })
  }
  const ofViews = hasViews ? [] : viewsOf(schemas).flatMap(({ drops, creates }) => [...drops, ...creates(distributed)])
  for (const statement of onCoordinator([...ofTables, ...ofViews], await hasExtension(queries, 'citus'))) await run(statement)
  await rememberEntities(queries, changed)
  return { later, hasNewTables }
}

const checksumOf = (texts: readonly string[]): string => createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 32)

/** Everything in this transaction: of tables that are new or small, or that nobody else uses. */
async function makeNow(queries: Queries, plan: TablePlan): Promise<void> {
  const { model, columns, counts } = plan
  await addMissing(queries, { ...model, columns }, { alongside: false })
  for (const statement of await indexChanges(queries, plan)) await sql.raw(statement).execute(queries)
  if (counts) await countNow(queries, model)
}

/** What comes next of a large table that others use, e.g. indexes once their columns are filled. Nothing when it is as it should be. */
async function workAlongside(queries: Queries, plan: TablePlan): Promise<LaterWork[]> {
  const { model, columns, counts } = plan
  const wanted = { ...model, columns }
  if ((await missingColumns(queries, wanted)).length > 0)
    return [
      inShortTransactions(async (own) => {
        await addMissing(own, wanted, { alongside: true })
        return false
      }),
    ]
  if ((await peekProgress(queries, model.storage)).filling !== null) return [inShortTransactions((own) => fillNext(own, model))]
  const changes = await indexChanges(queries, plan)
  if (changes.length > 0) return changes.map(builtAlongside)
  return counts && !(await isCounted(queries, model)) ? [inShortTransactions((own) => countNext(own, model))] : []
}

/** Drops what no schema needs and what an ended copy left unfinished, then creates what is missing. */
async function indexChanges(queries: Queries, { model, indexes }: TablePlan): Promise<string[]> {
  const present = await indexesOf(queries, model.storage)
  const usable = present.filter(({ isValid }) => isValid).map(({ name }) => name)
  return [
    ...present.filter(({ isValid }) => !isValid).map(({ name }) => `drop index entity.${name}`),
    ...[...indexes].filter(([name]) => !usable.includes(name)).map(([, definition]) => definition),
    ...usable.filter((name) => !indexes.has(name)).map((name) => `drop index entity.${name}`),
  ]
}

/** What another copy did meanwhile: it created the index, dropped it, or is at it. */
const DONE_BY_OTHERS = ['42P07', '42704', '55006', 'XX000', '40P01']

/** Builds or drops an index. Only one copy does; what an ended copy left unfinished is invalid, and built again. */
function builtAlongside(statement: string): LaterWork {
  const text = statement.replace(/^(create (?:unique )?index|drop index) /, '$1 concurrently ')
  return (database) =>
    database.alone(text).catch((error: unknown) => {
      if (!DONE_BY_OTHERS.includes(codeOf(error))) throw error
    })
}

/** Rows from which an index takes so long that those who write would notice. */
const LARGE = 5_000

async function isLarge(queries: Queries, { table }: EntityModel): Promise<boolean> {
  const { rows } = await sql<{
    large: boolean
  }>`select exists (select from ${sql.raw(table)} offset ${sql.raw(String(LARGE))}) as large`.execute(queries)
  return rows[0]?.large === true
}

/** The table of an entity, and what a distributed table cannot have. */
interface EntityTable {
  model: EntityModel
  /** Unique indexes that span tenants. */
  splitKeys: string[]
  /** Statements that drop such indexes, and triggers. */
  drops: string[]
}

/** The tables of all entities, without those that are views. */
export function entityTables(schemas: Record<string, EntitySchema>): EntityTable[] {
  return plans(schemas, false).map(({ model }) => {
    const splitKeys = model.unique.filter(({ fields }) => !isWithinTenant(model, fields)).map(({ index }) => `entity.${index}`)
    return { model, splitKeys, drops: [...droppedTriggers(model), ...splitKeys.map((name) => `drop index if exists ${name}`)] }
  })
}

/** The statements of all views, as text. */
export function viewsFingerprint(schemas: Record<string, EntitySchema>, distributed: boolean): string {
  return viewsOf(schemas)
    .flatMap(({ drops, creates }) => [...drops, ...creates(distributed)])
    .join('\n')
}

function viewsOf(schemas: Record<string, EntitySchema>): (typeof entityViews)[string][] {
  return Object.keys(schemas).flatMap((name) => entityViews[name] ?? [])
}

function plans(schemas: Record<string, EntitySchema>, distributed: boolean): TablePlan[] {
  const validators = Object.fromEntries(Object.keys(schemas).map((name) => [name, () => []]))
  return [...createCatalogue(schemas, validators).models.values()]
    .filter(({ name }) => entityViews[name] === undefined)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((model) => ({
      model,
      create: distributed ? [...creation(model), ...distributedPolicies, distribution(model.table)] : creation(model),
      columns: ownColumns(model),
      rights: ownRights(model, distributed),
      functions: ownFunctions(model, distributed),
      triggers: distributed ? [] : changeTriggers(model),
      counts: !distributed && model.meta.ranked !== undefined,
      indexes: indexes(model, distributed),
    }))
}

function creation(model: EntityModel): string[] {
  const { table } = model
  return [
    `create table ${table} (
      tenant_oid text not null, tenant_path text collate "C" not null, oid text not null, revision integer not null, data jsonb not null, search_text text not null, sort_keys jsonb not null,
      created_at timestamptz(3) not null, created_by text, updated_at timestamptz(3) not null, updated_by text, primary key (tenant_oid, oid))`,
    ...scopedByPath(table),
  ]
}

function ownColumns(model: EntityModel): Column[] {
  const keys = keysOf(model).map((property) => ({
    name: keyColumn(property),
    type: 'text',
    value: fieldOf(model, property).sql?.('r') ?? 'null',
  }))
  return [...keys, ...[findColumn(model) ?? []].flat(), ...longColumns(model).columns]
}

function ownFunctions(model: EntityModel, distributed: boolean): string[] {
  const { search, table } = model
  return [
    ...searchFunctions(search, table, { text: textOf(model), distributed }),
    ...findFunctions(model, distributed),
    ...nestedFunctions(model, distributed),
  ]
}

function ownRights(model: EntityModel, distributed: boolean): string[] {
  const { table } = model
  return [
    `grant select, insert, update, delete on ${table} to ${APP_ROLE}`,
    searchGrant(table, { columns: ['oid', 'tenant_oid', 'tenant_path', 'search_text'], distributed }),
    ...searchPolicy(table),
  ]
}

const textOf = ({ meta }: EntityModel): SearchText => (meta.ranked === undefined ? 'search_text' : SMALL_TEXT)

function indexes(model: EntityModel, distributed: boolean): Map<string, string> {
  const found = new Map<string, string>()
  const add = (columns: string, options: { name?: string; using?: string; include?: string; where?: string } = {}): void => {
    const ending = `${options.include === undefined ? '' : ` include (${options.include})`}${options.where === undefined ? '' : ` where ${options.where}`}`
    const definition = `on ${model.table} ${options.using ?? ''}(${columns})${ending}`
    const name = options.name ?? indexName('ix', definition)
    found.set(name, `create ${options.name === undefined ? '' : 'unique '}index ${name} ${definition}`)
  }
  add('oid')
  if (model.versions?.rewrites) add('tenant_oid, oid', { where: needsBackfill(model.versions) })
  add('tenant_path, oid')
  for (const property of keysOf(model)) add(`tenant_oid, ${keyColumn(property)}`)
  if (model.schema['x-search'].length > 0) add(`${indexedText(textOf(model))} gin_trgm_ops`, { using: 'using gin ' })
  for (const { name } of [findColumn(model) ?? []].flat()) add(`${indexedFinds(name)} gin_trgm_ops`, { using: 'using gin ' })
  if (!distributed && isIndexedWithin(model)) add(indexedWithin, { using: 'using gin ' })
  const { order, indexes: long } = longColumns(model)
  for (const { columns, include } of long) add(columns, { include })
  const lead = model.meta.scope === 'overlay' ? 'tenant_oid, ' : ''
  // Computed values may change without a write, so they cannot be indexed.
  const kept = model.schema['x-sort'].filter((name) => !order.has(name) && fieldAt(model, name)?.derived === undefined)
  for (const name of kept) add(`${lead}${sortExpression(model, fieldOf(model, name))}, oid`)
  for (const reference of model.references) {
    if (reference.property === model.meta.parent) continue
    if (reference.path.length === 1) add(wrapped(fieldOf(model, reference.property)))
    else add(`(${withoutAlias(oidsInData(model, reference))})`, { using: 'using gin ' })
  }
  for (const { index, fields } of model.unique) {
    const columns = uniqueColumns(model, fields)
    const isSplit = distributed && !isWithinTenant(model, fields)
    // A distributed index is unique within a tenant only: `checkUniqueness` lets nobody else take the value meanwhile.
    add(isSplit ? `tenant_oid, ${columns}` : columns, { name: index })
    if (isSplit) add(columns)
  }
  return found
}

/** The tenant first: it is the parent property where there is one, and the overlay where uniqueness holds within it. */
function uniqueColumns(model: EntityModel, fields: readonly string[]): string {
  const others = fields.filter((name) => name !== model.meta.parent).map((name) => wrapped(fieldOf(model, name)))
  return [...(isWithinTenant(model, fields) ? ['tenant_oid'] : []), ...others].join(', ')
}

function isWithinTenant({ meta }: EntityModel, fields: readonly string[]): boolean {
  return meta.scope === 'overlay' || (meta.parent !== undefined && fields.includes(meta.parent))
}

/** Sort expression for an index definition, where table aliases are not allowed. */
function sortExpression(model: EntityModel, field: Field): string {
  return `(${withoutAlias(orderExpression(model, field, 'r'))})`
}

function wrapped(field: Field): string {
  return `(${unaliased(field)})`
}

function unaliased(field: Field): string {
  return withoutAlias(field.sql?.('r') ?? '')
}

function withoutAlias(expression: string): string {
  return expression.replaceAll(/\br\./g, '')
}

function fieldOf(model: EntityModel, name: string): Field {
  const field = fieldAt(model, name)
  if (field?.sql === undefined || field.derived !== undefined) throw new Error(`entity '${model.name}': '${name}' cannot be indexed`)
  return field
}
