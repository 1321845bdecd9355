import { chakra } from '@chakra-ui/react'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { CSSProperties } from 'react'
import { Button, IconButton } from '../../parts/button.tsx'
import type { EditProps, InnerRow, InnerValue } from '../contract.ts'
import { tracksOf } from './columns.ts'
import type { TableColumn } from './columns.ts'
import { EditCell } from './edit-cell.tsx'
import type { TableSort } from './order.ts'
import { headHeightPx, rowHeightPx, TableFrame } from './style.ts'
import { useTable } from './use-table.ts'
import type { TableModel } from './use-table.ts'

/** Rows in sight before the list scrolls. */
const mostRows = 10

const Foot = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: 3, marginTop: 2, fontSize: 'xs', color: 'fg.subtle' } })
/** As wide as there is room: the list scrolls inside. */
const Narrow = chakra('div', { base: { minWidth: 0 } })
const Nothing = chakra('p', { base: { paddingBlock: 2, paddingInline: 3, textAlign: 'center', color: 'fg.muted' } })

/** A list of records: edited in place, sorted for the eye, pasted into from a spreadsheet. Draws only the rows in sight. */
export function TableEdit(props: EditProps<InnerRow[]>) {
  const table = useTable(props)
  const { order, locked, fixed } = table
  const { t } = props
  return (
    <Narrow onPaste={table.onPaste}>
      <Rows table={table} edit={props} />
      <Foot>
        {!locked && !fixed && (
          <Button size="sm" icon={<Plus />} aria-label={t('editor.table.addTo', { list: props.label })} onClick={table.add}>
            {t('editor.table.add')}
          </Button>
        )}
        {!fixed && <span>{t('editor.table.count', { count: order.length })}</span>}
        {!locked && <span>{t('editor.table.paste')}</span>}
        {table.active !== undefined && <CellNote inner={table.inner} path={table.active} />}
      </Foot>
    </Narrow>
  )
}

/** What is wrong with the cell in which one is, or worth knowing of it. Its description says the same to those who listen. */
function CellNote({ inner, path }: { inner: InnerValue; path: string }) {
  const { error, warning } = inner.useCell(path)
  const text = error ?? warning
  if (text === undefined) return null
  return (
    <chakra.span marginInlineStart="auto" color={error === undefined ? 'warning.fg' : 'danger.fg'} textAlign="end" aria-hidden>
      {text}
    </chakra.span>
  )
}

function Rows({ table, edit }: { table: TableModel; edit: EditProps<InnerRow[]> }) {
  const { inner, columns, order, virtual, sort, locked, setFrame, onKeyDown, onFocus } = table
  const { options, t, label } = edit
  const invalid = inner.useInvalidRows()
  const fixedRows = typeof options.fixedRows === 'number' ? options.fixedRows : 0
  const inSight = Math.min(Math.max(order.length, 1), mostRows)
  const height = typeof options.height === 'number' ? options.height : inSight * rowHeightPx + headHeightPx
  const { tracks, least } = tracksOf(columns)
  return (
    <TableFrame
      ref={setFrame}
      id={edit.id}
      role="table"
      tabIndex={-1}
      aria-label={label}
      aria-describedby={edit.describedBy}
      aria-rowcount={order.length + 1}
      data-invalid={edit.error === undefined ? undefined : ''}
      style={{ height, '--tracks': tracks, '--least': least } as CSSProperties}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      <div role="rowgroup" className="head">
        <div role="row" aria-rowindex={1}>
          <span role="columnheader">
            <chakra.span srOnly>{t('editor.table.number')}</chakra.span>
          </span>
          {columns.map(({ name }) => (
            <Heading
              key={name}
              label={inner.label(name)}
              sort={sort?.column === name ? sort : undefined}
              onSort={() => table.sortBy(name)}
            />
          ))}
          <span role="columnheader">
            <chakra.span srOnly>{t('editor.table.actions')}</chakra.span>
          </span>
        </div>
      </div>
      <div className="body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const index = order[item.index] ?? 0
          return (
            <Row
              key={index}
              inner={inner}
              columns={columns}
              index={index}
              shown={item.index}
              top={item.start}
              invalid={invalid.has(index)}
              readOnly={locked}
              list={label}
              fixed={index < fixedRows ? t('editor.table.fixed') : reasonToStay(inner.mayRemove(index))}
              onRemove={table.fixed ? undefined : table.remove}
              t={t}
            />
          )
        })}
      </div>
      {order.length === 0 && <Nothing>{t(locked ? 'editor.table.nothing' : 'editor.table.empty')}</Nothing>}
    </TableFrame>
  )
}

const reasonToStay = (mayGo: true | string): string | undefined => (mayGo === true ? undefined : mayGo)

interface RowProps {
  inner: InnerValue
  columns: readonly TableColumn[]
  /** Position in the stored list, by which the row is numbered, and among the shown rows. */
  index: number
  shown: number
  top: number
  invalid: boolean
  readOnly: boolean
  /** Name of the list. */
  list: string
  /** Why the row cannot be removed. */
  fixed: string | undefined
  /** Absent where rows neither come nor go. */
  onRemove: ((index: number) => void) | undefined
  t: EditProps['t']
}

const Row = memo(function Row({ inner, columns, index, shown, top, invalid, readOnly, list, fixed, onRemove, t }: RowProps) {
  return (
    <div role="row" aria-rowindex={shown + 2} data-invalid={invalid || undefined} style={{ top }}>
      <span role="cell" className="number">
        {index + 1}
      </span>
      {columns.map((column) => (
        <EditCell
          key={column.name}
          inner={inner}
          path={`/${index}/${column.name}`}
          column={column}
          number={index + 1}
          readOnly={readOnly}
          t={t}
        />
      ))}
      <span role="cell">
        {!readOnly && onRemove && (
          <IconButton
            small
            label={t('editor.table.remove', { row: index + 1, list })}
            reason={fixed}
            icon={<Trash2 />}
            onClick={() => onRemove(index)}
          />
        )}
      </span>
    </div>
  )
})

function Heading({ label, sort, onSort }: { label: string; sort: TableSort | undefined; onSort: () => void }) {
  const direction = sort?.descending ? 'descending' : 'ascending'
  return (
    <span role="columnheader" aria-sort={sort ? direction : 'none'}>
      <button type="button" onClick={onSort}>
        {label}
        {sort && (sort.descending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
      </button>
    </span>
  )
}
