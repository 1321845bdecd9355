import { sql, type QueryResult, type RawBuilder } from 'kysely'
import { scopeOf } from '../../schemas/rights/rights.ts'
import type { Can, EntryChange, JournalEntry } from '../../schemas/plan.ts'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import type { EntityMeta, Rec } from '../../schemas/vocabulary/types.ts'
import type { Database, Queries } from '../db/database.ts'
import { withinScopes } from '../db/scope-sql.ts'
import { readInAnyOrder, readInOrder } from '../db/sql-parts.ts'
import { isDistributed } from '../db/distribution/connections.ts'
import { outermost, type Scope } from '../db/scope.ts'
import type { KeptTenant } from '../domain/domain.ts'
import { includesSubtenants, type Catalogue, type EntityModel } from '../entities/model/entity-model.ts'
import { allOf, type Where } from '../entities/filter/filter-sql.ts'
import { hiddenPaths, visibleValue } from '../entities/model/guarded-places.ts'
import { actingIn, isSelectable, readerOf, type Reader } from '../entities/records/served-record.ts'
import { tenantJson } from '../entities/records/tenant-context.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { presentEntry } from './present-entry.ts'
import { archiveEnd } from './archive/archived.ts'
import { distributedKeys, mergedKeys, usual, type MergedSearch } from './merged-keys.ts'
import { subtree, type Caller, type TenantNode } from '../policies/caller.ts'

/** A parsed entry, as stored and hashed. */
export interface StoredEntry {
  seq: number
  tenant: { oid: string; name: string }
  createdAt: string
  actionId: string
  source: JournalEntry['source']
  requestId?: string
  principal: JournalEntry['principal']
  theme: string
  entity: string
  eventType: string
  subject: { oid: string; name: string }
  revision?: number
  details: Rec & {
    changes?: Record<string, Partial<EntryChange>>
    /** Data needed to restore a deleted tenant; never sent to clients. */
    kept?: KeptTenant
  }
}

/** An entry with the current state of its tenant. */
export interface FoundEntry {
  entry: StoredEntry
  node: TenantNode | null
}

/** First isolation layer of the journal, as for lists; 'all' means every tenant where the caller may read the resource's journal. */
export function journalWhere(tenant: TenantNode | 'all', caller: Caller, { meta }: EntityModel): Where {
  if (tenant === 'all') {
    const held = caller.memberships.filter((membership) => caller.rightsOn(membership.tenant).has(meta.resource, 'update'))
    return inRanges(outermost(held.map((membership) => subtree(membership.tenant.path))))
  }
  return reachOf(tenant, meta) === 'tenant' ? sql<boolean>`j.tenant_oid = ${tenant.oid}` : inRanges([subtree(tenant.path)])
}

/**
 * Tenants whose entries are read together: one, those of a subtree, or any. Of a subtree, each tenant's newest entries are read and merged,
 * because by time alone, those of everybody else would be passed over.
 */
export type Reach = 'tenant' | 'subtree' | 'many'

/** The tenants whose entries of an entity are read together. */
export function reachOf(tenant: TenantNode | 'all', meta: EntityMeta): Reach {
  if (tenant === 'all' || tenant.type === 'po') return 'many'
  return includesSubtenants(meta, tenant) && scopeOf(tenant.type) === 'partner' ? 'subtree' : 'tenant'
}

function inRanges(ranges: readonly Scope[]): Where {
  return withinScopes('j.tenant_path', ranges)
}

interface EntrySearch extends MergedSearch {
  within: Reach
}

/** The tenant of an entry as it is now. */
export const nodeSql = sql.raw(`(select ${tenantJson('t')} from tenant t where t.oid = j.tenant_oid) as node`)

