import {
  formatPointer,
  parsePointer,
  valueAt as valueAtSegments,
  withValueAt as withValueAtSegments,
} from '../../../schemas/vocabulary/pointer.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'

/** The value at a pointer; `undefined` where the way ends. */
export const valueAt = (root: unknown, pointer: string): unknown => valueAtSegments(root, parsePointer(pointer))

/** A copy of the record with another value at a pointer; `undefined` takes the property away. */
export const withValueAt = (root: Rec, pointer: string, value: unknown): Rec => withValueAtSegments(root, parsePointer(pointer), value)

/** Whether `pointer` is `container` or lies within it. */
export const isWithin = (pointer: string, container: string): boolean => pointer === container || pointer.startsWith(`${container}/`)

/** The pointer of the first list that a pointer passes through; `undefined` when it passes through none. */
export function listAround(pointer: string): string | undefined {
  const segments = parsePointer(pointer)
  const index = segments.findIndex((segment) => /^\d+$/.test(segment))
  return index < 0 ? undefined : formatPointer(segments.slice(0, index))
}
