import type { FieldError, PlanItemResult } from '../../schemas/plan.ts'
import { RequestError } from '../data/data-source.ts'

/** Statuses of answers that refuse what was sent; others are about the connection, the session or the service. 200: with errors (S0 section 8). */
const REFUSALS: readonly number[] = [200, 400, 403, 404, 409, 412, 422]

/** Whether the service refused what was sent. */
export const isRefusal = (cause: unknown): cause is RequestError => cause instanceof RequestError && REFUSALS.includes(cause.status)

/**
 * What a refused request says of the rows of its plan: one result for each item that an error points to. An error whose key the console
 * does not know keeps the words of the service.
 */
export function refusedRows(errors: readonly FieldError[], isKnown: (key: string) => boolean): PlanItemResult[] {
  const byRow = new Map<number, FieldError[]>()
  for (const error of errors) {
    const [, at] = /^\/items\/(\d+)/.exec(error.pointer) ?? []
    if (at === undefined) continue
    const { pointer, message } = error
    const told = isKnown(error.key) ? error : { pointer, message, key: 'bulk.row.refused', params: { message } }
    byRow.set(Number(at), [...(byRow.get(Number(at)) ?? []), told])
  }
  return [...byRow].map(([index, own]) => ({ index, verdict: 'refused', errors: own }))
}
