import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { keyColumn, keyColumns } from '../../domain/entity-sql.ts'
import { createCatalogue, indexName, type EntityModel } from '../../entities/model/entity-model.ts'
import { fieldAt } from '../../entities/model/field-at.ts'
import { type Field } from '../../entities/model/field.ts'
import { orderExpression } from '../../entities/model/record-texts.ts'
import { oidsInData } from '../../entities/model/reference-paths.ts'
import { scopedByPath } from '../../migrations/migration.ts'
import { needsBackfill } from '../../evolution/backfill.ts'
import type { Queries } from '../database.ts'
import { distribution, onCoordinator } from '../distribution/tables.ts'
import { distributedPolicies } from '../scope-sql.ts'
import { entityViews } from './entity-views.ts'
import { longColumns } from './long-columns.ts'
import { changeTriggers } from './change-marks.ts'
import { droppedTriggers, rankColumn, rankTriggers } from './rank-triggers.ts'
import { APP_ROLE, hasExtension, namedRoles, type Roles, searchGrant, searchPolicy } from './roles.ts'
import { indexedText, searchFunctions, SMALL_TEXT, type SearchText } from './search-functions.ts'

interface TablePlan {
  model: EntityModel
  create: string[]
  /** Statements that add entity-specific columns and grants. Safe to repeat. */
  columns: string[]
  /** Search functions. */
  functions: string[]
  /** Statements that create the triggers that count rows. */
  triggers: string[]
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
}

/** Everything about tables that depends on schemas, as text; `migrate` runs when it changes. */
export function entityTablesFingerprint(schemas: Record<string, EntitySchema>, distributed: boolean): string {
  return [...plans(schemas, distributed).map(fingerprintOf), ...viewsOf(schemas).flatMap(({ creates }) => creates(distributed))].join('\n')
}

function fingerprintOf({ create, columns, functions, triggers, indexes }: TablePlan): string {
  return [...create, ...columns, ...functions, ...triggers, ...indexes.values()].join('\n')
}

/**
 * Creates missing tables and indexes and drops indexes that no schema needs any more; tables are never dropped. Only what a changed schema
 * is about is touched. Answers the statements for the indexes of large tables, each to be run outside of a transaction: nobody who writes
 * waits for those.
 */
export async function ensureEntityTables(
  queries: Queries,
  { schemas, roles, distributed, alongside, hasRights }: TablesWork,
): Promise<string[]> {
  const run = (text: string): Promise<unknown> => sql.raw(namedRoles(text, roles)).execute(queries)
  const ofTables: string[] = []
  const later: string[] = []
  const made = await entityVersionsOf(queries)
  const changed: Changed[] = []
  for (const plan of plans(schemas, distributed)) {
    const { model, create, columns, functions, triggers } = plan
    const checksum = createHash('sha256')
      .update([fingerprintOf(plan), roles.app, roles.search].join('\n'))
      .digest('hex')
      .slice(0, 32)
    const known = made.get(model.storage)
    refuseEarlierVersion(model, known?.base ?? 0)
    const found = await relationKind(queries, model.storage)
    if (found === 'view' || (found === 'table' && hasRights && known?.checksum === checksum)) continue
    if (found === undefined) for (const statement of create) await run(statement)
    await addMissing(
      queries,
      model,
      columns.map((text) => namedRoles(text, roles)),
    )
    const changes = await indexChanges(queries, plan)
    if (found === 'table' && alongside && changes.length > 0 && (await isLarge(queries, model))) {
      later.push(...changes.map(concurrently))
      continue
    }
    for (const statement of changes) await run(statement)
    ofTables.push(...functions, ...triggers)
    changed.push({ name: model.storage, checksum, version: model.versions?.version ?? 0, base: model.versions?.base ?? 0 })
  }
  const ofViews = viewsOf(schemas).flatMap(({ drops, creates }) => [...drops, ...creates(distributed)])
  for (const statement of onCoordinator([...ofTables, ...ofViews], await hasExtension(queries, 'citus'))) await run(statement)
  await rememberEntities(queries, changed)
  return later
}

