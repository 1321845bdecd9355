import { sql } from 'kysely'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { newOid } from '../db/new-oid.ts'
import { lockedRows } from '../db/row-locks.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { readerOf } from '../entities/records/served-record.ts'
import { loadStored } from '../plan/drafts/load-drafts.ts'
import { isRefused, newDraft, refuse, refuseField, activeDrafts, type Draft, type PlanWork } from '../plan/drafts/draft.ts'

/** The entity of requests. */
export const REQUEST = 'request'

const TYPES = { create: 'create_customer', delete: 'delete_customer' } as const
const PENDING = ['open', 'active']

const isPending = ({ before }: Draft): boolean => PENDING.includes(String(before?.['status']))

/** Decides whether an item is carried out or raises a request. Only those who may do it directly can carry out a request. */
export function decideRequest(draft: Draft): void {
  const { model, reader, before, item } = draft
  const asks = item.action === 'update' ? undefined : model.asks[item.action]
  if (reader === undefined || asks?.when.holds({ record: before ?? {}, context: reader.context }) !== true) return
  if (draft.besides === true) refuse(draft, 403, { key: 'request.because.resolver' })
  else if (reader.rights.has('requests', 'create')) draft.asks = true
  else refuse(draft, 403, { key: `service.because.${item.action}` })
}

/** Drafts for what resolved requests ask for; they pass the same checks as direct changes. */
export async function resolvedDrafts(work: PlanWork): Promise<Draft[]> {
  const resolved = activeDrafts(work.drafts, 'update').filter(
    (draft) => draft.model.name === REQUEST && draft.item.changes?.['status'] === 'resolved' && isPending(draft),
  )
  if (resolved.length === 0) return []
  const model = work.catalogue.model('customer')
  const deletions = resolved.filter(({ before }) => before?.['type'] === TYPES.delete)
  return [
    ...resolved.filter((draft) => !deletions.includes(draft)).map((draft) => creation(draft, model)),
    ...(await deletionDrafts(work, deletions, model)),
  ]
}

const wantedOf = ({ before }: Draft): Rec => (before?.['customer'] ?? {}) as Rec

function creation(cause: Draft, model: EntityModel): Draft {
  const changes = { ...wantedOf(cause), parentOid: cause.before?.['srcTenantOid'] }
  return newDraft({ ...besides(cause), item: { entity: model.name, action: 'create', changes }, model, oid: newOid() })
}

/** Errors are reported at the request; field errors at the customer within it. */
function besides(cause: Draft): Pick<Draft, 'index' | 'besides' | 'causes'> {
  return { index: cause.index, besides: true, causes: [{ draft: cause, pointer: '/status', within: '/customer' }] }
}

/** The current customer below the request's tenant: it may have changed since, but not moved. */
async function deletionDrafts(work: PlanWork, causes: readonly Draft[], model: EntityModel): Promise<Draft[]> {
  if (causes.length === 0) return []
  const oids = causes.map((cause) => String(wantedOf(cause)['oid']))
  const rows = await lockedRows(
    work.queries,
    { kind: model.name },
    (lock) => sql<{
      oid: string
      tenant_oid: string
      revision: number
    }>`select r.oid, r.tenant_oid, r.revision from ${sql.raw(model.table)} r
    where r.oid = any(${oids}::text[]) order by r.oid ${lock}`,
  )
  const found = new Map(rows.map((row) => [row.oid, row]))
  const planned = new Set(work.drafts.map(({ oid }) => oid))
  return causes.flatMap((cause) => {
    const oid = String(wantedOf(cause)['oid'])
    const row = found.get(oid)
    const wrong = objection(cause, { row, isTwice: planned.has(oid) })
    planned.add(oid)
    if (wrong !== undefined) refuseField(cause, '/status', { key: wrong })
    if (wrong !== undefined || row === undefined) return []
    const item = { entity: model.name, action: 'delete' as const, oid, revision: row.revision }
    return [newDraft({ ...besides(cause), item, model, oid })]
  })
}

function objection({ before }: Draft, { row, isTwice }: { row: { tenant_oid: string } | undefined; isTwice: boolean }): string | undefined {
  if (row === undefined) return 'service.record.unknown'
  if (row.tenant_oid !== before?.['srcTenantOid']) return 'request.because.elsewhere'
  return isTwice ? 'service.item.twice' : undefined
}

