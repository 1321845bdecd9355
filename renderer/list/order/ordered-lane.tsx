import { chakra } from '@chakra-ui/react'
import { closestCenter, DndContext, PointerSensor, useSensor, useSensors, type Modifier } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useId, type ReactNode } from 'react'
import { useHost } from '../../host.tsx'
import { ChoiceHeader } from '../grid-columns.tsx'
import { columnTracks, type ListColumn } from '../columns/list-columns.ts'
import { useListContext } from '../list-context.ts'
import { isImmovable, type Lane } from './order-moves.ts'
import { OrderedRow } from './ordered-row.tsx'
import { useLane } from './use-lane.ts'
import { laneTitleHeight } from '../row-heights.ts'

interface OrderedLaneProps {
  /** Heading, where there are several lanes. */
  title: string | undefined
  /** What adds a row to it, beside its heading. */
  add: ((titleId: string) => ReactNode) | undefined
  /** Text shown while it has no rows. */
  nothing: string
  lane: Lane
  columns: readonly ListColumn[]
  /** Pixels. */
  rowHeight: number
  /** Why nothing can be moved now. */
  closed: string | undefined
  onMove: (from: number, to: number) => Promise<boolean>
}

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })
// The lane announces moves itself, in the person's language, for pointer and keyboard alike.
const nothing = (): undefined => undefined
const noAnnouncements = {
  announcements: { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing },
  screenReaderInstructions: { draggable: '' },
}

/** Rows in one order: each has a handle, which is dragged, or lifted, moved and dropped by keyboard. */
export function OrderedLane({ title, add, nothing, lane, columns, rowHeight, closed, onMove }: OrderedLaneProps) {
  const { t } = useHost()
  const { schema, nameOf } = useListContext()
  const id = useId()
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const template = `40px 36px ${columnTracks(columns)} 40px`
  const least = columns.reduce((sum, { width }) => sum + width, 116)
  const { shown, lifted, mover, announcement, drop, onKey, leave } = useLane({ rows: lane.rows, nameOf, onMove })

  return (
    <chakra.section minW={0} aria-labelledby={title === undefined ? undefined : `${id}title`}>
      {title !== undefined && (
        <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap={3} px={3} style={{ height: laneTitleHeight }}>
          <chakra.h2 id={`${id}title`} fontSize="sm" fontWeight="semibold">
            {title}
          </chakra.h2>
          {add?.(`${id}title`)}
        </chakra.div>
      )}
      <chakra.p id={`${id}keys`} srOnly>
        {t('order.keys')}
      </chakra.p>
      <chakra.div role="status" srOnly>
        {announcement}
      </chakra.div>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[upAndDown]}
        accessibility={noAnnouncements}
        onDragEnd={({ active, over }) => drop(String(active.id), String(over?.id))}
      >
        <chakra.div
          role="grid"
          aria-label={title ?? t(`${schema['x-entity'].name}.many`)}
          aria-rowcount={lane.rows.length + 1}
          fontSize="sm"
          style={{ minWidth: least }}
        >
          <LaneHead columns={columns} template={template} rowHeight={rowHeight} isAlone={title === undefined} />
          <SortableContext items={shown.map(({ oid }) => oid)} strategy={verticalListSortingStrategy}>
            {shown.map((row, index) => (
              <OrderedRow
                key={row.oid}
                row={row}
                index={index}
                count={lane.rows.length}
                columns={columns}
                template={template}
                rowHeight={rowHeight}
                keysId={`${id}keys`}
                isLifted={row.oid === lifted}
                isAbove={row.oid === mover}
                closed={closed}
                isFixed={isImmovable(row)}
                onKey={onKey}
                onLeave={leave}
              />
            ))}
          </SortableContext>
        </chakra.div>
        {shown.length === 0 && (
          <chakra.p px={3} py={4} fontSize="sm" color="fg.muted" textAlign="center">
            {nothing}
          </chakra.p>
        )}
      </DndContext>
    </chakra.section>
  )
}

interface LaneHeadProps {
  columns: readonly ListColumn[]
  template: string
  rowHeight: number
  /** Its rows are all there are: they can be chosen together. */
  isAlone: boolean
}

function LaneHead({ columns, template, rowHeight, isAlone }: LaneHeadProps) {
  const { t } = useHost()
  const { fieldName } = useListContext()
  return (
    <chakra.div
      role="row"
      display="grid"
      alignItems="center"
      position="sticky"
      top={0}
      zIndex={2}
      bg="bg.subtle"
      color="fg.muted"
      fontWeight="medium"
      borderBottomWidth="1px"
      borderColor="border"
      style={{ gridTemplateColumns: template, height: rowHeight + 1 }}
    >
      <chakra.span role="columnheader" display="flex" justifyContent="center">
        {isAlone ? <ChoiceHeader /> : <chakra.span srOnly>{t('list.selection')}</chakra.span>}
      </chakra.span>
      <span role="columnheader">
        <chakra.span srOnly>{t('order.column')}</chakra.span>
      </span>
      {columns.map(({ field, head, numeric }) => (
        <chakra.span key={field} role="columnheader" px={3} truncate textAlign={numeric ? 'end' : undefined} title={fieldName(head)}>
          {fieldName(head)}
        </chakra.span>
      ))}
      <span role="columnheader">
        <chakra.span srOnly>{t('list.actions')}</chakra.span>
      </span>
    </chakra.div>
  )
}
