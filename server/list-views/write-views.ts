import { sql } from 'kysely'
import { listViewLimits, type ListView, type ListViewChange, type ListViewKind, type ListViewState } from '../../schemas/list-views.ts'
import type { Can, FieldError } from '../../schemas/plan.ts'
import { isBlank, trimInvisible } from '../../schemas/vocabulary/blank.ts'
import { hasUnstorable } from '../../schemas/vocabulary/storable-text.ts'
import type { Database, Queries } from '../db/database.ts'
import { codeOf, constraintOf } from '../db/errors.ts'
import { newOid } from '../db/new-oid.ts'
import { EVERYTHING } from '../db/scope.ts'
import { tenantNode } from '../entities/http/route-tenant.ts'
import { answerOnce, bodyHash } from '../plan/idempotency.ts'
import { englishText } from '../plugins/english-text.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { Caller, TenantNode } from '../policies/caller.ts'
import { conditionsIn, findView, refuseUnlisted, servedView, viewCan, viewModel, type ViewPlace, type ViewRow } from './list-views.ts'
import { readState } from './view-state.ts'

/** A call that writes a view. */
export interface ViewCall {
  caller: Caller
  /** Idempotency key. */
  key: string | undefined
}

/** What a caller sends of a view. */
export interface SentView {
  entity?: unknown
  kind?: unknown
  /** Of a shared view, and where an own one is made or changed. */
  tenantOid?: unknown
  name?: unknown
  state?: unknown
  isDefault?: unknown
  revision?: unknown
}

const refusal = (field: string, error: Omit<FieldError, 'pointer'>): HttpProblem =>
  new HttpProblem(400, error.message, { errors: [{ pointer: `/data/0/${field}`, ...error }] })

/** Makes a view of a list. */
export async function createView(database: Database, { caller, key }: ViewCall, sent: SentView): Promise<ListView> {
  const model = viewModel(database, typeof sent.entity === 'string' ? sent.entity : '')
  const place = { model, tenant: await placeIn(database, caller, sent.tenantOid) }
  refuseUnlisted(caller, place)
  const kind = kindOf(sent.kind) ?? 'own'
  const isDefault = isDefaultOf(sent, kind) ?? false
  if (kind === 'shared') demand(viewCan(caller, place, { kind: 'own', is_default: false }), isDefault ? 'default' : 'share')
  const view: NewView = { kind, isDefault, name: nameOf(sent.name), state: readState(model, sent.state, conditionsIn(caller, place)) }
  const oid = newOid()
  return writeView(database, { caller, key, hash: bodyHash('view', sent), place, kind }, async (queries) => {
    await checkCount(queries, { caller, place, kind })
    if (isDefault) await clearDefault(queries, place)
    const by = personJson(caller)
    const { rows } =
      await sql<ViewRow>`insert into list_view (oid, entity, kind, holder, tenant_path, name, state, is_default, created_by, changed_by)
      values (${oid}, ${model.name}, ${kind}, ${holderOf(caller, place, kind)}, ${pathOf(place, kind)}, ${view.name}, ${JSON.stringify(view.state)}::jsonb,
        ${isDefault}, ${by}::jsonb, ${by}::jsonb) returning *`.execute(queries)
    return written(queries, { caller, place, row: rows[0], event: 'share' })
  })
}

interface NewView {
  kind: ListViewKind
  isDefault: boolean
  name: string
  state: ListViewState
}

/** Changes a view: its name, its state, who may use it, whether a tenant's list opens with it. A stale revision is a 409 with the view as it is now. */
export async function changeView(
  database: Database,
  { caller, key }: ViewCall,
  { oid, sent }: { oid: string; sent: SentView },
): Promise<ListView> {
  const { row, place } = await viewToChange(database, caller, { oid, tenantOid: sent.tenantOid })
  const kind = kindOf(sent.kind) ?? row.kind
  const isDefault = kind === 'own' ? false : (isDefaultOf(sent, kind) ?? row.is_default)
  const can = viewCan(caller, place, row)
  demand(can, 'update')
  if (kind !== row.kind) demand(can, 'share')
  if (isDefault !== row.is_default) demand(can, 'default')
  const name = sent.name === undefined ? row.name : nameOf(sent.name)
  const state = sent.state === undefined ? row.state : readState(place.model, sent.state, conditionsIn(caller, place))
  checkRevision(sent.revision)
  const scope = kind === 'shared' && row.kind === 'shared' ? 'shared' : 'own'
  return writeView(database, { caller, key, hash: bodyHash('view', oid, sent), place, kind: scope }, async (queries) => {
    if (kind !== row.kind) await checkCount(queries, { caller, place, kind })
    if (isDefault && !row.is_default) await clearDefault(queries, place)
    const holder = kind === row.kind ? row.holder : holderOf(caller, place, kind)
    const { rows } =
      await sql<ViewRow>`update list_view set kind = ${kind}, holder = ${holder}, tenant_path = ${pathOf(place, kind)}, name = ${name},
      state = ${JSON.stringify(state)}::jsonb, is_default = ${isDefault}, revision = revision + 1, changed_by = ${personJson(caller)}::jsonb, changed_at = now()
      where oid = ${oid} and kind = ${row.kind} and holder = ${row.holder} and revision = ${sent.revision} returning *`.execute(queries)
    if (rows[0] === undefined) throw await stale(queries, caller, { place, oid })
    return written(queries, { caller, place, row: rows[0], event: eventOf(row.kind, kind) })
  })
}

