import { trimInvisible } from '../../../schemas/vocabulary/blank.ts'
import { readPrefixLength } from '../../../schemas/vocabulary/ipv4.ts'
import { readNumber } from '../number/numbers.ts'
import { mainType } from '../property-type.ts'
import { readBoolean } from '../toggle/read-boolean.ts'
import type { TableColumn } from './columns.ts'

type OptionLabel = (value: unknown) => string

const isMissing = (value: unknown): boolean => value === undefined || value === null

/** What a cell of a text box shows: suggested values by name, others as they are. */
export function shownText({ property }: TableColumn, value: unknown, optionLabel: OptionLabel): string {
  if (isMissing(value)) return ''
  return property.examples?.some((one) => one === value) ? optionLabel(value) : String(value)
}

/**
 * Reads what was typed or pasted into a cell: whatever the column shows, and what spreadsheets write. Text that cannot be read stays as it
 * is, so that the schema refuses it visibly. Names of records stay names.
 */
export function readText(column: TableColumn, text: string, optionLabel: OptionLabel): unknown {
  const { kind, property } = column
  const plain = trimInvisible(text)
  if (kind === 'check') return plain === '' ? false : (readBoolean(plain) ?? plain)
  if (plain === '') return undefined
  const lower = plain.toLowerCase()
  const named = [...(property.enum ?? []), ...(property.examples ?? [])].find((value) => optionLabel(value).toLowerCase() === lower)
  if (named !== undefined) return named
  if (kind === 'choice' || kind === 'filled') return property.enum?.find((value) => String(value).toLowerCase() === lower) ?? plain
  if (kind !== 'number') return plain
  const length = property['x-kind'] === 'prefixLength' ? readPrefixLength(plain) : undefined
  return length ?? readNumber(plain, mainType(property) === 'integer')
}

/** The value while it is typed: blanks at the ends of a text stay until the cell is left. */
export function typedValue(column: TableColumn, text: string, optionLabel: OptionLabel): unknown {
  const value = readText(column, text, optionLabel)
  return value === trimInvisible(text) ? text || undefined : value
}
