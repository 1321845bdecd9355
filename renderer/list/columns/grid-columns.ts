import type { ColDef, SuppressKeyboardEventParams } from 'ag-grid-community'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { RowActions } from '../actions/row-actions.tsx'
import { ChoiceCell, ChoiceHeader, NumberCell, NumberHeader, ValueCell } from '../grid-cells.tsx'
import type { ListState } from '../list-state.ts'
import { pinnedWidth, type ListColumn } from './list-columns.ts'

/** Id of the column of row menus. */
export const actionsColumn = 'actions'

/** What all columns of a list share. */
export const defaultColumn: ColDef<ServedRecord> = {
  sortingOrder: ['asc', 'desc'],
  // The service sorts; the grid only shows in which order the rows came.
  comparator: () => 0,
  // Keeps the room of the arrow: a head that is sorted by is cut no more than the others.
  unSortIcon: true,
  minWidth: 64,
  suppressHeaderMenuButton: true,
  // Keys in a row's checkbox are its own, not the grid's.
  suppressKeyboardEvent: ({ event }: SuppressKeyboardEventParams) =>
    event.target instanceof Element && event.target.closest('input') !== null,
}

const fixedColumn: ColDef<ServedRecord> = {
  sortable: false,
  resizable: false,
  suppressMovable: true,
  minWidth: 40,
  width: 40,
  cellClass: 'bare',
  headerClass: 'bare',
}

interface ColumnParts {
  sort: ListState['sort']
  fieldName: (field: string) => string
  isNumbered: boolean
  /** Estimated widths hold: the grid could not fit the columns. */
  isUnfit: boolean
  /** Name of the column of row menus. */
  actions: string
}

const choice: ColDef<ServedRecord> = {
  ...fixedColumn,
  colId: 'choice',
  headerName: '',
  headerComponent: ChoiceHeader,
  cellRenderer: ChoiceCell,
  lockPosition: 'left',
  pinned: 'left',
}

const rowNumber: ColDef<ServedRecord> = {
  ...fixedColumn,
  colId: 'number',
  headerName: '',
  headerComponent: NumberHeader,
  cellRenderer: NumberCell,
  cellClass: 'bare ag-right-aligned-cell',
  lockPosition: 'left',
  pinned: 'left',
}

/** The columns of a list as the grid knows them: the choice of rows, their numbers, values, and menus of rows. */
export function gridColumns(
  visible: readonly ListColumn[],
  { sort, fieldName, isNumbered, isUnfit, actions }: ColumnParts,
): ColDef<ServedRecord>[] {
  const values = visible.map((column): ColDef<ServedRecord> => {
    const name = fieldName(column.head)
    return {
      colId: column.field,
      field: column.field,
      headerName: name,
      headerTooltip: name,
      cellRenderer: ValueCell,
      cellRendererParams: { listColumn: column },
      sortable: column.sortable,
      sort: column.sortable && sort.by === column.field ? sort.order : null,
      pinned: column.pinned ?? null,
      ...sizeOf(column, isUnfit),
      ...(column.numeric ? { type: 'rightAligned' } : {}),
    }
  })
  const menus: ColDef<ServedRecord> = {
    ...fixedColumn,
    colId: actionsColumn,
    headerName: actions,
    headerClass: 'bare unseen',
    cellRenderer: RowActions,
    lockPosition: 'right',
    pinned: 'right',
  }
  return [choice, ...(isNumbered ? [rowNumber] : []), ...values, menus]
}

/** The grid does not fit columns that share the room, nor does it share room among pinned ones. */
function sizeOf({ width, grow, isEstimated, pinned }: ListColumn, isUnfit: boolean): ColDef<ServedRecord> {
  if (pinned) return { flex: 0, width: pinnedWidth({ width, grow }), minWidth: 64 }
  if (grow === 0 || (isEstimated && !isUnfit)) return { flex: 0, width, minWidth: 64 }
  return { flex: grow, minWidth: width }
}
