import type { CsvMapColumn } from '../../../schemas/csv.ts'
import { readBoolean } from '../../widgets/toggle/read-boolean.ts'

/** The value of a cell, or the locale key of its problem. An empty cell is `undefined`. */
export type ParsedCell = { value: unknown } | { key: string; params?: Record<string, unknown> }

/** Labels by option, in the current language. */
type Labels = Readonly<Record<string, string>>

/** Parses a cell. Enumerations accept the stored value in any case, or its label in the current language. */
export function parseCell(text: string, column: CsvMapColumn, labels?: Labels): ParsedCell {
  if (text === '') return { value: undefined }
  switch (column.type) {
    case 'integer':
      return /^\s*-?\d{1,16}\s*$/.test(text) ? { value: Number(text) } : { key: 'validation.field.integer' }
    case 'number':
      return Number.isFinite(Number(text.replace(',', '.'))) ? { value: Number(text.replace(',', '.')) } : unknownValue(text)
    case 'boolean':
      return parseBoolean(text)
    case 'enum':
      return parseEnum(text, column, labels)
    case 'list':
      return {
        value: text
          .split(';')
          .map((part) => part.trim())
          .filter((part) => part !== ''),
      }
    case 'string':
    case 'date-time':
      return { value: text }
  }
}

function parseBoolean(text: string): ParsedCell {
  const value = readBoolean(text)
  return value === undefined ? unknownValue(text) : { value }
}

function parseEnum(text: string, column: CsvMapColumn, labels: Labels | undefined): ParsedCell {
  const words = wordsOf(column, labels)
  const found = words.get(text) ?? words.get(text.trim().toLocaleLowerCase('en'))
  return found === undefined ? unknownValue(text) : { value: found }
}

interface Words {
  labels: Labels | undefined
  options: ReadonlyMap<string, unknown>
}

const known = new WeakMap<CsvMapColumn, Words>()

/** Accepted words of all options; the earlier option wins for a shared word. */
function wordsOf(column: CsvMapColumn, labels: Labels | undefined): ReadonlyMap<string, unknown> {
  const before = known.get(column)
  if (before !== undefined && before.labels === labels) return before.options
  const options = new Map<string, unknown>(Object.entries(column.was ?? {}).map(([name, option]) => [name.toLocaleLowerCase('en'), option]))
  for (const option of [...(column.enum ?? [])].toReversed()) {
    const label = labels?.[option]
    if (label !== undefined) options.set(label.toLocaleLowerCase('en'), option)
    options.set(option.toLocaleLowerCase('en'), option)
  }
  known.set(column, { labels, options })
  return options
}

/** The text of a cell with the present option in place of an earlier one. */
export function presentCell(text: string, { was, enum: options = [] }: CsvMapColumn): string {
  if (was === undefined || options.includes(text)) return text
  const found = Object.keys(was).find((name) => name.toLocaleLowerCase('en') === text.trim().toLocaleLowerCase('en'))
  return (found === undefined ? undefined : was[found]) ?? text
}

function unknownValue(text: string): ParsedCell {
  return { key: 'bulk.unknown.value', params: { value: text } }
}

/** Formats a value so that `parseCell` reads it back. */
export function formatCell(value: unknown, column: CsvMapColumn): string {
  if (value === undefined || value === null) return ''
  if (column.type === 'list' && Array.isArray(value)) return value.map(String).join(';')
  return String(value)
}
