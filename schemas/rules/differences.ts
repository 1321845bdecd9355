import { isSame } from '../vocabulary/equality.ts'
import { itemKey } from '../vocabulary/read.ts'
import { nodeAt, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import { isContainer } from './session/layers.ts'

/** Yields the places where two versions differ: scalars where objects and rows correspond, else the list or object as a whole. */
export function* differences(
  before: unknown,
  after: unknown,
  at: readonly string[] = [],
): Generator<{ segments: readonly string[]; value: unknown }> {
  if (before === after) return
  if (!isComparable(before, after)) {
    if (!isSame(before, after)) yield { segments: at, value: after }
    return
  }
  for (const key of new Set([...Object.keys(before as object), ...Object.keys(after as object)])) {
    const step = (value: unknown): unknown => (value as Record<string, unknown>)[key]
    yield* differences(step(before), step(after), [...at, key])
  }
}

function isComparable(before: unknown, after: unknown): boolean {
  if (!isContainer(before) || !isContainer(after)) return false
  if (!Array.isArray(before) && !Array.isArray(after)) return true
  return Array.isArray(before) && Array.isArray(after) && hasSameRows(before, after)
}

/** Whether both lists hold the same rows in the same order; lists of scalars have no rows. */
function hasSameRows(before: readonly unknown[], after: readonly unknown[]): boolean {
  return (
    before.length === after.length &&
    before.every((row, index) => isContainer(row) && isContainer(after[index]) && isSame(itemKey(row), itemKey(after[index])))
  )
}

/** Values of a new record by field: an object that has no defaults is no value of its own, so that lists in it can change. */
export function* newValues(root: SchemaNode, found: ReturnType<typeof differences>): ReturnType<typeof differences> {
  for (const one of found) {
    const node = nodeAt(root, one.segments)
    const isObject = node !== undefined && !node.item && node.children.size > 0 && isContainer(one.value) && !Array.isArray(one.value)
    if (isObject) yield* newValues(root, differences({}, one.value, one.segments))
    else yield one
  }
}
