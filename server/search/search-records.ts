import { sql, type RawBuilder } from 'kysely'
import { tenantTypes } from '../../schemas/rights/rights.ts'
import { fitOf, type SearchGroup, type SearchHit } from '../../schemas/search.ts'
import { valueAt } from '../../schemas/vocabulary/paths/pointer.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Database, Queries } from '../db/database.ts'
import { isDistributed } from '../db/distribution/connections.ts'
import { findColumn, foundNames, NESTED } from '../db/ddl/find-columns.ts'
import { entityViews } from '../db/ddl/entity-views.ts'
import { outermost, type Scope } from '../db/scope.ts'
import { withinScopes } from '../db/scope-sql.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { fieldAt } from '../entities/model/field-at.ts'
import { placesIn } from '../entities/model/guarded-places.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { anyOf } from '../entities/filter/filter-sql.ts'
import {
  actingIn,
  completeRow,
  readerOf,
  rowColumns,
  servedRecord,
  unreadable,
  type Reader,
  type StoredRow,
} from '../entities/records/served-record.ts'
import { loadTenants } from '../entities/records/tenant-context.ts'
import { subtree, type Caller, type TenantNode } from '../policies/caller.ts'
import { amongCandidates, withCandidates, type Wanted } from './candidates.ts'
import { placeOf } from './served-place.ts'

export interface SearchRequest {
  /** What is looked for, without spaces around it. */
  term: string
  /** Where: the tenant and those below it. */
  tenant: TenantNode | 'all'
  /** Records per entity. */
  size: number
}

/** Rows read of each entity: first, and where the caller may not read enough of those. */
const READ = { first: 24, rest: 500 }

/** The best records of every entity that the caller may read, in the tenant and below; the entity with the best record first. */
export async function searchRecords(database: Database, caller: Caller, request: SearchRequest): Promise<SearchGroup[]> {
  const sought = [...catalogueOf(database).models.values()].flatMap((model) => {
    const ranges = isSearched(model) ? rangesOf(model, caller, request.tenant) : []
    return ranges.length === 0 ? [] : [{ model, ranges }]
  })
  if (sought.length === 0) return []
  const found = await database.withScope(caller.scopes(), async (queries) => {
    const everywhere = sought.map((one) => ({ ...one, pattern: patternOf(request.term) }))
    const isPlaced = !isIdentifier(request.term) && !isDistributed(queries)
    const wanted = isPlaced ? await withCandidates(queries, everywhere) : everywhere
    const first = await readHits(queries, { wanted, caller, request, limit: READ.first })
    const short = wanted.filter(({ model }) => isShort(first.get(model), request))
    return new Map([...first, ...(await readHits(queries, { wanted: short, caller, request, limit: READ.rest }))])
  })
  return [...found]
    .filter(([, { hits }]) => hits.length > 0)
    .toSorted(([, a], [, b]) => (a.hits[0]?.fit ?? 0) - (b.hits[0]?.fit ?? 0))
    .map(([model, { hits }]) => ({
      entity: model.name,
      hits: hits.slice(0, request.size).map(({ hit }) => hit),
      hasMore: hits.length > request.size,
    }))
}

/** A hit, and how well it fits (`fitOf`). */
interface Hit {
  hit: SearchHit
  fit: number
}

/** The hits of one entity; `isAll`: there are no others. */
interface Found {
  hits: Hit[]
  isAll: boolean
}

/** Whether most of the rows read may not be seen, and there are others. */
const isShort = (found: Found | undefined, { size }: SearchRequest): boolean =>
  found !== undefined && !found.isAll && found.hits.length <= size

interface Search {
  wanted: readonly Wanted[]
  caller: Caller
  request: SearchRequest
  /** Rows read of each entity. */
  limit: number
}

