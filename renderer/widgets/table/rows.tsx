import { chakra } from '@chakra-ui/react'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { IconButton } from '../../parts/controls/button.tsx'
import { sliding } from '../../parts/motion/use-slide.ts'
import type { InnerValue, ListProps, Translate } from '../contract.ts'
import { tracksOf } from './columns.ts'
import type { TableColumn } from './columns.ts'
import { EditCell } from './edit-cell.tsx'
import type { TableSort } from './order.ts'
import { heightOf, TableFrame } from './style.ts'
import type { TableModel } from './use-table.ts'

const Nothing = chakra('p', { base: { paddingBlock: 2, paddingInline: 3, textAlign: 'center', color: 'fg.muted' } })

interface RowsProps {
  table: TableModel
  list: ListProps
  /** Draws a row away from its position. */
  drawRow?: (row: RowProps) => ReactElement
}

/** Head and rows of a list; of the rows those that are to be drawn. */
export function Rows({ table, list, drawRow }: RowsProps) {
  const { inner, columns, order, visibleRows, sort, locked, place, setFrame, onKeyDown, onFocus } = table
  const { options, t, label } = list
  const invalid = inner.useInvalidRows()
  const fixedRows = typeof options['fixedRows'] === 'number' ? options['fixedRows'] : 0
  const height = typeof options['height'] === 'number' ? options['height'] : heightOf(order.length)
  const { tracks, least } = tracksOf(columns, place !== undefined)
  return (
    <TableFrame
      ref={setFrame}
      id={list.id}
      role="table"
      tabIndex={-1}
      aria-label={label}
      aria-describedby={list.describedBy}
      aria-rowcount={order.length + 1}
      data-invalid={list.isInvalid ? '' : undefined}
      style={{ height, '--tracks': tracks, '--least': least } as CSSProperties}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      <div role="rowgroup" className="head">
        <div role="row" aria-rowindex={1}>
          <span role="columnheader">
            {place === undefined ? <chakra.span srOnly>{t('editor.table.number')}</chakra.span> : inner.label(place)}
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
      <div className="body" role="rowgroup" style={{ height: visibleRows.heightPx }}>
        {visibleRows.items.map((item) => {
          const index = order[item.index] ?? 0
          const row: RowProps = {
            inner,
            columns,
            index,
            shown: item.index,
            top: item.start,
            invalid: invalid.has(index),
            readOnly: locked,
            list: label,
            fixed: index < fixedRows ? t('editor.table.fixed') : reasonToStay(inner.mayRemove(index)),
            onRemove: table.fixed ? undefined : table.remove,
            t,
          }
          return drawRow?.(row) ?? <Row key={index} {...row} />
        })}
      </div>
      {order.length === 0 && <Nothing>{t(locked ? 'editor.table.nothing' : 'editor.table.empty')}</Nothing>}
    </TableFrame>
  )
}

const reasonToStay = (mayGo: true | string): string | undefined => (mayGo === true ? undefined : mayGo)

/** One row as the list draws it. */
export interface RowProps {
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
  t: Translate
  /** What it is moved by, before its number. */
  handle?: ReactNode
  /** It may be moved: by how many pixels it is now, and whether it is the one that is moved, or was last. */
  moving?: { byPx: number; transition: string | undefined; isRaised: boolean; isAbove: boolean }
  nodeRef?: (node: HTMLElement | null) => void
}

/** A row with its number, its cells and what removes it. */
export const Row = memo(function Row(props: RowProps) {
  const { inner, columns, index, shown, top, invalid, readOnly, list, fixed, onRemove, t, handle, moving, nodeRef } = props
  const cells = (
    <>
      <span role="cell" className="number">
        {handle}
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
    </>
  )
  return (
    <div
      ref={nodeRef}
      role="row"
      aria-rowindex={shown + 2}
      data-invalid={invalid || undefined}
      data-raised={moving?.isRaised || undefined}
      data-above={moving?.isAbove || undefined}
      style={{ top, ...(moving && { transform: `translateY(${moving.byPx}px)`, transition: moving.transition }) }}
    >
      {moving ? (
        <div role="presentation" className="sliding" {...sliding}>
          {cells}
        </div>
      ) : (
        cells
      )}
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
