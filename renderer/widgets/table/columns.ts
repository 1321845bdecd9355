import type { PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { mainType } from '../property-type.ts'

/** How a cell is typed into. */
export type CellKind = 'text' | 'address' | 'number' | 'choice' | 'check' | 'reference' | 'secret' | 'filled' | 'shown'

/** One column of a list. */
export interface TableColumn {
  name: string
  kind: CellKind
  property: PropertySchema
  /** Placeholder of an optional empty cell. */
  blank?: string
  /** Of a filled cell: the column of the reference whose pick fills it. */
  filledBy?: string
  /** Of an address: the column of its prefix length, so that `10.0.0.0/24` fills both. */
  length?: string
  /** Width that it needs at least, in rem, and its share of what is left. */
  leastRem: number
  share: number
}

const widths: Record<CellKind, { leastRem: number; share: number }> = {
  text: { leastRem: 9, share: 3 },
  address: { leastRem: 9, share: 2 },
  number: { leastRem: 5.5, share: 1 },
  choice: { leastRem: 7.5, share: 1.5 },
  check: { leastRem: 5, share: 0.75 },
  reference: { leastRem: 10, share: 3 },
  secret: { leastRem: 10, share: 2 },
  filled: { leastRem: 6, share: 1 },
  shown: { leastRem: 6, share: 1 },
}

/** Width of the row number and of the button that removes a row, in rem. */
const edgesRem = { number: 2.5, handled: 4.75, remove: 2.25 }

/** The grid's tracks, and the width below which the list scrolls sideways. */
export function tracksOf(columns: readonly TableColumn[], isOrdered: boolean): { tracks: string; least: string } {
  const inner = columns.map(({ leastRem, share }) => `minmax(${leastRem}rem, ${share}fr)`)
  const first = isOrdered ? edgesRem.handled : edgesRem.number
  const leastRem = columns.reduce((sum, column) => sum + column.leastRem, first + edgesRem.remove)
  return { tracks: [`${first}rem`, ...inner, `${edgesRem.remove}rem`].join(' '), least: `${leastRem}rem` }
}

const monospaced = ['address', 'prefix', 'serial', 'identifier']

function kindOf(name: string, property: PropertySchema): CellKind {
  if (property.readOnly) return 'shown'
  if (property['x-secret']) return 'secret'
  if (property['x-ref']) return 'reference'
  if (property.enum) return 'choice'
  const type = mainType(property)
  if (type === 'boolean') return 'check'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string') return monospaced.includes(property['x-kind'] ?? '') ? 'address' : 'text'
  throw new Error(`A table cannot edit the column "${name}" of type ${JSON.stringify(property.type)}`)
}

/** The columns of a list: those that the screen names, else every property that a person can change. Throws on one that no cell can hold. */
export function columnsOf(property: PropertySchema, { columns: wanted, blanks }: Record<string, unknown>): TableColumn[] {
  const properties = property.items?.properties ?? {}
  const names = Array.isArray(wanted)
    ? wanted.map(String)
    : Object.keys(properties).filter((name) => !properties[name]?.readOnly && properties[name]?.['x-removed'] === undefined)
  // A pick in the column of a reference fills these; a person only reads and pastes them.
  const filled = new Map(
    Object.entries(properties).flatMap(([name, column]) =>
      Object.keys(column['x-ref']?.offers?.fills ?? {}).map((field) => [field, name] as const),
    ),
  )
  return names.map((name) => {
    const column = properties[name]
    if (!column) throw new Error(`The list has no column "${name}"`)
    const filledBy = filled.get(name)
    const kind = filledBy !== undefined ? 'filled' : kindOf(name, column)
    const blank = (blanks as Record<string, string> | undefined)?.[name]
    const length = kind === 'address' ? lengthColumn(properties, name) : undefined
    return {
      name,
      kind,
      property: column,
      ...widths[kind],
      ...(blank !== undefined && { blank }),
      ...(length !== undefined && { length }),
      ...(filledBy !== undefined && { filledBy }),
    }
  })
}

/** The prefix length of an address follows it in the schema. */
function lengthColumn(properties: Record<string, PropertySchema>, address: string): string | undefined {
  const names = Object.keys(properties)
  const next = names[names.indexOf(address) + 1]
  return next !== undefined && properties[next]?.['x-kind'] === 'prefixLength' ? next : undefined
}

/** The column that holds the place of each row, which the service numbers. Throws on one that a person could change. */
export function placeOf(property: PropertySchema, wanted: unknown): string | undefined {
  if (typeof wanted !== 'string') return undefined
  if (property.items?.properties?.[wanted]?.readOnly !== true) throw new Error(`The list has no place "${wanted}" that follows its order`)
  return wanted
}

/** What a new row starts with. */
export function newRow(property: PropertySchema): Record<string, unknown> {
  const properties = Object.entries(property.items?.properties ?? {})
  return Object.fromEntries(properties.filter(([, column]) => column.default !== undefined).map(([name, column]) => [name, column.default]))
}