function eventOf(before: ListViewKind, after: ListViewKind): ListViewChange['event'] {
  if (before === after) return 'update'
  return after === 'shared' ? 'share' : 'withdraw'
}

/** Deletes a view; throws a 409 if somebody has changed it since. */
export async function deleteView(
  database: Database,
  { caller, key }: ViewCall,
  { oid, revision }: { oid: string; revision: unknown },
): Promise<void> {
  const { row, place } = await viewToChange(database, caller, { oid, tenantOid: undefined })
  demand(viewCan(caller, place, row), 'delete')
  checkRevision(revision)
  const hash = bodyHash('view', 'delete', oid, revision)
  await writeView(database, { caller, key, hash, place, kind: row.kind }, async (queries) => {
    const { rows } = await sql<ViewRow>`delete from list_view where oid = ${oid} and kind = ${row.kind} and holder = ${row.holder}
      and revision = ${revision} returning *`.execute(queries)
    if (rows[0] === undefined) throw await stale(queries, caller, { place, oid })
    return written(queries, { caller, place, row: { ...rows[0], revision: rows[0].revision + 1 }, event: 'delete' })
  })
}

/** The view and where it is changed; views of others and of foreign tenants give the same 404. */
async function viewToChange(
  database: Database,
  caller: Caller,
  { oid, tenantOid }: { oid: string; tenantOid: unknown },
): Promise<{ row: ViewRow; place: ViewPlace }> {
  const gone = new HttpProblem(404, 'There is no such view, or you may not use it.')
  const row = await findView(database, caller, oid)
  if (row === undefined) throw gone
  const model = viewModel(database, row.entity)
  const tenant =
    row.kind === 'own'
      ? await placeIn(database, caller, tenantOid)
      : await tenantNode(database, caller, row.holder).catch(() => Promise.reject(gone))
  const place: ViewPlace = { model, tenant }
  // Nobody loses an own view with the rights on its list.
  if (row.kind === 'shared' || tenant !== 'all') refuseUnlisted(caller, place)
  return { row, place }
}

async function placeIn(database: Database, caller: Caller, tenantOid: unknown): Promise<TenantNode | 'all'> {
  if (tenantOid === undefined || tenantOid === 'all') return 'all'
  if (typeof tenantOid !== 'string' || hasUnstorable(tenantOid))
    throw refusal('tenantOid', { key: 'validation.field.type', message: 'The tenant must be named by its identifier.' })
  return tenantNode(database, caller, tenantOid)
}

function kindOf(kind: unknown): ListViewKind | undefined {
  if (kind === undefined || kind === 'own' || kind === 'shared') return kind
  throw refusal('kind', {
    key: 'validation.field.option',
    params: { options: ['own', 'shared'] },
    message: 'The value must be one of own, shared.',
  })
}

function isDefaultOf({ isDefault }: SentView, kind: ListViewKind): boolean | undefined {
  if (isDefault === undefined || (typeof isDefault === 'boolean' && (kind === 'shared' || !isDefault))) return isDefault
  throw refusal('isDefault', { key: 'service.view.defaultShared', message: englishText('service.view.defaultShared') })
}

function nameOf(name: unknown): string {
  if (typeof name !== 'string' || isBlank(name))
    throw refusal('name', { key: 'validation.field.mandatory', message: 'The field is mandatory.' })
  if (hasUnstorable(name))
    throw refusal('name', { key: 'service.value.unstorable', message: 'The field holds characters that no text can have.' })
  const trimmed = trimInvisible(name)
  const max = listViewLimits.nameLetters
  if ([...trimmed].length > max)
    throw refusal('name', { key: 'validation.field.max', params: { max }, message: `The maximum length is ${max}.` })
  return trimmed
}

