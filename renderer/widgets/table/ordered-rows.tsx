import { chakra } from '@chakra-ui/react'
import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import type { Modifier } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { GripVertical } from 'lucide-react'
import { useId } from 'react'
import type { FocusEvent } from 'react'
import { ButtonLook } from '../../parts/controls/button.tsx'
import { makeWay } from '../../parts/motion/use-slide.ts'
import { Tooltip } from '../../parts/overlays/tooltip.tsx'
import type { ListProps } from '../contract.ts'
import { Row, Rows } from './rows.tsx'
import type { RowProps } from './rows.tsx'
import { useLiftedRow } from './use-lifted-row.ts'
import type { LiftedRow } from './use-lifted-row.ts'
import type { TableModel } from './use-table.ts'

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })
// The list announces moves itself, in the person's language, for pointer and keyboard alike.
const nothing = (): undefined => undefined
const untold = {
  announcements: { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing },
  screenReaderInstructions: { draggable: '' },
}

/** The rows of a list whose order matters: each has a handle for dragging, or for lifting, moving and dropping it with keys. */
export function OrderedRows({ table, list: listProps }: { table: TableModel; list: ListProps }) {
  const { t } = listProps
  const id = useId()
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const lift = useLiftedRow(table, t)
  const closed = table.sort === undefined ? undefined : t('editor.table.order.sorted')
  return (
    <>
      <chakra.p id={`${id}keys`} srOnly>
        {t('editor.table.order.keys')}
      </chakra.p>
      <chakra.div role="status" srOnly>
        {lift.announcement}
      </chakra.div>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[upAndDown]}
        accessibility={untold}
        onDragStart={({ active }) => table.keep(lift.indexOf(String(active.id)))}
        onDragEnd={({ active, over }) => over && lift.drop(lift.indexOf(String(active.id)), lift.indexOf(String(over.id)))}
      >
        <SortableContext items={table.order.map(lift.idOf)} strategy={verticalListSortingStrategy}>
          <Rows
            table={table}
            list={listProps}
            drawRow={(row) => <SortableRow key={lift.idOf(row.index)} row={row} lift={lift} keysId={`${id}keys`} closed={closed} />}
          />
        </SortableContext>
      </DndContext>
    </>
  )
}

interface SortableRowProps {
  row: RowProps
  lift: LiftedRow
  /** Id of what explains the keys. */
  keysId: string
  /** Why nothing can be moved now. */
  closed: string | undefined
}

function SortableRow({ row, lift, keysId, closed }: SortableRowProps) {
  const { index, list, t } = row
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: lift.idOf(index),
    disabled: { draggable: closed !== undefined, droppable: false },
    transition: makeWay,
  })
  const isLifted = lift.at === index
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const isHandle = relatedTarget instanceof HTMLElement && relatedTarget.dataset['handle'] !== undefined
    if (isLifted && relatedTarget !== null && !isHandle) lift.leave()
  }
  const handle = (
    <Tooltip text={closed}>
      <ButtonLook
        {...(closed === undefined ? listeners : {})}
        ref={setActivatorNodeRef}
        type="button"
        variant="ghost"
        size="iconSmall"
        aria-label={t('editor.table.order.handle', { row: index + 1, list })}
        aria-describedby={keysId}
        aria-pressed={isLifted}
        aria-disabled={closed !== undefined}
        data-handle={index}
        cursor={closed === undefined ? 'grab' : undefined}
        touchAction="none"
        onKeyDown={(event) => {
          if (closed === undefined && lift.onKey(event.key, index)) event.preventDefault()
        }}
        onBlur={onBlur}
      >
        <GripVertical aria-hidden />
      </ButtonLook>
    </Tooltip>
  )
  const isRaised = isLifted || isDragging
  const isAbove = isRaised || lift.mover === lift.idOf(index)
  const moving = { byPx: transform?.y ?? 0, transition, isRaised, isAbove }
  return <Row {...row} nodeRef={setNodeRef} handle={handle} moving={moving} />
}
