import { chakra } from '@chakra-ui/react'
import { dotted } from '../../schemas/vocabulary/field-path.ts'
import { optionLabel } from '../data/option-label.ts'
import { useHost, type PageProps } from '../host.tsx'
import { Surface } from '../parts/card.tsx'
import { AddAction } from './add-action.tsx'
import { useListContext } from './list-context.ts'
import { ListFoot } from './list-foot.tsx'
import { ListFrame, type ListParts } from './list-frame.tsx'
import { ListFailure, ListSkeleton, NoMatch, NothingYet } from './list-states.tsx'
import { OrderedLane } from './ordered-lane.tsx'
import { laneTitleHeight, rowHeights } from './row-heights.ts'
import { useOrder } from './use-order.ts'

/** All of it at once: the service keeps such lists this short. */
const everyRow = { page: 1, size: 500 }

/** The list of an entity whose records people put in order (`x-entity.order`): rows are dragged, or moved by keys. */
export function OrderedPage({ schema, screen }: PageProps) {
  const { tenant } = useHost()
  return (
    <ListFrame key={`${schema['x-entity'].name} ${tenant.oid}`} schema={schema} screen={screen} always={everyRow} tabIndex={0}>
      {(parts) => <OrderedCard {...parts} />}
    </ListFrame>
  )
}

function OrderedCard(parts: ListParts) {
  const { schema, screen, list, actions } = parts
  const { t } = useHost()
  return (
    <Surface
      flex={1}
      minH="16rem"
      display="flex"
      flexDirection="column"
      overflow="hidden"
      aria-label={t(`${schema['x-entity'].name}.many`)}
    >
      <chakra.div position="relative" flex={1} minH={0} overflow="auto">
        <Lanes {...parts} />
      </chakra.div>
      <ListFoot schema={schema} screen={screen} list={list} actions={actions} isWhole />
    </Surface>
  )
}

/** The lanes side by side, or what stands in their place. */
function Lanes({ schema, screen, list, columns }: ListParts) {
  const host = useHost()
  const { t } = host
  const { rows, error, isStale, state } = list
  const { fieldName } = useListContext()
  const { lanes, isSaving, move } = useOrder({ schema, screen }, rows ?? [])
  const { name, order } = schema['x-entity']
  const rowHeight = rowHeights[columns.density]
  const isNarrowed = list.narrowed || state.tab !== 'all'
  const clear = () => list.change({ search: '', filters: {}, tab: 'all' })
  if (error && (isStale || !rows))
    return <ListFailure schema={schema} error={error} narrowed={list.narrowed} onRetry={list.retry} onClear={clear} />
  const top = order?.within === undefined ? 0 : laneTitleHeight
  if (!rows) return <ListSkeleton columns={columns.visible} fieldName={fieldName} rowHeight={rowHeight} rows={20} top={top} />
  if (rows.length === 0 && !isStale) {
    if (isNarrowed) return <NoMatch onClear={clear} />
    return <NothingYet schema={schema} action={<AddAction schema={schema} screen={screen} can={list.can} onlyAllowed />} />
  }
  const closed = isNarrowed ? t('list.order.narrowed') : undefined
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={lanes.length > 1 ? 'repeat(auto-fit, minmax(min(26rem, 100%), 1fr))' : '1fr'}
      columnGap={4}
      alignItems="start"
      aria-busy={isSaving || isStale}
    >
      {lanes.map((lane) => (
        <OrderedLane
          key={String(lane.option)}
          title={
            order?.within === undefined ? undefined : optionLabel(host, { entity: name, field: dotted(order.within), value: lane.option })
          }
          lane={lane}
          columns={columns.visible}
          rowHeight={rowHeight}
          closed={closed ?? (isSaving ? t('list.order.saving') : undefined)}
          onMove={(from, to) => move(lane, from, to)}
        />
      ))}
    </chakra.div>
  )
}
