import type { FieldError, PlanItemResult } from '../../schemas/plan.ts'

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
