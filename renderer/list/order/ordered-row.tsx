import { chakra } from '@chakra-ui/react'
import { useSortable } from '@dnd-kit/sortable'
import { GripVertical, Lock } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, type CSSProperties, type KeyboardEvent } from 'react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { reasonText } from '../../data/error-texts.ts'
import { onReturn } from '../../data/page-history.ts'
import { useHost } from '../../host.tsx'
import { ButtonLook } from '../../parts/controls/button.tsx'
import { makeWay, sliding } from '../../parts/motion/use-slide.ts'
import { Tooltip } from '../../parts/overlays/tooltip.tsx'
import { ChoiceCell, ValueCell } from '../grid-columns.tsx'
import type { ListColumn } from '../columns/list-columns.ts'
import { useListContext } from '../list-context.ts'
import { RowActions } from '../actions/row-actions.tsx'
import { isSelected } from '../actions/selection.ts'

interface OrderedRowProps {
  row: ServedRecord
  /** Position among the rows of its lane, and how many these are. */
  index: number
  count: number
  columns: readonly ListColumn[]
  /** Tracks of the columns. */
  template: string
  rowHeight: number
  /** Id of what explains the keys. */
  keysId: string
  /** Keys have taken it up. */
  isLifted: boolean
  /** It was moved last and passes over the others. */
  isAbove: boolean
  /** Why nothing can be moved now. */
  closed: string | undefined
  /** It keeps its place. */
  isFixed: boolean
  onKey: (key: string, index: number) => boolean
  onLeave: () => void
}

const Shown = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'inherit',
    alignItems: 'center',
    height: 'full',
    borderBottomWidth: '1px',
    borderColor: 'border',
    bg: 'bg.surface',
    _hover: { bg: 'bg.subtle' },
    '&[data-chosen]': { bg: 'accent.subtle', _hover: { bg: 'bg.subtle' } },
    '&[data-raised]': { bg: 'accent.subtle', boxShadow: 'raised', _hover: { bg: 'accent.subtle' } },
  },
})

/** A row of an ordered list with its handle. */
export function OrderedRow(props: OrderedRowProps) {
  const { row, index, columns, template, rowHeight, isLifted, isAbove, closed, isFixed } = props
  const { selection, place } = useListContext()
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: row.oid,
    disabled: { draggable: isFixed || closed !== undefined, droppable: false },
    transition: makeWay,
  })
  const own = useRef<HTMLDivElement>(null)
  const isReturned = place.returned?.kind === 'row' && place.returned.oid === row.oid
  useEffect(() => {
    if (!isReturned) return undefined
    return onReturn(
      () => own.current,
      () => own.current?.querySelector('a')?.focus(),
    )
  }, [isReturned])
  const style: CSSProperties = {
    gridTemplateColumns: template,
    height: rowHeight,
    transition,
    transform: transform ? `translateY(${transform.y}px)` : undefined,
  }
  const isRaised = isLifted || isDragging
  return (
    <chakra.div
      ref={(node: HTMLDivElement | null) => {
        own.current = node
        setNodeRef(node)
        // Rows of grids are identified by this attribute, which React has no property for.
        node?.setAttribute('row-id', row.oid)
      }}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected(selection, row.oid)}
      position="relative"
      zIndex={isRaised || isAbove ? 1 : undefined}
      style={style}
      onClickCapture={({ target }) => {
        if (target instanceof Element && target.closest('a')) place.remember({ kind: 'row', oid: row.oid, index, column: '' })
      }}
    >
      <Shown role="presentation" {...sliding} data-raised={isRaised || undefined} data-chosen={isSelected(selection, row.oid) || undefined}>
        <chakra.span role="gridcell" display="flex" justifyContent="center">
          <ChoiceCell data={row} />
        </chakra.span>
        <chakra.span role="gridcell" display="flex" justifyContent="center">
          <Handle {...props} activator={setActivatorNodeRef} listeners={listeners} />
        </chakra.span>
        {columns.map((column) => (
          <chakra.span
            key={column.field}
            role="gridcell"
            px={3}
            minW={0}
            truncate
            fontVariantNumeric="tabular-nums"
            textAlign={column.numeric ? 'end' : undefined}
          >
            <ValueCell data={row} listColumn={column} />
          </chakra.span>
        ))}
        <chakra.span role="gridcell" display="flex" justifyContent="center">
          <RowActions data={row} />
        </chakra.span>
      </Shown>
    </chakra.div>
  )
}

type HandleProps = OrderedRowProps & {
  activator: (node: HTMLElement | null) => void
  listeners: ReturnType<typeof useSortable>['listeners']
}

/** Dragged by the pointer; by keys, space takes the row up and puts it down. Of a row that keeps its place, why it does. */
function Handle({ row, index, count, keysId, isLifted, closed, isFixed, onKey, onLeave, activator, listeners }: HandleProps) {
  const host = useHost()
  const { t } = host
  const { nameOf } = useListContext()
  const own = useRef<HTMLButtonElement>(null)
  // A row that is moved in the document loses the keyboard.
  useLayoutEffect(() => {
    if (isLifted && document.activeElement !== own.current) own.current?.focus()
  }, [isLifted, index])
  const may = row.can.update
  const reason = isFixed ? reasonText(host, may === true ? undefined : may) : closed
  const label = t('order.handle', { name: nameOf(row), place: index + 1, count })
  const onKeyDown = (event: KeyboardEvent) => {
    if (reason === undefined && onKey(event.key, index)) event.preventDefault()
  }
  return (
    <Tooltip text={reason}>
      <ButtonLook
        {...(reason === undefined ? listeners : {})}
        ref={(node: HTMLButtonElement | null) => {
          own.current = node
          activator(node)
        }}
        type="button"
        variant="ghost"
        size="iconSmall"
        aria-label={label}
        aria-describedby={keysId}
        aria-pressed={isLifted}
        aria-disabled={reason !== undefined}
        data-handle={row.oid}
        cursor={reason === undefined ? 'grab' : undefined}
        touchAction="none"
        onKeyDown={onKeyDown}
        onBlur={({ relatedTarget }) => {
          if (isLifted && relatedTarget !== null && relatedTarget !== own.current) onLeave()
        }}
      >
        {isFixed ? <Lock aria-hidden /> : <GripVertical aria-hidden />}
      </ButtonLook>
    </Tooltip>
  )
}
