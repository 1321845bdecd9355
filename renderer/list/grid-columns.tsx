import type { ColDef, SuppressKeyboardEventParams } from 'ag-grid-community'
import type { ServedRecord } from '../../schemas/plan.ts'
import { RowActions } from './actions/row-actions.tsx'
import type { ListState } from './list-state.ts'
import { pinnedWidth, type ListColumn } from './columns/list-columns.ts'
import { chakra } from '@chakra-ui/react'
import type { CustomCellRendererProps } from 'ag-grid-react'
import { createElement, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { fieldValue } from '../../schemas/vocabulary/paths/field-path.ts'
import { optionLabel } from '../data/labels.ts'
import { useHost } from '../host.tsx'
import { NativeCheckbox } from '../parts/controls/controls.tsx'
import { widgetNamed } from '../widgets/registry.ts'
import { useListContext } from './list-context.ts'
import { headState, isSelected, withRows } from './actions/selection.ts'

/** Id of the column of row menus; like those of the other columns that show no field, one that no field can have. */
export const actionsColumn = 'row-actions'

/** What all columns of a list share. */
export const defaultColumn: ColDef<ServedRecord> = {
  sortingOrder: ['asc', 'desc'],
  // Values are drawn by widgets, of whatever type they are.
  cellDataType: false,
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
  colId: 'row-choice',
  headerName: '',
  headerComponent: ChoiceHeader,
  cellRenderer: ChoiceCell,
  lockPosition: 'left',
  pinned: 'left',
}

const rowNumber: ColDef<ServedRecord> = {
  ...fixedColumn,
  colId: 'row-number',
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

type RowProps = CustomCellRendererProps<ServedRecord>
type RowData = Pick<RowProps, 'data'>

/** The value of one column, drawn by the column's widget; the record's name is a link to its editor. */
export function ValueCell({ data, listColumn }: RowData & { listColumn: ListColumn }) {
  const host = useHost()
  const { schema, linkTo, tabIndex } = useListContext()
  if (!data) return null
  const { name, label } = schema['x-entity']
  const { field, property, widget, options, display } = listColumn
  const cell = createElement(widgetNamed(widget).cell, {
    value: fieldValue(data, field),
    property,
    record: data,
    language: host.language,
    optionLabel: (value) => optionLabel(host, { entity: name, field, value }),
    options,
    display,
    t: host.t,
  })
  const link = field === label ? linkTo(data) : undefined
  if (link === undefined) return cell
  return (
    <chakra.span
      asChild
      display="block"
      color="fg"
      fontWeight="medium"
      textDecoration="none"
      _hover={{ textDecoration: 'underline', textUnderlineOffset: '2px' }}
    >
      <Link to={link.path} state={link.state} tabIndex={tabIndex}>
        {link.kind === 'configure' ? host.t('list.row.configure') : cell}
      </Link>
    </chakra.span>
  )
}

/** Which row of all it is, from 1. */
export function NumberCell({ data, node }: RowProps) {
  const { language } = useHost()
  const { firstRow } = useListContext()
  if (!data) return null
  return (
    <chakra.span color="fg.subtle" fontSize="xs">
      {new Intl.NumberFormat(language).format(firstRow + (node.rowIndex ?? 0))}
    </chakra.span>
  )
}

/** Names the column of row numbers. */
export function NumberHeader() {
  const { t } = useHost()
  return (
    <chakra.span fontSize="xs" color="fg.subtle" title={t('list.number')}>
      #<chakra.span srOnly> {t('list.number')}</chakra.span>
    </chakra.span>
  )
}

/** Chooses a row. */
export function ChoiceCell({ data }: RowData) {
  const { t } = useHost()
  const { selection, select, nameOf, tabIndex } = useListContext()
  if (!data) return null
  return (
    <NativeCheckbox
      tabIndex={tabIndex}
      aria-label={t('list.select.row', { name: nameOf(data) })}
      checked={isSelected(selection, data.oid)}
      onChange={(event) => select(withRows(selection, [data], event.target.checked))}
    />
  )
}

/** Chooses all rows of the page, or none. */
export function ChoiceHeader() {
  const { t } = useHost()
  const { selection, select, rows, tabIndex } = useListContext()
  const box = useRef<HTMLInputElement>(null)
  const state = headState(selection, rows)
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <NativeCheckbox
      ref={box}
      tabIndex={tabIndex}
      aria-label={t('list.select.page')}
      checked={state === 'all'}
      disabled={rows.length === 0}
      onChange={() => select(withRows(selection, rows, state !== 'all'))}
    />
  )
}
