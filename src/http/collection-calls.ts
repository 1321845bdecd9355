import { RequestError } from '../../renderer/data/data-source.ts'
import type { FieldError, Plan, PlanItem, PlanItemResult, PlanResult, ServedRecord } from '../../schemas/plan.ts'
import { formatPointer, parsePointer } from '../../schemas/vocabulary/paths/pointer.ts'
import type { EntityMeta, Rec } from '../../schemas/vocabulary/types.ts'
import { completeMembers, encode } from '../../schemas/wire/encode.ts'
import type { ObjectWire } from '../../schemas/wire/object-wire.ts'
import { recordPlace } from '../../schemas/wire/pointers.ts'
import type { HttpClient, Method } from './client.ts'
import { recordOf } from './wire-records.ts'

/** How an entity is reached: its routes, and how its records travel; for a command, those that it changes. */
export interface EntityCalls {
  meta: EntityMeta
  wire: ObjectWire | undefined
}

/** Characters, each of which may take three bytes. */
const LONGEST_BODY = 300_000

/** Sends a plan as the call of sections 7 that makes the same change; undefined where the specifications have none, or it is too long for one. */
export function sendAsCall(
  client: HttpClient,
  plan: Plan,
  { entityOf, ...options }: { entityOf: (entity: string) => EntityCalls; idempotencyKey: string; signal?: AbortSignal | undefined },
): Promise<PlanResult> | undefined {
  const call = callOfPlan(plan, entityOf)
  // Bodies of collections are limited to 1 MB; a plan may be longer, e.g. ten thousand cells of a matrix.
  if (call === undefined || JSON.stringify(call.body ?? '').length > LONGEST_BODY) return undefined
  return send(client, { plan, call, calls: entityOf(plan.items[0]?.entity ?? '') }, options)
}

interface Sent {
  plan: Plan
  call: CollectionCall
  calls: EntityCalls
}

async function send(
  client: HttpClient,
  { plan, call: { method, path, ...rest }, calls }: Sent,
  options: { idempotencyKey: string; signal?: AbortSignal | undefined },
): Promise<PlanResult> {
  try {
    const answer = await client.request<CallAnswer | undefined>(method, path, {
      ...rest,
      ...options,
      headers: { 'x-change-source': plan.source },
    })
    return resultOfCall(plan, answer, calls)
  } catch (error) {
    throw errorOfCall(error, calls)
  }
}

/** The answer to a write: the records as they are now. Other services may answer nothing. */
interface CallAnswer {
  data?: Rec[]
  actionId?: string
}

/** A call of the specifications' sections 7. */
export interface CollectionCall {
  method: Method
  path: string
  query: Record<string, string | number | undefined>
  body?: unknown
}

/** The entity and action of all items of a plan; undefined if they differ. `save`: creations and updates of an entity that is sent as a whole list. */
interface Common {
  entity: string
  action: PlanItem['action'] | 'save'
}

/** What a person does in a form or a list: one action on records of one entity. Files, restores and references between items need a plan. */
function commonOf({ items, source }: Plan, metaOf: (entity: string) => EntityMeta): Common | undefined {
  const [first] = items
  const isSimple = source === 'editor' || source === 'inline'
  if (first === undefined || !isSimple || items.some(({ entity, ref }) => entity !== first.entity || ref !== undefined)) return undefined
  const actions = new Set(items.map(({ action }) => action))
  if (actions.size === 1) return { entity: first.entity, action: first.action }
  return metaOf(first.entity).wholeList === true && !actions.has('delete') ? { entity: first.entity, action: 'save' } : undefined
}

/**
 * The call of sections 7 that makes the same change as a plan; undefined where the specifications have none. `bodyOf` makes the record or the
 * command of an item.
 */