/** Adding a column that is there would still lock the table. */
async function addMissing(queries: Queries, { table }: EntityModel, statements: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute where attrelid = ${table}::regclass`.execute(
    queries,
  )
  const present = new Set(rows.map(({ name }) => name))
  for (const statement of statements) {
    const added = [...statement.matchAll(/add column if not exists (\S+)/g)].map(([, name = '']) => name.replaceAll('"', ''))
    if (added.length === 0 || !added.every((name) => present.has(name))) await sql.raw(statement).execute(queries)
  }
}

interface Changed {
  name: string
  checksum: string
  version: number
  base: number
}

async function entityVersionsOf(queries: Queries): Promise<Map<string, Changed>> {
  const { rows } = await sql<Changed>`select entity as name, checksum, version, base from entity_version`.execute(queries)
  return new Map(rows.map((row) => [row.name, row]))
}

async function rememberEntities(queries: Queries, changed: readonly Changed[]): Promise<void> {
  await sql`insert into entity_version as v (entity, checksum, version, base)
    select x.name, x.checksum, x.version, x.base from json_to_recordset(${JSON.stringify(changed)}::json) as x(name text, checksum text, version integer, base integer)
    on conflict (entity) do update set checksum = excluded.checksum, version = excluded.version, base = excluded.base`.execute(queries)
}

/** A version reads what the one after it writes, no more: two versions later its own version is no longer stored. */
function refuseEarlierVersion({ name, versions }: EntityModel, storedBase: number): void {
  if (storedBase > (versions?.version ?? 0))
    throw new Error(
      `The records of ${name} were made by a version of this service that is too new for this one (version ${storedBase}); start the version before it, or restore an older database.`,
    )
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

const concurrently = (statement: string): string => statement.replace(/^(create (?:unique )?index|drop index) /, '$1 concurrently ')

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

function viewsOf(schemas: Record<string, EntitySchema>): (typeof entityViews)[string][] {
  return Object.keys(schemas).flatMap((name) => entityViews[name] ?? [])
}

async function relationKind(queries: Queries, name: string): Promise<'table' | 'view' | undefined> {
  const { rows } = await sql<{
    kind: string
  }>`select c.relkind as kind from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'entity' and c.relname = ${name} and c.relkind in ('r', 'p', 'v')`.execute(
    queries,
  )
  const kind = rows[0]?.kind
  if (kind === undefined) return undefined
  return kind === 'v' ? 'view' : 'table'
}

async function indexesOf(queries: Queries, name: string): Promise<{ name: string; isValid: boolean }[]> {
  const { rows } = await sql<{ name: string; isValid: boolean }>`select i.relname as name, x.indisvalid as "isValid"
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'entity' and t.relname = ${name} and (i.relname like 'ix\\_%' or i.relname like 'ux\\_%')`.execute(queries)
  return rows
}

function plans(schemas: Record<string, EntitySchema>, distributed: boolean): TablePlan[] {
  const validators = Object.fromEntries(Object.keys(schemas).map((name) => [name, () => []]))
  return [...createCatalogue(schemas, validators).models.values()]
    .filter(({ name }) => entityViews[name] === undefined)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((model) => ({
      model,
      create: distributed ? [...creation(model), ...distributedPolicies, distribution(model.table)] : creation(model),
      columns: ownColumns(model, distributed),
      functions: searchFunctions(model.search, model.table, { text: textOf(model), distributed }),
      triggers: distributed ? [] : [...rankTriggers(model), ...changeTriggers(model)],
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

function ownColumns(model: EntityModel, distributed: boolean): string[] {
  const { name, table } = model
  const keys = (keyColumns[name] ?? []).map((property) => {
    const value = unaliased(fieldOf(model, property))
    return `alter table ${table} add column if not exists ${keyColumn(property)} text generated always as ${value} stored`
  })
  return [
    ...keys,
    ...rankColumn(model),
    ...longColumns(model).add,
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
  for (const property of keyColumns[model.name] ?? []) add(`tenant_oid, ${keyColumn(property)}`)
  if (model.schema['x-search'].length > 0) add(`${indexedText(textOf(model))} gin_trgm_ops`, { using: 'using gin ' })
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