/** Last step of the checks: replaces items by their requests, and cancels requests whose customer is deleted otherwise. */
export async function settleRequests(work: PlanWork): Promise<void> {
  const asking = activeDrafts(work.drafts).filter(({ asks }) => asks === true)
  if (asking.length > 0) await refusePending(work, asking)
  if (isRefused(work.drafts)) return
  if (asking.length > 0) replaceByRequests(work, asking)
  await cancelObsolete(work)
}

/** Refuses a second request for the same thing while one is pending. */
async function refusePending(work: PlanWork, asking: readonly Draft[]): Promise<void> {
  const asked = asking.map(({ item, oid, node, next }) => ({
    type: TYPES[item.action === 'delete' ? 'delete' : 'create'],
    tenant: node?.oid,
    key: item.action === 'delete' ? oid : String(next['name']).toLowerCase(),
  }))
  const { rows } = await sql<{ at: string }>`select distinct a.at from json_to_recordset(${JSON.stringify(
    asked.map((one, at) => ({ ...one, at: String(at) })),
  )}::json) as a(at text, type text, tenant text, key text)
    join ${sql.raw(work.catalogue.model(REQUEST).table)} r on r.tenant_oid = a.tenant and r.data->>'type' = a.type
      and a.key = case a.type when ${TYPES.delete} then r.data->'customer'->>'oid' else lower(r.data->'customer'->>'name') end
    where r.data->>'status' = any(${PENDING}::text[])`.execute(work.queries)
  for (const { at } of rows) {
    const draft = asking[Number(at)]
    if (draft?.item.action === 'create') refuseField(draft, '/name', { key: 'request.because.pending' })
    else if (draft !== undefined) refuse(draft, 400, { key: 'request.because.pending' })
  }
}

/** Also drops the implied changes of the item. */
function replaceByRequests(work: PlanWork, asking: readonly Draft[]): void {
  const indexes = new Set(asking.map(({ index }) => index))
  const model = work.catalogue.model(REQUEST)
  const others = work.drafts.filter((draft) => !(indexes.has(draft.index) && (draft.asks === true || draft.implied === true)))
  work.drafts.splice(0, work.drafts.length, ...others, ...asking.map((draft) => requestOf(draft, { work, model })))
}

function requestOf(asked: Draft, { work, model }: { work: PlanWork; model: EntityModel }): Draft {
  const { index, item, node, before, next, oid } = asked
  if (node === undefined) throw new Error(`item ${index} has no tenant`)
  const isDeletion = item.action === 'delete'
  const source: Rec = isDeletion ? { ...before, oid } : { ...next, oid: undefined }
  const names = Object.keys(model.schema.properties['customer']?.properties ?? {})
  const customer = Object.fromEntries(names.flatMap((name) => ((source[name] ?? null) === null ? [] : [[name, source[name]]])))
  const record: Rec = {
    type: TYPES[isDeletion ? 'delete' : 'create'],
    status: 'open',
    details: String(source['name']),
    customer,
    srcTenantOid: node.oid,
  }
  return newDraft({
    index,
    item: { entity: REQUEST, action: 'create' },
    model,
    oid: newOid(),
    node,
    reader: readerOf(work.caller, node, model),
    next: record,
    changed: Object.keys(record),
    raised: true,
  })
}

/** Cancels a pending deletion request whose customer is deleted otherwise. */
async function cancelObsolete(work: PlanWork): Promise<void> {
  const gone = activeDrafts(work.drafts, 'delete').filter(({ model }) => model.name === 'customer')
  if (gone.length === 0) return
  const model = work.catalogue.model(REQUEST)
  const planned = work.drafts.filter((draft) => draft.model === model).map(({ oid }) => oid)
  const rows = await lockedRows(
    work.queries,
    { kind: model.name },
    (lock) => sql<{ oid: string; revision: number; customer: string }>`select r.oid, r.revision, r.data->'customer'->>'oid' as customer
    from ${sql.raw(model.table)} r where r.data->>'type' = ${TYPES.delete} and r.data->>'status' = any(${PENDING}::text[])
    and r.data->'customer'->>'oid' = any(${gone.map(({ oid }) => oid)}::text[]) and not r.oid = any(${planned}::text[])
    order by r.oid ${lock}`,
  )
  const indexes = new Map(gone.map(({ oid, index }) => [oid, index]))
  const moot = rows.map(({ oid, revision, customer }) => {
    const index = indexes.get(customer) ?? 0
    return newDraft({ index, item: { entity: REQUEST, action: 'update', oid, revision }, model, oid, implied: true })
  })
  await loadStored(work, moot)
  for (const draft of moot) {
    draft.next = { ...draft.before, status: 'cancelled' }
    draft.changed = ['status']
  }
  work.drafts.push(...moot)
}
