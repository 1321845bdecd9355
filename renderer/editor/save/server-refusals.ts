import type { FieldError } from '../../../schemas/plan.ts'
import type { RuleRefusal } from '../../../schemas/rules/types.ts'

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
