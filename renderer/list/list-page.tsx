import { lazy, Suspense, useMemo } from 'react'
import type { Screen } from '../descriptor/screen.ts'
import { useHost, type PageProps } from '../host.tsx'
import { ListFrame, type ListParts } from './list-frame.tsx'
import { ListGrid } from './list-grid.tsx'
import { ListViewLoading } from './list-states.tsx'
import { RowsCard } from './rows-card.tsx'

// Loaded on the first click that needs it.
const ListView = lazy(() => import('./list-view.tsx').then((module) => ({ default: module.ListView })))
const GroupedRows = lazy(() => import('./list-view.tsx').then((module) => ({ default: module.GroupedRows })))

/** The list of one entity (S0 section 2 "List pages"). */
export function ListPage({ schema, screen }: PageProps) {
  const { source, tenant } = useHost()
  const { name } = schema['x-entity']
  // Documents of views are calls of ours, as plans are.
  const { plans } = source.abilities(name)
  const offered = useMemo(() => (plans ? screen : withoutViews(screen)), [plans, screen])
  return (
    <ListFrame key={`${name} ${tenant.oid}`} schema={schema} screen={offered} tabIndex={-1}>
      {(parts) => <ChosenView {...parts} />}
    </ListFrame>
  )
}

/** The screen with rows only. */
function withoutViews({ list, ...screen }: Screen): Screen {
  if (list === undefined) return screen
  const { views: _, ...rest } = list
  return { ...screen, list: rest }
}

function ChosenView(parts: ListParts) {
  const { schema, screen, list, linkTo } = parts
  const chosenView = screen.list?.views?.[list.state.view]
  if (!chosenView) return list.state.group === '' ? <GridRows {...parts} /> : <Groups {...parts} />
  return (
    <Suspense fallback={<ListViewLoading />}>
      <ListView schema={schema} screen={screen} view={chosenView} list={list} linkTo={linkTo} />
    </Suspense>
  )
}

/** The rows in groups. */
function Groups(parts: ListParts) {
  return (
    <Suspense fallback={<ListViewLoading />}>
      <GroupedRows {...parts} />
    </Suspense>
  )
}

/** The rows in pages. */
function GridRows(parts: ListParts) {
  const { list, columns } = parts
  const { isStale, state } = list
  const { language } = useHost()
  return (
    <RowsCard parts={parts}>
      {(_rows, loading) => (
        <ListGrid
          // Heads in another language have other widths: the columns are fitted anew.
          key={language}
          columns={columns}
          sort={state.sort}
          isStale={isStale}
          loading={loading}
          onSort={(sort) => list.change({ sort })}
        />
      )}
    </RowsCard>
  )
}
