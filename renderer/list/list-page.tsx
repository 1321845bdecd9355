import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { useHost, type PageProps } from '../host.tsx'
import { Surface } from '../parts/card.tsx'
import { AddAction } from './add-action.tsx'
import { useListContext } from './list-context.ts'
import { ListFoot } from './list-foot.tsx'
import { ListFrame, type ListParts } from './list-frame.tsx'
import { ListFailure, ListSkeleton, ListViewLoading, NoMatch, NothingYet } from './list-states.tsx'
import { rowHeights } from './row-heights.ts'
import type { ColumnsModel } from './use-columns.ts'
import type { ListModel } from './use-list.ts'

// The grid is most of this route: head, tabs and search stand before it has arrived, and it is fetched beside the rows, not after them.
const grid = import('./list-grid.tsx').then(({ ListGrid: component }) => ({ default: component }))
grid.catch(() => undefined)
const ListGrid = lazy(() => grid)
// What stands there only after a click comes with the click.
const ListView = lazy(() => import('./list-view.tsx').then((module) => ({ default: module.ListView })))

/** The list of one entity (S0 section 2 "List pages"). */
export function ListPage({ schema, screen }: PageProps) {
  const { tenant } = useHost()
  return (
    <ListFrame key={`${schema['x-entity'].name} ${tenant.oid}`} schema={schema} screen={screen} tabIndex={-1}>
      {(parts) => <ChosenView {...parts} />}
    </ListFrame>
  )
}

function ChosenView(parts: ListParts) {
  const { schema, screen, list, wayTo } = parts
  const chosenView = screen.list?.views?.[list.state.view]
  if (!chosenView) return <RowsCard {...parts} />
  return (
    <Suspense fallback={<ListViewLoading />}>
      <ListView schema={schema} screen={screen} view={chosenView} list={list} wayTo={wayTo} />
    </Suspense>
  )
}

/** The rows with what stands below them. */
function RowsCard({ schema, screen, list, columns, actions }: ListParts) {
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
        <Rows schema={schema} screen={screen} list={list} columns={columns} />
      </chakra.div>
      <ListFoot schema={schema} screen={screen} list={list} actions={actions} />
    </Surface>
  )
}

/** The grid, or what stands in its place. */
function Rows({ schema, screen, list, columns }: PageProps & { list: ListModel; columns: ColumnsModel }) {
  const { rows, error, isStale, state } = list
  const { fieldName } = useListContext()
  const rowHeight = rowHeights[columns.density]
  const skeleton = <ListSkeleton columns={columns.visible} fieldName={fieldName} rowHeight={rowHeight} rows={state.size} />
  const clear = () => list.change({ search: '', filters: {}, tab: 'all' })
  if (error && (isStale || !rows))
    return <ListFailure schema={schema} error={error} narrowed={list.narrowed} onRetry={list.retry} onClear={clear} />
  if (!rows) return skeleton
  if (rows.length === 0 && !isStale) {
    if (list.narrowed || state.tab !== 'all') return <NoMatch onClear={clear} />
    return <NothingYet schema={schema} action={<AddAction schema={schema} screen={screen} can={list.can} onlyAllowed />} />
  }
  return (
    <Suspense fallback={skeleton}>
      <ListGrid columns={columns} sort={state.sort} isStale={isStale} onSort={(sort) => list.change({ sort })} />
    </Suspense>
  )
}