/** Finds the entries that meet the conditions. Within one tenant, `seq` is the order in time. */
export async function findEntries(queries: Queries, search: EntrySearch): Promise<FoundEntry[]> {
  const { where, limit, order, within } = search
  // Columns that sort are selected, too: beside a subquery, Citus 13.0.5 mixes up those that are not.
  const by = sql.raw(within === 'tenant' ? `j.seq ${order}` : `j.created_at ${order}, j.tenant_oid, j.seq ${order}`)
  const found =
    within === 'subtree'
      ? merged(search, { by, distributed: isDistributed(queries) })
      : sql<FoundEntry>`select j.entry, ${nodeSql}, j.created_at, j.tenant_oid, j.seq from journal j where ${allOf(where)} order by ${by} limit ${usual(limit)}`
  return (await inOrder(queries, found)).rows
}

function merged(search: EntrySearch, { by, distributed }: { by: RawBuilder<unknown>; distributed: boolean }): RawBuilder<FoundEntry> {
  const joined = sql`from keys k join journal j on j.tenant_oid = k.tenant_oid and j.seq = k.seq and j.created_at = k.created_at`
  // By time, the database might walk along the whole journal to find these few.
  if (!distributed) return sql<FoundEntry>`${mergedKeys(search)} select j.entry, ${nodeSql} ${joined} order by k.place`
  return sql<FoundEntry>`${distributedKeys(search)} select j.entry, ${nodeSql}, j.created_at, j.tenant_oid, j.seq ${joined} order by ${by}`
}

/** Reads a chain along an index. To read and sort all entries of a tenant takes ten times as long, and to plan for the months of a year twice. */
export async function inOrder<Row>(queries: Queries, found: RawBuilder<Row>): Promise<QueryResult<Row>> {
  // Citus plans each statement for its values, by which it finds the server.
  const isPlannedOnce = !isDistributed(queries)
  const [, result] = await Promise.all([readInOrder(queries, { isPlannedOnce }), found.execute(queries), readInAnyOrder(queries)])
  return result
}

/** Identifier of an entry: its tenant's oid and its `seq`. */
export function entryId({ tenant, seq }: StoredEntry): string {
  return `${tenant.oid}.${seq}`
}

/** Parses an identifier made by `entryId`; `undefined` if it is malformed. */
export function entryPlace(id: string): { tenantOid: string; seq: string } | undefined {
  const [, tenantOid, seq] = /^(.+)\.(\d{1,15})$/.exec(id) ?? []
  return tenantOid === undefined || seq === undefined ? undefined : { tenantOid, seq }
}

/** Keyset condition for the entries after one, in the order of `findEntries`; exact even if many entries share a timestamp. */
export function following(id: string, { order, within }: Pick<EntrySearch, 'order' | 'within'>): Where {
  const place = entryPlace(id)
  if (place === undefined) throw new HttpProblem(400, `The parameter 'after' must be the identifier of an entry.`)
  const { tenantOid, seq } = place
  const beyond = sql.raw(order === 'desc' ? '<' : '>')
  if (within === 'tenant') return sql<boolean>`j.seq ${beyond} ${seq}::bigint`
  const moment = sql`(select e.created_at from journal e where e.tenant_oid = ${tenantOid} and e.seq = ${seq}::bigint)`
  return sql<boolean>`(j.created_at ${beyond}= ${moment} and (j.created_at ${beyond} ${moment} or j.tenant_oid > ${tenantOid}
    or (j.tenant_oid = ${tenantOid} and j.seq ${beyond} ${seq}::bigint)))`
}

/** Context for entries of deleted tenants, where the caller has no known permissions. */
const NOBODY: RuleContext = { tenant: { oid: '', name: '', type: 'all' }, user: { oid: '' }, can: {}, feature: {}, editor: {} }

/** Returns the entry without the fields that its reader may not see. */
export function servedEntry(
  { catalogue, caller, at }: { catalogue: Catalogue; caller: Caller; at: TenantNode | 'all' },
  { entry: stored, node }: FoundEntry,
): JournalEntry {
  const entry = presentEntry(catalogue, stored)
  const model = catalogue.models.get(entry.entity)
  const reader = model !== undefined && node !== null ? actingIn(model, readerOf(caller, node, model), at) : undefined
  const { changes, kept: _kept, ...details } = entry.details
  const hidden = model === undefined ? [] : hiddenPaths(model, reader?.context ?? NOBODY)
  const readable = Object.entries(changes ?? {}).filter(([name]) => isShown(catalogue, entry.entity, { name, reader }))
  const shown =
    changes && Object.fromEntries(readable.flatMap(([name, change]) => shownChange(name, { before: null, after: null, ...change }, hidden)))
  return {
    id: entryId(entry),
    creationDate: entry.createdAt,
    principal: entry.principal,
    theme: entry.theme,
    eventType: entry.eventType,
    actionId: entry.actionId,
    source: entry.source,
    ...(entry.requestId !== undefined && { requestId: entry.requestId }),
    entity: entry.entity,
    subject: entry.subject,
    tenant: entry.tenant,
    eventDetails: { ...details, ...(shown && { changes: shown }) },
    can: canOf(entry, { model, reader }),
  }
}

