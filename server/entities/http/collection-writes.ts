import type { FieldError, Plan, PlanItem, PlanResult } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { mapInTurns } from '../../event-loop/in-turns.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import { isObject } from '../../plan/read-plan.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { decodeRecord, oidName } from './wire.ts'

export type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const ACTIONS: Record<WriteMethod, PlanItem['action']> = { POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' }

/** Properties that the service adds to served records; ignored when clients send them back. */
const SERVED = ['can', 'lastModified', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy']

/**
 * Converts the body of a collection call to a plan: `{data: [...]}` with records to change, or identifiers to delete. Entities with
 * `bareList` also accept the list alone.
 */
export async function planOf(
  model: EntityModel,
  method: WriteMethod,
  { body, tenantOid, source }: { body: unknown; tenantOid: string | undefined; source: Plan['source'] },
): Promise<Plan> {
  const { bareList } = model.meta
  const isBare = bareList === true && Array.isArray(body)
  const data = isBare ? (body as unknown[]) : isObject(body) && body['data']
  if (!Array.isArray(data)) throw new HttpProblem(400, `The body must be ${bareList === true ? 'a list or ' : ''}{"data": [...]}.`)
  const own = model.meta.singleton === true && model.meta.scope === 'overlay' ? tenantOid : undefined
  const items = await mapInTurns(data.entries(), ([index, record]) =>
    itemOf(model, ACTIONS[method], { record, own, at: `${isBare ? '' : '/data'}/${index}` }),
  )
  return { items, source, tenantOid: tenantOid ?? sharedParent(model, items) ?? ownTenant(model, items) ?? 'all' }
}

/** Number of records in a body; 0 when it is malformed. */
export function countOf(body: unknown): number {
  const data = Array.isArray(body) ? (body as unknown[]) : isObject(body) && body['data']
  return Array.isArray(data) ? data.length : 0
}

interface SentRecord {
  record: unknown
  /** The oid of an overlay's singleton record, which needs no identifier because the call names the overlay. */
  own: string | undefined
  /** JSON Pointer of the record in the body. */
  at: string
}

function itemOf(model: EntityModel, action: PlanItem['action'], { record: sent, own, at }: SentRecord): PlanItem {
  const refuse = (why: string): never => {
    throw new HttpProblem(400, `${at.slice(1)} ${why}`)
  }
  if (!isObject(sent)) return refuse('must be an object.')
  const record = decodeRecord(model, sent, at)
  const { oid: sentOid, revision, ...changes } = record
  const oid = sentOid ?? own
  for (const name of SERVED) delete changes[name]
  if (revision !== undefined && !Number.isSafeInteger(revision)) return refuse('has a revision that is no whole number.')
  const isNew = action === 'update' && oid === undefined && model.meta.wholeList === true
  if (action === 'create' || isNew) return { entity: model.name, action: 'create', changes }
  if (typeof oid !== 'string' || oid === '') return refuse(`must name the ${oidName(model)} of its record.`)
  const named = {
    entity: model.name,
    action,
    oid,
    ...(revision !== undefined && { revision: revision as number }),
  }
  return action === 'delete' ? named : { ...named, changes: withoutTransient(model, changes) }
}

/**
 * Changes without what only a creation asks for, e.g. `createAdmin`: clients of the specifications send it along with whole records, and it is
 * never served. A value of another type stays, so that the plan refuses it.
 */
function withoutTransient({ fields }: EntityModel, changes: Rec): Rec {
  const isIgnored = (name: string, value: unknown): boolean => {
    const schema = fields.get(name)?.schema
    return schema?.['x-transient'] === true && (value === null || typeof value === schema.type)
  }
  return Object.fromEntries(Object.entries(changes).filter(([name, value]) => !isIgnored(name, value)))
}

/** The plan's tenant: the common parent of the sent records. */
function sharedParent({ meta }: EntityModel, items: readonly PlanItem[]): string | undefined {
  const parents = new Set(items.map(({ changes }) => (meta.parent === undefined ? undefined : changes?.[meta.parent])))
  const [parent] = parents
  return parents.size === 1 && typeof parent === 'string' && parent !== '' ? parent : undefined
}

/** A tenant's singleton record is changed in that tenant. */
function ownTenant({ meta }: EntityModel, items: readonly PlanItem[]): string | undefined {
  return meta.singleton === true && items.length === 1 ? items[0]?.oid : undefined
}

/** The answer of a collection call: the current records; raised requests are listed separately. */
export function collectionAnswer({ items, actionId, dryRun }: PlanResult): Rec {
  const data = items.map(({ record, raised }) => ({ ...record, ...(raised !== undefined && { raised }) }))
  return { data, actionId, ...(dryRun && { dryRun }) }
}

/** Maps error pointers from plan items to the body of the collection call, with the records at `at`. */
export function collectionErrors(errors: readonly FieldError[], at: '' | '/data'): FieldError[] {
  return errors.map((error) => ({ ...error, pointer: error.pointer.replace(/^\/items\/(\d+)(?:\/changes)?/, `${at}/$1`) }))
}
