import type { FieldError, Plan, PlanResult, ServedRecord } from '../../../schemas/plan.ts'
import type { RuleRefusal } from '../../../schemas/rules/types.ts'
import { type DataSource, RequestError } from '../../data/data-source.ts'
import { newIdempotencyKey } from '../../data/changes.ts'

/** Outcome of a plan of one item. */
export type Outcome =
  /** `raised`: the plan raised a request; oid and record are the request's. */
  | { kind: 'applied'; actionId: string; oid: string | undefined; record: ServedRecord | undefined; raised: string | undefined }
  /** Others changed the record; `current` is its present state. */
  | { kind: 'stale'; current: ServedRecord }
  | { kind: 'gone' }
  | { kind: 'refused'; error: RequestError }

/** Keeps the idempotency key of a plan until its outcome is final, so that a retry cannot apply it twice. */
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

  /** The outcome is final: the next plan gets a new key, even with the same content. */
  settle(): void {
    this.body = undefined
  }
}

function outcomeOf(result: PlanResult): Outcome {
  const [item] = result.items
  if (result.applied)
    return {
      kind: 'applied',
      actionId: result.actionId,
      oid: item?.oid ?? item?.record?.oid,
      record: item?.record,
      raised: item?.raised,
    }
  if (item?.current) return { kind: 'stale', current: item.current }
  const errors = item?.errors ?? []
  return { kind: 'refused', error: new RequestError({ status: 200, messages: errors.map((error) => error.message), errors }) }
}

/** Sends a plan of one item and classifies the answer. Failures that leave the outcome open (no answer, 5xx) keep the key. */
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
    return { kind: 'refused', error }
  }
}

/** An error of the service as that of a draft's field. */
export const toRefusal = ({ pointer, key, params, message }: FieldError): RuleRefusal => ({
  pointer,
  key,
  message,
  ...(params && { params }),
})

/** The service's refusals: those of fields on the page, and the rest. */
export interface SortedRefusals {
  fields: RuleRefusal[]
  others: FieldError[]
}

/** Pointer prefixes of refusals: of a plan of one item, or of a body of one record. */
const prefix = /^\/(?:items\/0\/changes|data\/0|items\/0|changes)(?=\/|$)/

/** Sorts the service's errors: the first of each field on the page goes to the field, the rest to the alert list. */
export function sortRefusals(errors: readonly FieldError[], isShown: (pointer: string) => boolean): SortedRefusals {
  const fields = new Map<string, RuleRefusal>()
  const others: FieldError[] = []
  for (const error of errors) {
    const pointer = error.pointer.replace(prefix, '')
    if (pointer === '' || !isShown(pointer)) others.push(error)
    else if (!fields.has(pointer)) fields.set(pointer, toRefusal({ ...error, pointer }))
  }
  return { fields: [...fields.values()], others }
}
