import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Conflict, Merge } from '../draft/merge.ts'
import { listAround, valueAt, withValueAt } from '../draft/pointer.ts'

/** Whose value stands, by the conflict's pointer. */
export type Choice = Record<string, 'mine' | 'theirs'>

/** The merged record with a person's choices in it; rows that the chosen side had removed go. */
export function resolveConflicts({ record, conflicts }: Merge, choice: Choice): Rec {
  let result = record
  const lists = new Set<string>()
  for (const conflict of conflicts) {
    const { pointer } = conflict
    const value = choice[pointer] === 'theirs' ? conflict.theirs : conflict.mine
    const list = listAround(pointer)
    result = withValueAt(result, pointer, value)
    if (value === undefined && list !== undefined) lists.add(list)
  }
  for (const list of lists) {
    const rows = valueAt(result, list)
    if (Array.isArray(rows))
      result = withValueAt(
        result,
        list,
        rows.filter((row) => row !== undefined),
      )
  }
  return result
}

/** The pointers that a person still has changed after choosing: those where their own value stands. */
export const keptPointers = (touched: readonly string[], conflicts: readonly Conflict[], choice: Choice): string[] =>
  touched.filter((pointer) => !conflicts.some((conflict) => conflict.pointer === pointer && choice[pointer] === 'theirs'))