export function callOfPlan(
  plan: Plan,
  entityOf: (entity: string) => EntityCalls,
  bodyOf: (item: PlanItem, index: number) => Rec = (item) => touchedFields(item, entityOf(item.entity)),
): CollectionCall | undefined {
  const common = commonOf(plan, (entity) => entityOf(entity).meta)
  if (common === undefined) return undefined
  const { meta } = entityOf(common.entity)
  const { items, tenantOid } = plan
  const [first] = items as [PlanItem]
  const query = meta.scope === 'overlay' || tenantOid === 'all' ? {} : { tenantOid }
  if (meta.command !== undefined)
    return items.length > 1
      ? undefined
      : { method: 'POST', path: `${meta.route}/${encodeURIComponent(tenantOid)}`, query: {}, body: bodyOf(first, 0) }
  if (common.action === 'delete' && meta.scope === 'overlay') {
    if (items.length > 1) return undefined
    return { method: 'DELETE', path: `${meta.route}/${encodeURIComponent(first.oid ?? '')}`, query: { revision: first.revision } }
  }
  const data = items.map((item, index) => bodyOf(item, index))
  return { method: methodOf(common.action, meta), path: meta.route, query, body: meta.bareList === true ? data : { data } }
}

function methodOf(action: Common['action'], { updateMethod }: EntityMeta): Method {
  if (action === 'create') return 'POST'
  return action === 'delete' ? 'DELETE' : (updateMethod ?? 'PUT')
}

/** One record of a body: its identity and the touched fields; of a command, what is said of it. */
function touchedFields({ oid, revision, changes = {}, record }: PlanItem, { meta, wire }: EntityCalls): Rec {
  if (meta.command !== undefined) return changes
  const fields = { ...(oid !== undefined && { oid }), ...(revision !== undefined && { revision }), ...changes }
  if (wire === undefined) return fields
  return encode(record === undefined ? fields : completeMembers(fields, record, wire), wire, { partial: true })
}

/** The result of a plan, from the answer of the call that was sent in its place. */
export function resultOfCall({ items }: Plan, answer: CallAnswer | undefined, { meta, wire }: EntityCalls): PlanResult {
  const data = answer?.data ?? []
  const counts = { applied: items.length, unchanged: 0, refused: 0 }
  const head = { applied: true, dryRun: false, actionId: answer?.actionId ?? '' }
  if (meta.command !== undefined)
    return { ...head, counts, items: [{ index: 0, verdict: 'applied', records: data.map((sent) => recordOf(sent, wire)) }] }
  const results = items.map(({ oid }, index): PlanItemResult => {
    const { raised, ...sent } = data[index] ?? {}
    if (typeof raised === 'string') return { index, verdict: 'applied', raised, oid: String(sent['oid']), record: sent as ServedRecord }
    const record = recordOf(sent, wire)
    const known = record.oid ?? oid
    return { index, verdict: 'applied', ...(known !== undefined && { oid: known }), ...(record.revision !== undefined && { record }) }
  })
  const raised = results.filter((result) => result.raised !== undefined).length
  return { ...head, counts: { ...counts, ...(raised > 0 && { raised }) }, items: results }
}

/** The error of a call as that of its plan: with pointers to items, and records as they are stored. */
export function errorOfCall(error: unknown, { meta, wire }: EntityCalls): unknown {
  if (!(error instanceof RequestError)) return error
  const errors = error.errors.map((one) => ({ ...one, pointer: itemPointer(one, { meta, wire }) }))
  const current = error.current.map((sent) => recordOf(sent, wire))
  return error.with({ errors, current })
}

function itemPointer({ pointer }: FieldError, { meta, wire }: EntityCalls): string {
  if (meta.command !== undefined) return `/items/0/changes${pointer}`
  const [, index, place = ''] = /^(?:\/data)?\/(\d+)(\/.+)?$/s.exec(pointer) ?? []
  if (index === undefined) return pointer
  if (place === '') return `/items/${index}`
  const path = parsePointer(place)
  return `/items/${index}/changes${formatPointer(wire === undefined ? path : recordPlace(path, wire))}`
}
