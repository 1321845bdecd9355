import type { FieldError, Plan, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import type { RuleRefusal } from '../../../schemas/rules/types.ts'
import { type DataSource, RequestError } from '../../data/data-source.ts'
import { newIdempotencyKey } from '../../data/idempotency-key.ts'

/** What became of a plan of one item. */
export type Outcome =
  /** `raised`: it was only asked for, and oid and record are the request's. */
  | { kind: 'applied'; oid: string | undefined; record: ServedRecord | undefined; raised: string | undefined }
  /** Others changed the record meanwhile; this is how it stands now. */
  | { kind: 'stale'; current: ServedRecord }
  | { kind: 'gone' }
  | { kind: 'refused'; status: number; messages: string[]; errors: FieldError[]; requestId: string | undefined }

/** Gives the same key to the same plan for as long as it has not been answered for good, so that a repeated try cannot apply it twice. */
export class PlanKeys {
  private body: string | undefined
  private key = ''

  keyOf(plan: Plan): string {
    const body = JSON.stringify(plan)
    if (body !== this.body) {
      this.body = body
      this.key = newIdempotencyKey()
    }
    return this.key
  }

  /** The plan was answered: the next one is new, even if it says the same. */
  settle(): void {
    this.body = undefined
  }
}

function outcomeOf(result: PlanResult): Outcome {
  const [item] = result.items
  if (result.applied) return { kind: 'applied', oid: item?.oid ?? item?.record?.oid, record: item?.record, raised: item?.raised }
  if (item?.current) return { kind: 'stale', current: item.current }
  const errors = item?.errors ?? []
  return { kind: 'refused', status: 200, messages: errors.map((error) => error.message), errors, requestId: undefined }
}

/** Sends a plan of one item and sorts the answer. Failures that say nothing about the plan (no answer, 5xx) keep its key. */
export async function sendPlan(source: Pick<DataSource, 'plan'>, plan: Plan, keys: PlanKeys): Promise<Outcome> {
  const idempotencyKey = keys.keyOf(plan)
  try {
    const outcome = outcomeOf(await source.plan(plan, { idempotencyKey }))
    keys.settle()
    return outcome
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const answered = error.status >= 400 && error.status < 500 && error.status !== 401
    if (answered) keys.settle()
    const [current] = error.current
    if (error.status === 409 && current) return { kind: 'stale', current }
    if (error.status === 404 && plan.items[0]?.action !== 'create') return { kind: 'gone' }
    return { kind: 'refused', status: error.status, messages: error.messages, errors: error.errors, requestId: error.requestId }
  }
}

/** What the service refused: what belongs to fields of the page, and the rest. */
export interface SortedRefusals {
  fields: RuleRefusal[]
  others: FieldError[]
}

/** The ways in which a refusal points into a plan of one item or into a body of one record. */
const prefix = /^\/(?:items\/0\/changes|data\/0|items\/0|changes)(?=\/|$)/

/** Sorts the service's errors: each field takes its first, what the page does not show goes to the alert list. */
export function sortRefusals(errors: readonly FieldError[], isShown: (pointer: string) => boolean): SortedRefusals {
  const fields = new Map<string, RuleRefusal>()
  const others: FieldError[] = []
  for (const error of errors) {
    const pointer = error.pointer.replace(prefix, '')
    if (pointer === '' || !isShown(pointer)) others.push(error)
    else if (!fields.has(pointer)) fields.set(pointer, { pointer, key: error.key, ...(error.params ? { params: error.params } : {}) })
  }
  return { fields: [...fields.values()], others }
}
