import { lazy, Suspense } from 'react'
import { useHost, type PageProps } from '../host.tsx'
import { ListFrame, type ListParts } from './list-frame.tsx'
import { ListViewLoading } from './list-states.tsx'
import { RowsCard } from './rows-card.tsx'

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
  if (!chosenView) return <GridRows {...parts} />
  return (
    <Suspense fallback={<ListViewLoading />}>
      <ListView schema={schema} screen={screen} view={chosenView} list={list} wayTo={wayTo} />
    </Suspense>
  )
}

/** The rows in pages. */
function GridRows(parts: ListParts) {
  const { list, columns } = parts
  const { isStale, state } = list
  return (
    <RowsCard parts={parts}>
      {({ skeleton }) => (
        <Suspense fallback={skeleton}>
          <ListGrid columns={columns} sort={state.sort} isStale={isStale} onSort={(sort) => list.change({ sort })} />
        </Suspense>
      )}
    </RowsCard>
  )
}