function checkRevision(revision: unknown): void {
  if (revision === undefined) throw new HttpProblem(428, englishText('service.revision.missing'))
  if (!Number.isSafeInteger(revision)) throw new HttpProblem(400, 'The revision must be a whole number.')
}

/** Throws a 403 with the reason why the caller may not. */
function demand(can: Can, operation: string): void {
  const may = can[operation]
  if (may !== true) throw new HttpProblem(403, englishText(may?.because ?? 'service.view.share'))
}

function holderOf(caller: Caller, { tenant }: ViewPlace, kind: ListViewKind): string {
  return kind === 'shared' && tenant !== 'all' ? tenant.oid : caller.oid
}

function pathOf({ tenant }: ViewPlace, kind: ListViewKind): string {
  return kind === 'shared' && tenant !== 'all' ? tenant.path : ''
}

const personJson = ({ oid, name }: Caller): string => JSON.stringify({ oid, name })

interface ViewWrite extends ViewCall {
  hash: string
  place: ViewPlace
  /** Whose rows are written: of the person alone, or of tenants that row-level security lets the caller see. */
  kind: ListViewKind
}

/** One transaction, once for a key; a name that is taken is a 409. */
async function writeView<T>(
  database: Database,
  { caller, key, hash, kind }: ViewWrite,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const scopes = kind === 'own' ? { scopes: EVERYTHING } : {}
  try {
    return await answerOnce(database, { caller, key, bodyHash: hash, ...scopes }, work)
  } catch (error) {
    const taken = codeOf(error) === '23505' ? constraintOf(error) : undefined
    if (taken === 'list_view_name') {
      const message = englishText('service.view.name')
      throw new HttpProblem(409, message, { errors: [{ pointer: '/data/0/name', key: 'service.view.name', message }] })
    }
    if (taken === 'list_view_default') throw new HttpProblem(409, 'Another default was set at the same moment. Try again.')
    throw error
  }
}

async function checkCount(
  queries: Queries,
  { caller, place, kind }: { caller: Caller; place: ViewPlace; kind: ListViewKind },
): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from list_view
    where entity = ${place.model.name} and kind = ${kind} and holder = ${holderOf(caller, place, kind)}`.execute(queries)
  const most = listViewLimits[kind]
  if ((rows[0]?.count ?? 0) >= most) throw new HttpProblem(409, `There cannot be more than ${most} views of this kind.`)
}

async function clearDefault(queries: Queries, { model, tenant }: ViewPlace): Promise<void> {
  if (tenant === 'all') return
  await sql`update list_view set is_default = false, revision = revision + 1 where entity = ${model.name} and holder = ${tenant.oid}
    and kind = 'shared' and is_default`.execute(queries)
}

/** Keeps who made a version of a shared view, and answers with it. */
async function written(
  queries: Queries,
  { caller, place, row, event }: { caller: Caller; place: ViewPlace; row: ViewRow | undefined; event: ListViewChange['event'] },
): Promise<ListView> {
  if (row === undefined) throw new Error('a view was written, and is not there')
  const { model, tenant } = place
  if (tenant !== 'all' && (row.kind === 'shared' || event === 'withdraw')) {
    await sql`insert into list_view_change (view_oid, revision, entity, tenant_oid, tenant_path, event, name, state, is_default, made_by)
      values (${row.oid}, ${row.revision}, ${model.name}, ${tenant.oid}, ${tenant.path}, ${event}, ${row.name}, ${JSON.stringify(row.state)}::jsonb,
        ${row.is_default}, ${personJson(caller)}::jsonb)`.execute(queries)
    await sql`delete from list_view_change where (view_oid, revision) in (select view_oid, revision from list_view_change
      where entity = ${model.name} and tenant_oid = ${tenant.oid} order by made_at desc, revision desc offset ${listViewLimits.changes})`.execute(
      queries,
    )
  }
  return servedView(caller, place, row)
}

async function stale(queries: Queries, caller: Caller, { place, oid }: { place: ViewPlace; oid: string }): Promise<HttpProblem> {
  const { rows } = await sql<ViewRow>`select * from list_view where oid = ${oid}`.execute(queries)
  const now = rows[0]
  const isSeen = now !== undefined && now.holder === holderOf(caller, place, now.kind)
  if (!isSeen) return new HttpProblem(404, 'There is no such view, or you may not use it.')
  const current = { ...servedView(caller, place, now) }
  return new HttpProblem(409, englishText('service.view.changed', { person: now.changed_by.name }), { current: [current] })
}
