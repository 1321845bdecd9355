import { isSame } from '../../schemas/vocabulary/equality.ts'
import type { PropertySchema, Rec } from '../../schemas/vocabulary/types.ts'
import { copyOf, isCopied } from './copied-part.ts'

/** A list of rows with fields of their own. */
export interface RowList {
  /** Fields that name a row in its list; none where rows are told apart by what they hold. */
  key: readonly string[]
  items: PropertySchema
}

/** The list of rows at a property; undefined for anything else. */
export function rowListOf({ items, 'x-key': key = [] }: PropertySchema): RowList | undefined {
  return items?.properties === undefined ? undefined : { key, items }
}

/** The rows of a value. */
export const rowsOf = (value: unknown): Rec[] =>
  Array.isArray(value) ? value.filter((row: unknown): row is Rec => typeof row === 'object' && row !== null && !Array.isArray(row)) : []

/** Identifies a row in its list, also in that of another record. */
export const keyOfRow = ({ key }: RowList, row: Rec): string => JSON.stringify(key.map((name) => row[name] ?? null))

/** Whether a row says the same as that of another record, identifiers and what the service computes apart. */
export function isSameRow(list: RowList, one: Rec | undefined, other: Rec | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return keyOfRow(list, one) === keyOfRow(list, other) && isSame(copyOf(one, list.items), copyOf(other, list.items))
}

/** Whether two lists say the same: rows that have a key in any order. */
export function isSameRows(list: RowList, ones: readonly Rec[], others: readonly Rec[]): boolean {
  if (ones.length !== others.length) return false
  if (list.key.length === 0) return ones.every((row, index) => isSameRow(list, row, others[index]))
  const byKey = new Map(others.map((row) => [keyOfRow(list, row), row]))
  return ones.every((row) => isSameRow(list, row, byKey.get(keyOfRow(list, row))))
}

/**
 * Whether people enter a row like this one. A read-only field with a default has it in theirs: a row with another value, such as a
 * connection of the type `System`, is the service's, and belongs to its record alone.
 */
export function isEntered({ items: { properties = {} } }: RowList, row: Rec): boolean {
  return Object.entries(properties).every(
    ([name, { readOnly, default: given }]) => readOnly !== true || given === undefined || isSame(row[name] ?? given, given),
  )
}

/** Rows that other records take over: instead of their own (`isWhole`), or beside them. */
export class TakenRows {
  constructor(
    readonly list: RowList,
    readonly rows: readonly Rec[],
    readonly isWhole: boolean,
  ) {}

  /** The same with another row beside it; without it where it was one of them. */
  toggled(row: Rec): TakenRows {
    const key = keyOfRow(this.list, row)
    const others = this.isWhole ? [] : this.rows.filter((one) => keyOfRow(this.list, one) !== key)
    return new TakenRows(this.list, this.isTaken(row) ? others : [...others, row], false)
  }

  /** Whether it is one of the rows that are taken over by themselves. */
  isTaken(row: Rec): boolean {
    return !this.isWhole && this.rows.includes(row)
  }

  /**
   * The list of a record with these rows in it. Rows of the same key keep their identifiers, secrets and all else that cannot be taken over;
   * rows of the service stay. Where people cannot choose the key, only rows that the record has take something over.
   */
  within(stored: unknown): Rec[] {
    const { list, rows, isWhole } = this
    const own = rowsOf(stored)
    const offered = rows.filter((row) => isEntered(list, row))
    if (list.key.length === 0) return this.inOrder(own, offered)
    const open = new Map(offered.map((row) => [keyOfRow(list, row), row]))
    const isFixed = list.key.some((name) => list.items.properties?.[name]?.readOnly === true)
    const kept = own.flatMap((row) => {
      const key = keyOfRow(list, row)
      const taken = open.get(key)
      open.delete(key)
      if (!isEntered(list, row)) return [row]
      if (taken !== undefined) return [replaced(list, row, taken)]
      return isWhole && !isFixed ? [] : [row]
    })
    return [...kept, ...(isFixed ? [] : [...open.values()].map((row) => copyOf(row, list.items)))]
  }

  private inOrder(own: readonly Rec[], offered: readonly Rec[]): Rec[] {
    if (isSameRows(this.list, own, offered)) return [...own]
    return [...own.filter((row) => !isEntered(this.list, row)), ...offered.map((row) => copyOf(row, this.list.items))]
  }
}

/** A stored row with what another one says; what is fixed once a row exists stays. */
function replaced({ items }: RowList, row: Rec, taken: Rec): Rec {
  const isFixed = (name: string): boolean => !isCopied(items, name) || items.properties?.[name]?.['x-frozen'] === 'createOnly'
  const entries = (of: Rec, fixed: boolean) => Object.entries(of).filter(([name]) => isFixed(name) === fixed)
  const next = Object.fromEntries([...entries(row, true), ...entries(copyOf(taken, items), false)])
  return isSame(row, next) ? row : next
}
