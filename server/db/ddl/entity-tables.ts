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
import { entityViews } from './entity-views.ts'
import { longColumns } from './long-columns.ts'
import { rankColumn, rankTriggers } from './rank-triggers.ts'
import { APP_ROLE, namedRoles, type Roles, SEARCH_ROLE, searchPolicy } from './roles.ts'
import { indexedText, searchFunctions, SMALL_TEXT, type SearchText } from './search-functions.ts'

interface TablePlan {
  model: EntityModel
  create: string[]
  /** Statements that add entity-specific columns and grants. Safe to repeat. */
  columns: string[]
  /** Statements that create the triggers that count rows. */
  triggers: string[]
  /** Index name to its definition. */
  indexes: Map<string, string>
}

/** Everything about tables that depends on schemas, as text; `migrate` runs when it changes. */
export function entityTablesFingerprint(schemas: Record<string, EntitySchema>): string {
  return [
    ...plans(schemas).map(({ create, columns, triggers, indexes }) => [...create, ...columns, ...triggers, ...indexes.values()].join('\n')),
    ...viewsOf(schemas).flatMap(({ creates }) => creates),
  ].join('\n')
}

/** Creates missing tables and indexes and drops indexes that no schema needs any more. Tables are never dropped. */
export async function ensureEntityTables(queries: Queries, schemas: Record<string, EntitySchema>, roles: Roles): Promise<void> {
  const run = (text: string): Promise<unknown> => sql.raw(namedRoles(text, roles)).execute(queries)
  for (const { model, create, columns, indexes } of plans(schemas)) {
    const found = await relationKind(queries, model.name)
    if (found === 'view') continue
    if (found === undefined) for (const statement of create) await run(statement)
    for (const statement of columns) await run(statement)
    const present = await indexesOf(queries, model.name)
    for (const name of present) if (!indexes.has(name)) await run(`drop index entity.${name}`)
    for (const [name, definition] of indexes) if (!present.includes(name)) await run(definition)
  }
  for (const { model, triggers } of plans(schemas))
    if ((await relationKind(queries, model.name)) === 'table') for (const statement of triggers) await run(statement)
  for (const { drops, creates } of viewsOf(schemas)) for (const statement of [...drops, ...creates]) await run(statement)
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

function plans(schemas: Record<string, EntitySchema>): TablePlan[] {
  const validators = Object.fromEntries(Object.keys(schemas).map((name) => [name, () => []]))
  return [...createCatalogue(schemas, validators).models.values()]
    .filter(({ name }) => entityViews[name] === undefined)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((model) => ({
      model,
      create: creation(model),
      columns: ownColumns(model),
      triggers: rankTriggers(model),
      indexes: indexes(model),
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

function ownColumns(model: EntityModel): string[] {
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
    `grant select (oid, tenant_oid, tenant_path, search_text) on ${table} to ${SEARCH_ROLE}`,
    ...searchPolicy(table),
    ...searchFunctions(model.search, table, textOf(model)),
  ]
}

const textOf = ({ meta }: EntityModel): SearchText => (meta.ranked === undefined ? 'search_text' : SMALL_TEXT)

function indexes(model: EntityModel): Map<string, string> {
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
  for (const { index, fields } of model.unique) add(uniqueColumns(model, fields), { name: index })
  return found
}

/** The tenant first: it is the parent property where there is one, and the overlay where uniqueness holds within it. */
function uniqueColumns(model: EntityModel, fields: readonly string[]): string {
  const others = fields.filter((name) => name !== model.meta.parent).map((name) => wrapped(fieldOf(model, name)))
  const withinTenant = others.length < fields.length || model.meta.scope === 'overlay'
  return [...(withinTenant ? ['tenant_oid'] : []), ...others].join(', ')
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
