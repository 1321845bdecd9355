import type { ListColumn } from './list-columns.ts'

/** What a person changed about the columns of a list; kept in local storage as `<plural>Columns`. */
export interface ColumnChoice {
  /** Fields in the person's order; columns that it does not name keep their place of the screen, after these. */
  order: string[]
  /** Field to shown or not, where it differs from the screen. */
  shown: Record<string, boolean>
  /** Field to pixels. */
  widths: Record<string, number>
}

export const noColumnChoice: ColumnChoice = { order: [], shown: {}, widths: {} }

/** The columns as the person wants them, hidden ones included. Fields that no longer exist are forgotten. */
export function chosenColumns(columns: readonly ListColumn[], choice: ColumnChoice): ListColumn[] {
  const place = new Map(choice.order.map((field, index) => [field, index]))
  return columns
    .map((column) => ({
      ...column,
      hidden: choice.shown[column.field] === undefined ? column.hidden : !choice.shown[column.field],
      width: choice.widths[column.field] ?? column.width,
      grow: choice.widths[column.field] === undefined ? column.grow : 0,
    }))
    .toSorted((a, b) => (place.get(a.field) ?? Infinity) - (place.get(b.field) ?? Infinity) || 0)
}

/** The choice with one column moved before another of the same list; `before` undefined: to the end. */
export function moveColumn(columns: readonly ListColumn[], field: string, before: string | undefined): string[] {
  const rest = columns.map((column) => column.field).filter((name) => name !== field)
  const at = before === undefined ? rest.length : rest.indexOf(before)
  return rest.toSpliced(at === -1 ? rest.length : at, 0, field)
}

/** Whether columns of a stored choice can be trusted: local storage may hold anything. */
function isColumnChoice(value: unknown): value is ColumnChoice {
  if (typeof value !== 'object' || value === null) return false
  const { order, shown, widths } = value as Partial<Record<keyof ColumnChoice, unknown>>
  return (
    Array.isArray(order) &&
    order.every((field) => typeof field === 'string') &&
    isRecordOf(shown, 'boolean') &&
    isRecordOf(widths, 'number')
  )
}

function isRecordOf(value: unknown, type: 'boolean' | 'number'): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === type)
}

/** Reads what was kept; a list without or with unreadable choice starts from the screen. */
export function readColumnChoice(plural: string, storage: Pick<Storage, 'getItem'>): ColumnChoice {
  try {
    const kept: unknown = JSON.parse(storage.getItem(`${plural}Columns`) ?? 'null')
    return isColumnChoice(kept) ? kept : noColumnChoice
  } catch {
    return noColumnChoice
  }
}

/** Keeps a choice; a storage that refuses means that it lasts until the page is left. */
export function keepColumnChoice(plural: string, choice: ColumnChoice, storage: Pick<Storage, 'setItem'>): void {
  try {
    storage.setItem(`${plural}Columns`, JSON.stringify(choice))
  } catch {
    // Quota or private window.
  }
}
