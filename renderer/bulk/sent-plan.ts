import { newIdempotencyKey } from '../data/changes.ts'
import { RequestError } from '../data/data-source.ts'
import type { Proposal } from './bulk-state.ts'
import type { Verdict } from './worker/protocol.ts'

/** A plan that is sent to be applied; under the same key the service applies it once, however often it is sent. */
export interface SentPlan {
  readonly body: Blob
  readonly idempotencyKey: string
  readonly proposal: Proposal
}

/** A plan that is sent for the first time. */
export function sentPlan(body: Blob, proposal: Proposal): SentPlan {
  return { body, proposal, idempotencyKey: newIdempotencyKey() }
}

/** Statuses from 400 to 499 of answers that are not about what was sent: the session, time, or a proxy that has enough to do. */
const NOT_ABOUT_IT: readonly number[] = [401, 408, 425, 429]

/**
 * Whether a failure leaves open what became of the plan: no answer, one of a service that fails or ends, or that the first call with its key
 * is still running.
 */
export function isUnsettled(cause: unknown): boolean {
  if (!(cause instanceof RequestError)) return false
  const { status, current, errors } = cause
  if (status === 409) return current.length === 0 && errors.length === 0
  return status === 0 || status >= 500 || NOT_ABOUT_IT.includes(status)
}

/** Whether a plan is what was sent already. */
export async function isRepetition({ body: sent }: SentPlan, body: Blob): Promise<boolean> {
  return sent.size === body.size && (await sent.text()) === (await body.text())
}

/** The answer to a preview where there is none: nothing speaks against the changes. */
export const unchecked: Verdict = {
  applied: true,
  dryRun: true,
  actionId: '',
  counts: { applied: 0, unchanged: 0, refused: 0 },
  changedElsewhere: 0,
}
