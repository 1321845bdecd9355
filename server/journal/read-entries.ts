import { sql } from 'kysely'
import type { Can, EntryChange, JournalEntry } from '../../schemas/plan.ts'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import type { EntityMeta, Rec } from '../../schemas/vocabulary/types.ts'
import type { Database, Queries } from '../db/database.ts'
import { withinScopes } from '../db/scope-sql.ts'
import { outermost, type Scope } from '../db/scope.ts'
import type { KeptTenant } from '../domain/domain.ts'
import type { Catalogue, EntityModel } from '../entities/model/entity-model.ts'
import { allOf, type Where } from '../entities/filter/filter-sql.ts'
import { hiddenPaths, visibleValue } from '../entities/model/guarded-places.ts'
import { actingIn, isSelectable, readerOf, type Reader } from '../entities/records/served-record.ts'
import { tenantJson } from '../entities/records/tenant-context.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { subtree, type Caller, type TenantNode } from '../policies/caller.ts'

/** An entry as it is stored and hashed. */
export interface StoredEntry {
  seq: number
  tenant: { oid: string; name: string }
  createdAt: string
  actionId: string
  source: JournalEntry['source']
  principal: { oid: string; name: string }
  theme: string
  entity: string
  eventType: string
  subject: { oid: string; name: string }
  revision?: number
  details: Rec & {
    changes?: Record<string, Partial<EntryChange>>
    /** Of a tenant that was deleted; never sent to anybody. */
    kept?: KeptTenant
  }
}

/** An entry with the tenant that it belongs to, as that is now. */
export interface FoundEntry {
  entry: StoredEntry
  node: TenantNode | null
}

/** First layer of isolation of the journal, as of lists: in 'all', wherever the caller may read journals of the resource. */
export function journalWhere(tenant: TenantNode | 'all', caller: Caller, { meta }: EntityModel): Where {
  if (tenant === 'all') {
    const held = caller.memberships.filter((membership) => caller.rightsOn(membership.tenant).has(meta.resource, 'update'))
    return inRanges(outermost(held.map((membership) => subtree(membership.tenant.path))))
  }
  return isOfMany(tenant, meta) ? inRanges([subtree(tenant.path)]) : sql<boolean>`j.tenant_oid = ${tenant.oid}`
}

/** Whether the journal holds what happened below the tenant, too. */
function isOfMany(tenant: TenantNode | 'all', { includesSubtenants }: EntityMeta): boolean {
  return tenant === 'all' || tenant.type === 'po' || includesSubtenants === true
}

function inRanges(ranges: readonly Scope[]): Where {
  return withinScopes('j.tenant_path', ranges)
}

/** Entries that meet the conditions. Within one tenant their place in the chain is their order in time. */
export async function findEntries(
  queries: Queries,
  { where, limit, order, within }: { where: readonly Where[]; limit: number; order: 'asc' | 'desc'; within: 'tenant' | 'many' },
): Promise<FoundEntry[]> {
  const by = sql.raw(within === 'tenant' ? `j.seq ${order}` : `j.created_at ${order}, j.tenant_oid, j.seq ${order}`)
  const { rows } =
    await sql<FoundEntry>`select j.entry, (select ${sql.raw(tenantJson('t'))} from tenant t where t.oid = j.tenant_oid) as node
    from journal j where ${allOf(where)} order by ${by} limit ${limit}`.execute(queries)
  return rows
}

/** Identifier of an entry: its tenant and its place in the tenant's chain. */
export function entryId({ tenant, seq }: StoredEntry): string {
  return `${tenant.oid}.${seq}`
}

/** Tenant and place in its chain of an entry's identifier; undefined where it is none. */
export function entryPlace(id: string): { tenantOid: string; seq: string } | undefined {
  const [, tenantOid, seq] = /^(.+)\.(\d{1,15})$/.exec(id) ?? []
  return tenantOid === undefined || seq === undefined ? undefined : { tenantOid, seq }
}

/** Entries that follow one, in the order of `findEntries`: none is left out or comes twice, however many share a moment. */
function following(id: string, { order, within }: Pick<Parameters<typeof findEntries>[1], 'order' | 'within'>): Where {
  const place = entryPlace(id)
  if (place === undefined) throw new HttpProblem(400, `The parameter 'after' must be the identifier of an entry.`)
  const { tenantOid, seq } = place
  const beyond = sql.raw(order === 'desc' ? '<' : '>')
  if (within === 'tenant') return sql<boolean>`j.seq ${beyond} ${seq}::bigint`
  const moment = sql`(select e.created_at from journal e where e.tenant_oid = ${tenantOid} and e.seq = ${seq}::bigint)`
  return sql<boolean>`(j.created_at ${beyond}= ${moment} and (j.created_at ${beyond} ${moment} or j.tenant_oid > ${tenantOid}
    or (j.tenant_oid = ${tenantOid} and j.seq ${beyond} ${seq}::bigint)))`
}

/** Of entries in tenants that are gone nobody's rights are known. */
const NOBODY: RuleContext = { tenant: { oid: '', name: '', type: 'all' }, user: { oid: '' }, can: {}, feature: {}, editor: {} }

/** The entry as its reader may see it: fields that the reader may not read are left out. */
function servedEntry(
  { catalogue, caller, at }: { catalogue: Catalogue; caller: Caller; at: TenantNode | 'all' },
  { entry, node }: FoundEntry,
): JournalEntry {
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
    entity: entry.entity,
    subject: entry.subject,
    tenant: entry.tenant,
    eventDetails: { ...details, ...(shown && { changes: shown }) },
    can: canOf(entry, { model, reader }),
  }
}

/** Nothing, where only what the reader may not see has changed. */
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

/** What a command did, or what followed from a tenant's end: nothing takes it back but the opposite command. */
export function isOfCommand({ details }: StoredEntry, { meta }: EntityModel): boolean {
  return meta.writtenByCommands === true || details['command'] !== undefined
}

const INVERSE = { creation: 'delete', update: 'update', assignment: 'update', deletion: 'create' } as const

/** What takes an event of an entity back; nothing where no record comes back. */
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

/** The newest entries of a theme, or the next ones of a walk through it. */
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
    /** Only what follows the entry of this identifier. */
    after: string | undefined
  },
): Promise<JournalEntry[]> {
  const { order, after } = request
  const within = isOfMany(request.tenant, request.model.meta) ? 'many' : 'tenant'
  const rest = after === undefined ? [] : [following(after, { order, within })]
  const where = [journalWhere(request.tenant, caller, request.model), ...request.where, ...rest]
  const found = await database.withScope(caller.scopes(), (queries) => findEntries(queries, { ...request, where, within }))
  return found.map((entry) => servedEntry({ catalogue: request.catalogue, caller, at: request.tenant }, entry))
}
