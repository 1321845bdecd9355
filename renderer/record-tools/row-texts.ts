import { isSame } from '../../schemas/vocabulary/equality.ts'
import type { ServedRecord } from '../../schemas/plan.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { elementName } from '../journal/differences.ts'
import { copyOf } from './copied-part.ts'
import type { RowList } from './taken-rows.ts'
import { valueText, type Around } from './value-text.ts'

/** The list that rows belong to, in a record. */
export interface RowPlace {
  pointer: string
  list: RowList
  record: ServedRecord
}

const textOf = (around: Around, { pointer, record }: RowPlace, [field, value]: [string, unknown]): string =>
  valueText(around, { record, pointer: `${pointer}/0/${field}`, value })

/** What a row is called: its key, such as `10.1.0.0/24`; mere numbers with the name of their field. */
export function rowName(around: Around, place: RowPlace, row: Rec): string {
  const { key } = place.list
  const named = Object.fromEntries(key.map((field) => [field, row[field]]))
  return elementName(named, (field, value) => {
    const text = textOf(around, place, [field, value])
    return typeof value === 'number' ? `${around.texts.field(`${place.pointer}/0/${field}`)} ${text}` : text
  })
}

/** What a row says besides its key, a line per field; of several rows only fields in which they differ. */
export function rowLines(around: Around, place: RowPlace, { row, among }: { row: Rec; among: readonly (Rec | undefined)[] }): string[] {
  const { key, items } = place.list
  const copies = among.map((one) => one && copyOf(one, items))
  const copy = copyOf(row, items)
  const isAlike = (field: string): boolean => copies.every((one) => one !== undefined && isSame(one[field], copy[field]))
  const fields = Object.keys(items.properties ?? {}).filter((field) => copies.some((one) => (one?.[field] ?? '') !== ''))
  return fields
    .filter((field) => !key.includes(field) && !isAlike(field))
    .map((field) => `${around.texts.field(`${place.pointer}/0/${field}`)}: ${textOf(around, place, [field, copy[field]])}`)
}