/** The hits of several entities, in one statement and one for their tenants. */
async function readHits(queries: Queries, { wanted, caller, request, limit }: Search): Promise<Map<EntityModel, Found>> {
  if (wanted.length === 0) return new Map()
  const statements = wanted.map(
    (one) =>
      sql`select ${sql.lit(one.model.name)} as entity, (select json_agg(p) from (${bestRows(one, { term: request.term, limit, isDistributed: isDistributed(queries) })}) p) as rows`,
  )
  const { rows } = await sql<{ entity: string; rows: StoredRow[] | null }>`${sql.join(statements, sql` union all `)}`.execute(queries)
  const ofEntity = new Map(rows.map((row) => [row.entity, row.rows ?? []]))
  const oids = rows.flatMap((row) => (row.rows ?? []).map(({ tenant_oid }) => tenant_oid))
  const tenants = await loadTenants(queries, oids)
  return new Map(
    wanted.map(({ model }) => {
      const own = ofEntity.get(model.name) ?? []
      return [model, { hits: hitsOf({ model, rows: own, tenants, caller, request }), isAll: own.length < limit }]
    }),
  )
}

/** Records that people keep, one by one: not what a tenant has exactly one of, pairs, or what is computed from other records. */
function isSearched({ name, meta, schema }: EntityModel): boolean {
  if (schema['x-search'].length === 0 || entityViews[name] !== undefined) return false
  if (meta.singleton === true || meta.pairs !== undefined || meta.shared === true) return false
  return meta.readOnly !== true || meta.writtenByCommands === true
}

/** The parts of the tenant's subtree in which the caller may read this entity of at least some tenants. */
function rangesOf({ meta }: EntityModel, caller: Caller, tenant: TenantNode | 'all'): readonly Scope[] {
  const readable = outermost(
    caller.memberships
      .filter(({ tenant: held }) => mayReadBelow(caller, held, meta.resource))
      .map(({ tenant: held }) => subtree(held.path)),
  )
  if (tenant === 'all') return readable
  const within = subtree(tenant.path)
  const parts = readable.map(({ from, to }) => ({ from: from > within.from ? from : within.from, to: to < within.to ? to : within.to }))
  return outermost(parts)
}

/** Rights depend on a tenant's type: those of an overlay are rights on customers, whoever holds the role above them. */
function mayReadBelow(caller: Caller, held: TenantNode, resource: string): boolean {
  if (caller.rightsOn(held).has(resource, 'read')) return true
  const features = Object.fromEntries(Object.keys(held.features).map((name) => [name, 'enabled' as const]))
  return tenantTypes.some((type) => caller.rightsOn({ ...held, type, features, path: `${held.path}0.` }).has(resource, 'read'))
}

const escaped = (term: string): string => term.replaceAll(/[\\%_]/g, '\\$&')
const patternOf = (term: string): string => `%${escaped(term)}%`

