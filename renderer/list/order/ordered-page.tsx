import { chakra } from '@chakra-ui/react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { optionLabel } from '../../data/labels.ts'
import { dottedPath } from '../../../schemas/vocabulary/paths/field-path.ts'
import { useHost, type PageProps } from '../../host.tsx'
import { AddAction } from '../actions/head-actions.tsx'
import { ListFrame, type ListParts } from '../list-frame.tsx'
import { OrderedLane } from './ordered-lane.tsx'
import { hasOwnAdd } from './own-add.ts'
import { laneTitleHeight, rowHeights } from '../row-heights.ts'
import { RowsCard } from '../rows-card.tsx'
import { useOrder } from './use-order.ts'

/** All of it at once: the service keeps such lists this short. */
const everyRow = { page: 1, size: 500 }

/** The list of an entity whose records people put in order (`x-entity.order`): rows are dragged, or moved by keys. */
export function OrderedPage({ schema, screen }: PageProps) {
  const { tenant } = useHost()
  const top = schema['x-entity'].order?.within === undefined ? 0 : laneTitleHeight
  return (
    <ListFrame key={`${schema['x-entity'].name} ${tenant.oid}`} schema={schema} screen={screen} always={everyRow} tabIndex={0}>
      {(parts) => (
        <RowsCard parts={parts} isWhole top={top}>
          {(rows) => <Lanes {...parts} rows={rows} />}
        </RowsCard>
      )}
    </ListFrame>
  )
}

/** The lanes side by side. */
function Lanes({ schema, screen, list, columns, rows }: ListParts & { rows: readonly ServedRecord[] }) {
  const host = useHost()
  const { t } = host
  const { lanes, isSaving, move } = useOrder({ schema, screen }, rows)
  const { name, order } = schema['x-entity']
  const isNarrowed = list.narrowed || list.state.tab !== 'all'
  const closed = isNarrowed ? t('order.narrowed') : undefined
  const adding = { schema, screen, can: list.can }
  const titleOf = (option: unknown): string | undefined =>
    order?.within === undefined ? undefined : optionLabel(host, { entity: name, field: dottedPath(order.within), value: option })
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={lanes.length > 1 ? 'repeat(auto-fit, minmax(min(26rem, 100%), 1fr))' : '1fr'}
      columnGap={4}
      alignItems="start"
      aria-busy={isSaving || list.isStale}
    >
      {lanes.map((lane) => (
        <OrderedLane
          key={String(lane.option)}
          title={titleOf(lane.option)}
          add={
            hasOwnAdd({ schema, screen }) ? (titleId) => <AddAction {...adding} option={lane.option} describedBy={titleId} /> : undefined
          }
          nothing={t(isNarrowed ? 'list.noMatch.title' : 'list.empty.title')}
          lane={lane}
          columns={columns.visible}
          rowHeight={rowHeights[columns.density]}
          closed={closed ?? (isSaving ? t('order.saving') : undefined)}
          onMove={(from, to) => move(lane, from, to)}
        />
      ))}
    </chakra.div>
  )
}
