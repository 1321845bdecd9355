import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import type { ServedRecord } from '../../schemas/plan.ts'
import { useHost } from '../host.tsx'
import { Surface } from '../parts/card.tsx'
import { Late } from '../parts/late.tsx'
import { AddAction } from './actions/add-action.tsx'
import { useListContext } from './list-context.ts'
import { ListFoot } from './list-foot.tsx'
import type { ListParts } from './list-frame.tsx'
import { ListFailure, ListSkeleton, NoMatch, NothingYet } from './list-states.tsx'
import { rowHeights } from './row-heights.ts'

interface RowsCardProps {
  parts: ListParts
  /** All rows are in sight: there are no pages. @default false */
  isWhole?: boolean
  /** Pixels above the heads of the columns. @default 0 */
  top?: number
  /** `loading` is what stood there before the rows came. */
  children: (rows: readonly ServedRecord[], loading: ReactElement) => ReactNode
}

/** The rows of a list, or what stands in their place, with what stands below them. */
export function RowsCard({ parts, isWhole = false, top = 0, children }: RowsCardProps) {
  const { schema, screen, list, columns, actions } = parts
  const { t } = useHost()
  const { fieldName } = useListContext()
  const rows = isWhole ? 20 : list.state.size
  const skeleton = (
    <Late>
      <ListSkeleton columns={columns.visible} fieldName={fieldName} rowHeight={rowHeights[columns.density]} rows={rows} top={top} />
    </Late>
  )
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
        {inPlaceOfRows(parts, skeleton) ?? children(list.rows ?? [], skeleton)}
      </chakra.div>
      <ListFoot schema={schema} screen={screen} list={list} actions={actions} isWhole={isWhole} />
    </Surface>
  )
}

/** What stands where there are no rows, and why; nothing where there are some. */
function inPlaceOfRows({ schema, screen, list }: ListParts, skeleton: ReactElement): ReactElement | undefined {
  const { rows, error, isStale, state } = list
  const clear = () => list.change({ search: '', filters: {}, tab: 'all' })
  if (error && !rows) return <ListFailure schema={schema} error={error} narrowed={list.narrowed} onRetry={list.retry} onClear={clear} />
  if (!rows) return skeleton
  if (rows.length > 0 || isStale) return undefined
  if (list.narrowed || state.tab !== 'all') return <NoMatch onClear={clear} />
  return <NothingYet schema={schema} action={<AddAction schema={schema} screen={screen} can={list.can} onlyAllowed />} />
}
