import { sql } from 'kysely'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { keyColumn, keyColumns } from '../../domain/entity-sql.ts'
import { createCatalogue, indexName, type EntityModel } from '../../entities/model/entity-model.ts'
import { fieldAt } from '../../entities/model/field-at.ts'
import { constant, type Field } from '../../entities/model/field.ts'
import { orderExpression } from '../../entities/model/record-texts.ts'
import { oidsInData } from '../../entities/model/reference-paths.ts'
import { scopedByPath } from '../../migrations/migration.ts'
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
}

/** Everything about tables that depends on schemas, as text; `migrate` runs when it changes. */
export function entityTablesFingerprint(schemas: Record<string, EntitySchema>, distributed: boolean): string {
  return [
    ...plans(schemas, distributed).map(({ create, columns, functions, triggers, indexes }) =>
      [...create, ...columns, ...functions, ...triggers, ...indexes.values()].join('\n'),
    ),
    ...viewsOf(schemas).flatMap(({ creates }) => creates(distributed)),
  ].join('\n')
}

/** Creates missing tables and indexes and drops indexes that no schema needs any more. Tables are never dropped. */
export async function ensureEntityTables(queries: Queries, { schemas, roles, distributed }: TablesWork): Promise<void> {
  const run = (text: string): Promise<unknown> => sql.raw(namedRoles(text, roles)).execute(queries)
  const ofTables: string[] = []
  for (const { model, create, columns, functions, triggers, indexes } of plans(schemas, distributed)) {
    const found = await relationKind(queries, model.name)
    if (found === 'view') continue
    if (found === undefined) for (const statement of create) await run(statement)
    for (const statement of columns) await run(statement)
    const present = await indexesOf(queries, model.name)
    for (const name of present) if (!indexes.has(name)) await run(`drop index entity.${name}`)
    for (const [name, definition] of indexes) if (!present.includes(name)) await run(definition)
    ofTables.push(...functions, ...triggers)
  }
  const ofViews = viewsOf(schemas).flatMap(({ drops, creates }) => [...drops, ...creates(distributed)])
  for (const statement of onCoordinator([...ofTables, ...ofViews], await hasExtension(queries, 'citus'))) await run(statement)
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

async function indexesOf(queries: Queries, name: string): Promise<string[]> {
  const { rows } = await sql<{
    indexname: string
  }>`select indexname from pg_indexes where schemaname = 'entity' and tablename = ${name} and (indexname like 'ix\\_%' or indexname like 'ux\\_%')`.execute(
    queries,
  )
  return rows.map(({ indexname }) => indexname)
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
    const value = `(data->>${constant(property)})`
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
  const add = (columns: string, options: { name?: string; using?: string; include?: string } = {}): void => {
    const definition = `on ${model.table} ${options.using ?? ''}(${columns})${options.include === undefined ? '' : ` include (${options.include})`}`
    const name = options.name ?? indexName('ix', definition)
    found.set(name, `create ${options.name === undefined ? '' : 'unique '}index ${name} ${definition}`)
  }
  add('oid')
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
    else add(`(${withoutAlias(oidsInData(reference))})`, { using: 'using gin ' })
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