const isIdentifier = (term: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(term)

interface Best extends Pick<SearchRequest, 'term'> {
  limit: number
  isDistributed: boolean
}

/** SQL of the best rows first: by how well the fields fit, then by name. */
function bestRows(wanted: Wanted, { term, limit, isDistributed: isSpread }: Best): RawBuilder<unknown> {
  const { model, ranges } = wanted
  const inside = withinScopes('r.tenant_path', ranges, { below: model.meta.isTenant === true })
  const table = sql.raw(model.table)
  const columns = sql.raw(rowColumns(model, 'r'))
  if (isIdentifier(term)) return sql`select ${columns} from ${table} r where r.oid = ${term.toLowerCase()} and ${inside}`
  const texts = [...searchedTexts(model), ...foundNames(model).flatMap(({ name }) => model.fields.get(name)?.sql?.('r') ?? [])]
  const found = findColumn(model)
  // Read once each, as a name may be that of another record.
  const kept = [...texts.map((text, index) => `${text} as t${index}`), ...(found ? [`r.${found.name} as found`] : [])]
  const fit = fitSql({
    texts: texts.map((_, index) => sql<string>`${sql.raw(`t${index}`)}`),
    term: escaped(term),
    hasFound: found !== undefined,
  })
  // Citus brings rows of several servers into an order only where it also limits them, and by selected columns.
  const [shown, end] = isSpread ? [sql`, f.fit, f.name`, sql` limit ${sql.lit(limit)}`] : [sql``, sql``]
  return sql`select ${columns}${shown} from (select tenant_oid, oid, ${fit} as fit, lower(${sql.raw(texts.length === 0 ? 'null' : 't0')}) as name
      from (select ${sql.raw(['r.tenant_oid', 'r.oid', ...kept].join(', '))} from ${table} r where ${amongCandidates(wanted)} and ${inside} offset 0) c
      order by fit, name, oid limit ${sql.lit(limit)}) f
    join ${table} r on r.tenant_oid = f.tenant_oid and r.oid = f.oid order by f.fit, f.name, f.oid${end}`
}

/** SQL of the stored texts that are searched, the one that names the record first. */
function searchedTexts(model: EntityModel): string[] {
  const { label } = model.meta
  const names = model.schema['x-search'].toSorted((a, b) => Number(b === label) - Number(a === label))
  return names.flatMap((name) => {
    const field = fieldAt(model, name)
    return field?.sql === undefined || field.derived !== undefined || field.type !== 'text' ? [] : [field.sql('r')]
  })
}

interface Texts {
  texts: readonly RawBuilder<string>[]
  /** What is looked for, with LIKE's wildcards escaped. */
  term: string
  /** Whether there is a column with nested texts, `found`. */
  hasFound: boolean
}

/** `fitOf` in SQL, the smallest of all texts. */
function fitSql({ texts, term, hasFound }: Texts): RawBuilder<number> {
  const any = (pattern: string, nested: string): RawBuilder<boolean> => {
    const found = sql<boolean>`found like translate(lower(${nested}), ${NESTED.from}, ${NESTED.to})`
    return anyOf([...texts.map((text) => sql<boolean>`${text} ilike ${pattern}`), ...(hasFound ? [found] : [])])
  }
  const [equal, first, word] = [any(term, `%  ${term}  %`), any(`${term}%`, `%  ${term}%`), any(`% ${term}%`, `% ${term}%`)]
  return sql<number>`case when ${equal} then 0 when ${first} then 1 when ${word} then 2 else 3 end`
}

interface Served {
  model: EntityModel
  rows: readonly StoredRow[]
  tenants: ReadonlyMap<string, TenantNode>
  caller: Caller
  request: SearchRequest
}

/** What the caller may read of the rows, without those that match only in what the caller may not. */
function hitsOf({ model, rows, tenants, caller, request: { term, tenant } }: Served): Hit[] {
  const readers = new Map<string, Reader>()
  const hits = rows.flatMap((row) => {
    const node = tenants.get(row.tenant_oid)
    if (node === undefined) return []
    const reader = readers.get(node.oid) ?? actingIn(model, readerOf(caller, node, model), tenant)
    readers.set(node.oid, reader)
    if (!reader.rights.has(model.meta.resource, 'read') || unreadable(model, reader.context) !== undefined) return []
    const record = servedRecord(model, completeRow(model, row, node), reader)
    const match = matchOf(model, record, term)
    if (match === undefined) return []
    const { fit, ...found } = match
    return [{ fit, hit: { ...placeOf(model, node, record), match: found } }]
  })
  // A row may have been read for the sake of what the caller may not read.
  return hits.toSorted((a, b) => a.fit - b.fit)
}

function matchOf({ schema }: EntityModel, record: Rec, term: string): (SearchHit['match'] & { fit: number }) | undefined {
  const folded = term.toLowerCase()
  if (String(record['oid']).toLowerCase() === folded) return { field: 'oid', value: String(record['oid']), fit: 0 }
  const nested = (schema['x-find'] ?? []).flatMap((path) => placesIn(record, path.split('/')))
  const places = [...schema['x-search'].map((path) => path.split('/')), ...nested]
  const matches = places.flatMap((place) => {
    const value = valueAt(record, place)
    const fit = typeof value === 'string' ? fitOf(value.toLowerCase(), folded) : undefined
    return fit === undefined ? [] : [{ field: place.join('/'), value: String(value), fit }]
  })
  return matches.toSorted((a, b) => a.fit - b.fit)[0]
}
