import type { ServedRecord } from '../../schemas/plan.ts'
import { isUnchanged } from '../../schemas/vocabulary/equality.ts'
import { parsePointer, valueAt } from '../../schemas/vocabulary/paths/pointer.ts'
import { layoutOf } from '../editor/layout/layout.ts'
import type { PageProps } from '../host.tsx'
import { settableFields } from './settable-fields.ts'

/** A field of several records side by side. */
export interface ComparedField {
  pointer: string
  section: string
  values: unknown[]
  isSame: boolean
  /** Its value may be taken over from one record into the others. */
  isSettable: boolean
}

/** The fields of records that their editor shows: those that differ first, both in the editor's order; without what none of them has. */
export function comparedFields(shape: PageProps, records: readonly ServedRecord[]): ComparedField[] {
  const settable = new Set(settableFields(shape).map(({ pointer }) => pointer))
  const all = [...layoutOf(shape.schema, shape.screen, false).fields].flatMap(([pointer, { section }]): ComparedField[] => {
    const values = records.map((record) => valueAt(record, parsePointer(pointer)))
    const [first] = values
    const isSame = values.every((value) => isUnchanged(first, value))
    const isEmpty = isSame && (first === undefined || first === null || first === '')
    return isEmpty ? [] : [{ pointer, section, values, isSame, isSettable: settable.has(pointer) }]
  })
  return [...all.filter(({ isSame }) => !isSame), ...all.filter(({ isSame }) => isSame)]
}
