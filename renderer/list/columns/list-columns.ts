import { fieldAt, fieldsOf } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { dateDisplayOf } from '../../descriptor/date-display.ts'
import type { Column, Screen } from '../../descriptor/screen.ts'
import type { DateDisplay } from '../../parts/text/date-texts.ts'
import { defaultWidget } from '../../widgets/registry.ts'
import { isSortable } from '../list-state.ts'

/** One column that a list can show. */
export interface ListColumn {
  field: string
  property: PropertySchema
  /** Text key of the head below `<entity>.field.`. */
  head: string
  /** Name of the widget whose cell draws the values, and its options. */
  widget: string
  options: Record<string, unknown>
  /** How dates are written; undefined of other values. */
  display: DateDisplay | undefined
  /** Pixels; the minimum where the column grows. */
  width: number
  /** Preferred pixels, by which columns share the room; 0 for a width that the screen or a person set. */
  grow: number
  /** The width is a guess by the schema: the grid has not fitted the column to its content yet. */
  isEstimated: boolean
  /** Text of any length: it is cut where room is short, down to the estimated width. */
  isFreeText: boolean
  pinned: 'left' | 'right' | undefined
  /** Only shown once a person asks for it. */
  hidden: boolean
  sortable: boolean
  /** Column of numbers: right-aligned, tabular figures. */
  numeric: boolean
}

/** The columns as tracks of a CSS grid, which shares the room as the grid library does. */
export function columnTracks(columns: readonly ListColumn[]): string {
  return columns
    .map(({ grow, width, pinned }) =>
      grow === 0 || pinned ? `${pinned ? pinnedWidth({ grow, width }) : width}px` : `minmax(${width}px, ${grow}fr)`,
    )
    .join(' ')
}

/** Pinned columns do not share the room that is left. */
export function pinnedWidth({ grow, width }: Pick<ListColumn, 'grow' | 'width'>): number {
  return Math.max(grow, width)
}

/** What the columns depend on besides schema and screen. */
export interface ColumnFacts {
  readable: (field: string) => boolean
  /** Name of the field, the column's head. */
  fieldName: (field: string) => string
  /** Letters of the longest label of an enumeration. */
  longestOption: (field: string, options: readonly unknown[]) => number
}

/**
 * The columns of a list: those of the screen in their order, then every other readable scalar field, hidden.
 * Throws on a column that the schema does not know.
 */
export function listColumns(schema: EntitySchema, screen: Screen, facts: ColumnFacts): ListColumn[] {
  const named = (screen.list?.columns ?? []).map((column) => (typeof column === 'string' ? { field: column } : column))
  const fields = new Set(named.map((column) => column.field))
  const others = fieldsOf(schema)
    .filter(([field, property]) => !fields.has(field) && isShowable(property))
    .map(([field]) => ({ field, hidden: true }))
  return [...named, ...others].filter(({ field }) => facts.readable(field)).map((column) => listColumn({ schema, screen }, column, facts))
}

function isShowable(property: PropertySchema): boolean {
  if (property['x-kind'] === 'alias' || property.writeOnly || property['x-secret'] || property['x-transient'] || property['x-ref'])
    return false
  if (property['x-removed'] !== undefined) return false
  return property.type !== 'object' && property.type !== 'array' && !property.properties
}

function listColumn(
  { schema, screen }: { schema: EntitySchema; screen: Screen },
  column: Exclude<Column, string>,
  facts: ColumnFacts,
): ListColumn {
  const { field } = column
  const property = fieldAt(schema, field)
  if (!property) throw new Error(`The list of ${schema['x-entity'].plural} has a column "${field}" that its schema does not know`)
  const isLabel = field === schema['x-entity'].label
  const { use: chosen, ...options } = typeof column.use === 'object' ? column.use : { use: column.use }
  const widget = chosen ?? cellWidget(property)
  const display = dateDisplayOf(screen, [field], property)
  const sortable = isSortable(schema, field)
  const labels = property.enum && textWidth(facts.longestOption(field, property.enum)) + (widget === 'status' ? statusMark : 0)
  const content = labels === undefined ? leastWidth(property, { isLabel, display }) : Math.min(labels, widestOption)
  const head = headWidth(facts.fieldName(column.headerKey ?? field).length) + (sortable ? sortMark : 0)
  const width = column.width ?? column.minWidth ?? Math.max(head, content)
  return {
    field,
    property,
    head: column.headerKey ?? field,
    widget,
    options,
    display,
    width,
    grow: column.width === undefined ? Math.max(width, labels ?? preferredWidth(property, { isLabel, display })) : 0,
    isEstimated: column.width === undefined,
    isFreeText: preferredWidth(property, { isLabel, display }) > 0 && !property.enum,
    pinned: column.pinned ? 'left' : undefined,
    hidden: column.hidden ?? false,
    sortable,
    numeric: property.type === 'integer' || property.type === 'number',
  }
}

/** Pixels: a status mark with its gap, a sort arrow with its gap, and what no enumeration starts wider than: its longest label may be its rarest. */
const statusMark = 16
const sortMark = 17
const widestOption = 148

/** Pixels of a letter of running text, and of the letters of a single word, which may be all wide ones. */
const textLetter = 7
const wordLetter = 8
const wordLetters = 12

/** Room for that many letters between the cell's paddings. */
function textWidth(letters: number): number {
  return letters * textLetter + 26
}

/** Room for a head: a word of wide letters, or several words, whose letters even out. */
function headWidth(letters: number): number {
  return textWidth(letters) + Math.min(letters, wordLetters) * (wordLetter - textLetter)
}

/** A list shows a state as a dot and a word, also where the editor offers a selection. */
function cellWidget(property: PropertySchema): string {
  return property['x-kind'] === 'status' && property.enum ? 'status' : defaultWidget(property)
}

/** Pixels of dates, by how they are written. */
const dateWidths: Record<DateDisplay, number> = { relative: 120, planned: 168, exact: 184, date: 112, month: 104 }

interface Content {
  isLabel: boolean
  display: DateDisplay | undefined
}

function leastWidth(property: PropertySchema, { isLabel, display }: Content): number {
  if (isLabel) return 208
  if (display !== undefined) return dateWidths[display]
  if (property.type === 'integer' || property.type === 'number') return 64
  if (property.type === 'boolean') return 88
  return property['x-kind'] === 'identifier' ? 296 : 128
}

/** Preferred pixels of names and free texts: only they have more to show in more room. */
function preferredWidth(property: PropertySchema, { isLabel, display }: Content): number {
  if (isLabel) return 272
  const isFree = property.type === 'string' && display === undefined
  return isFree || property.type === 'array' ? 232 : 0
}