/** Returns an empty list if only hidden fields changed. */
function shownChange(name: string, change: EntryChange, hidden: ReturnType<typeof hiddenPaths>): [string, EntryChange][] {
  if (!hidden.some(([top]) => top === name)) return [[name, change]]
  const [before, after] = [change.before, change.after].map((value) => visibleValue(name, value, hidden) ?? null)
  return isSame(before, after) ? [] : [[name, { ...change, before, after }]]
}

function isShown(catalogue: Catalogue, entity: string, { name, reader }: { name: string; reader: Reader | undefined }): boolean {
  const field = catalogue.models.get(entity)?.fields.get(name)
  if (field === undefined) return true
  return field.read === undefined || (reader !== undefined && isSelectable(field, reader.context))
}

/** Whether a command or a tenant's deletion caused the entry; only the opposite command can undo it. */
export function isOfCommand({ details }: StoredEntry, { meta }: EntityModel): boolean {
  return meta.writtenByCommands === true || details['command'] !== undefined
}

const INVERSE = { creation: 'delete', update: 'update', assignment: 'update', deletion: 'create' } as const

/** The action that undoes an event; `undefined` if the event cannot be undone. */
export function inverseOf(model: EntityModel | undefined, eventType: string): 'create' | 'update' | 'delete' | undefined {
  if (Object.hasOwn(model?.meta.events ?? {}, eventType)) return 'update'
  const inverse = Object.hasOwn(INVERSE, eventType) ? INVERSE[eventType as keyof typeof INVERSE] : undefined
  return inverse === 'create' && model?.meta.creation === false ? undefined : inverse
}

function canOf(entry: StoredEntry, { model, reader }: { model: EntityModel | undefined; reader: Reader | undefined }): Can {
  const inverse = inverseOf(model, entry.eventType)
  if (inverse === undefined || reader === undefined || model === undefined || isOfCommand(entry, model))
    return { restore: { because: 'service.because.restore' } }
  return { restore: reader.context.can[inverse] === true ? true : { because: `service.because.${inverse}` } }
}

/** Entries of a journal, and the time before which its entries are archived; absent: none is. */
export interface JournalPage {
  entries: JournalEntry[]
  archivedBefore?: string
}

/** Reads the newest entries of a theme, or the page after a given entry. */
export async function journalEntries(
  database: Database,
  caller: Caller,
  request: {
    catalogue: Catalogue
    tenant: TenantNode | 'all'
    model: EntityModel
    where: readonly Where[]
    limit: number
    order: 'asc' | 'desc'
    /** Id of the entry after which the page begins. */
    after: string | undefined
  },
): Promise<JournalPage> {
  const { order, after } = request
  const within = reachOf(request.tenant, request.model.meta)
  const range = request.tenant === 'all' ? undefined : subtree(request.tenant.path)
  const rest = after === undefined ? [] : [following(after, { order, within })]
  const readable = journalWhere(request.tenant, caller, request.model)
  const where = [readable, ...request.where, ...rest]
  const [found, archivedBefore] = await database.withScope(caller.scopes(), (queries) =>
    Promise.all([findEntries(queries, { ...request, where, within, range }), archiveEnd(queries, readable)]),
  )
  const entries = found.map((entry) => servedEntry({ catalogue: request.catalogue, caller, at: request.tenant }, entry))
  return { entries, ...(archivedBefore !== undefined && { archivedBefore }) }
}
