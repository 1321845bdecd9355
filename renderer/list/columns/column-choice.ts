import type { ColumnChoice, PinnedSide } from '../../../schemas/list-views.ts'
import type { FittedWidths } from './kept-choice.ts'
import type { ListColumn } from './list-columns.ts'

export const noColumnChoice: ColumnChoice = { order: [], shown: {}, widths: {}, pinned: {} }

/** Columns with longer texts do not take more room from the others than this many pixels. */
const maxFittedWidth = 420

/** A free text does not give way for so little: cutting it would gain next to nothing. */
const slightlyWider = 1.25

/** The columns as the person wants them, hidden ones included. Fields that no longer exist are forgotten. */
export function chosenColumns(columns: readonly ListColumn[], choice: ColumnChoice, fitted: FittedWidths = {}): ListColumn[] {
  const place = new Map(choice.order.map((field, index) => [field, index]))
  return columns
    .map((column) => {
      const { field } = column
      const side = choice.pinned[field] ?? column.pinned
      return {
        ...column,
        ...widthOf(column, choice.widths[field], fitted[field]),
        hidden: choice.shown[field] === undefined ? column.hidden : !choice.shown[field],
        pinned: side === 'none' ? undefined : side,
      }
    })
    .toSorted((a, b) => (place.get(a.field) ?? Infinity) - (place.get(b.field) ?? Infinity) || 0)
}

/** The shown columns from left to right: pinned ones are at their side. */
export function displayedColumns(columns: readonly ListColumn[]): ListColumn[] {
  const shown = columns.filter(({ hidden }) => !hidden)
  return (['left', undefined, 'right'] as const).flatMap((side) => shown.filter(({ pinned }) => pinned === side))
}

/** A person's width holds; a fitted column grows with the room, and a free text gives way where there is too little. */
function widthOf(
  { width, grow, isEstimated, isFreeText }: ListColumn,
  chosen: number | undefined,
  fitted: number | undefined,
): Pick<ListColumn, 'width' | 'grow' | 'isEstimated'> {
  if (chosen !== undefined) return { width: chosen, grow: 0, isEstimated: false }
  if (!isEstimated || fitted === undefined) return { width, grow, isEstimated }
  const canGiveWay = isFreeText && fitted > width * slightlyWider
  return { width: canGiveWay ? width : fitted, grow: Math.min(fitted, maxFittedWidth), isEstimated: false }
}

/** The choice with one column moved before another of the same list; `before` undefined: to the end. */
export function moveColumn(columns: readonly ListColumn[], field: string, before: string | undefined): string[] {
  const rest = columns.map((column) => column.field).filter((name) => name !== field)
  const at = before === undefined ? rest.length : rest.indexOf(before)
  return rest.toSpliced(at === -1 ? rest.length : at, 0, field)
}

/** The shown columns as the grid has them after a drag, from left to right. */
export interface Arrangement {
  shown: readonly { field: string; side: PinnedSide }[]
  /** Fields that the person dragged: the grid unpins others where the window has no room for them. */
  moved: ReadonlySet<string>
}

/** The choice after a drag; the same one if the drag changed nothing. */
export function arrangedChoice(choice: ColumnChoice, columns: readonly ListColumn[], { shown, moved }: Arrangement): ColumnChoice {
  const before = displayedColumns(columns)
  const sides = new Map(before.map(({ field, pinned }): [string, PinnedSide] => [field, pinned ?? 'none']))
  const repinned = shown.filter(({ field, side }) => moved.has(field) && sides.get(field) !== side)
  const isReordered = shown.some(({ field }, index) => before[index]?.field !== field)
  if (repinned.length === 0 && !isReordered) return choice
  const hidden = columns.filter((column) => column.hidden)
  return {
    ...choice,
    order: [...shown, ...hidden].map(({ field }) => field),
    pinned: { ...choice.pinned, ...Object.fromEntries(repinned.map(({ field, side }) => [field, side])) },
  }
}

/** Reads what was kept; a list without or with unreadable choice starts from the screen. */
export function readColumnChoice(plural: string, storage: Pick<Storage, 'getItem'>): ColumnChoice {
  const kept = readKept(`${plural}Columns`, storage)
  const choice = typeof kept === 'object' ? { ...noColumnChoice, ...kept } : kept
  return isColumnChoice(choice) ? choice : noColumnChoice
}

/** Keeps a choice. */
export function keepColumnChoice(plural: string, choice: ColumnChoice, storage: Pick<Storage, 'setItem'>): void {
  keep(`${plural}Columns`, choice, storage)
}

/** What fitted widths hold for: other words or other records need other widths. */
export interface FitScope {
  plural: string
  language: string
  tenantOid: string
}

const scopeText = ({ language, tenantOid }: FitScope): string => `${language} ${tenantOid}`

/** Widths that the grid fitted on an earlier visit, `<plural>ColumnFit` in local storage; none in another language or tenant. */
export function readFittedWidths(scope: FitScope, storage: Pick<Storage, 'getItem'>): FittedWidths {
  const kept = readKept(`${scope.plural}ColumnFit`, storage)
  if (typeof kept !== 'object' || kept === null) return {}
  const { scope: keptScope, widths } = kept as { scope?: unknown; widths?: unknown }
  return keptScope === scopeText(scope) && isRecordOf<number>(widths, isWidth) ? widths : {}
}

/** Keeps fitted widths for the next visit. */
export function keepFittedWidths(scope: FitScope, widths: FittedWidths, storage: Pick<Storage, 'setItem'>): void {
  keep(`${scope.plural}ColumnFit`, { scope: scopeText(scope), widths }, storage)
}

function readKept(key: string, storage: Pick<Storage, 'getItem'>): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** A storage that refuses (quota, private window) means that it lasts until the page is left. */
function keep(key: string, value: object, storage: Pick<Storage, 'setItem'>): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing to do: the page itself holds it.
  }
}

/** Whether columns of a stored choice can be trusted: local storage may hold anything. */
function isColumnChoice(value: unknown): value is ColumnChoice {
  if (typeof value !== 'object' || value === null) return false
  const { order, shown, widths, pinned } = value as Partial<Record<keyof ColumnChoice, unknown>>
  return (
    Array.isArray(order) &&
    order.every((field) => typeof field === 'string') &&
    isRecordOf(shown, (one) => typeof one === 'boolean') &&
    isRecordOf(widths, isWidth) &&
    isRecordOf(pinned, (one) => one === 'left' || one === 'right' || one === 'none')
  )
}

const isWidth = (value: unknown): boolean => typeof value === 'number' && value > 0

function isRecordOf<T>(value: unknown, isOne: (one: unknown) => boolean): value is Record<string, T> {
  return typeof value === 'object' && value !== null && Object.values(value).every(isOne)
}
