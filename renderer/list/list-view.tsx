import { createElement, lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { useNavigate } from 'react-router-dom'
import useSWR from 'swr'
import type { ServedRecord } from '../../schemas/plan.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { ListQuery, RequestError } from '../data/data-source.ts'
import { iterateRows } from '../data/queries/iterate.ts'
import { optionLabel } from '../data/labels.ts'
import { queryOptions } from '../data/queries/queries.ts'
import { useReturnPlace } from '../data/page-history.ts'
import type { Screen } from '../descriptor/screen.ts'
import { useHost, type PageProps } from '../host.tsx'
import { Surface } from '../parts/page/card.tsx'
import type { ViewProps } from '../views/contract.ts'
import { listView } from '../views/registry.ts'
import type { ListContextValue } from './list-context.ts'
import { listQuery } from './list-state.ts'
import { ListFailure, ListViewLoading } from './list-states.tsx'
import { rowEntities, rowEntity } from '../data/row-entities.ts'
import type { ListModel } from './use-list.ts'

export { GroupedRows } from './groups/grouped-rows.tsx'

type View = NonNullable<NonNullable<Screen['list']>['views']>[string]

interface ListViewProps extends PageProps {
  view: View
  list: ListModel
  linkTo: ListContextValue['linkTo']
}

const drawn = new Map<string, LazyExoticComponent<ComponentType<ViewProps>>>()

/** One component for each name, however often it is drawn: a new one would lose its state. */
function drawnBy(name: string): LazyExoticComponent<ComponentType<ViewProps>> {
  const component = drawn.get(name) ?? lazy(listView(name))
  drawn.set(name, component)
  return component
}

/** Another way to show a list: its document, and which of the list's records tab, search and filters leave. */
export function ListView({ schema, screen, view, list, linkTo }: ListViewProps) {
  const host = useHost()
  const navigate = useNavigate()
  const { source, tenant, t, language } = host
  const { name } = schema['x-entity']
  const path = String(view.options['from'])
  const { data, error, mutate } = useSWR<Rec, RequestError>(
    ['list', name, 'document', path, tenant.oid],
    () => source.document(path),
    queryOptions,
  )
  const { page: _page, size: _size, sort: _sort, filter, ...tab } = listQuery(list.state, { schema, screen }, tenant.oid)
  const shown = useOids(name, tab.condition === undefined ? undefined : tab)
  const found = useOids(name, filter === undefined ? undefined : { ...tab, filter })
  const clear = () => list.change({ search: '', filters: {}, where: '', tab: 'all' })
  const updatable = useMemo(
    () => new Set(rowEntities(schema).filter((entity) => host.ruleContext(entity).can.update === true)),
    [schema, host],
  )
  const pathTo = useCallback((record: Rec) => linkTo(withRights(record, schema, updatable))?.path, [linkTo, schema, updatable])
  const place = useReturnPlace(list.state.view)
  const labelOf = useCallback((field: string, value: unknown) => optionLabel(host, { entity: name, field, value }), [host, name])
  // Once shown, the view and its settings stay until the records of another tab have loaded.
  const [isDrawn, setDrawn] = useState(false)
  if (!isDrawn && data && !shown.isAwaited) setDrawn(true)
  const failure = error ?? shown.error ?? found.error
  const retry = () => {
    void mutate()
    shown.retry()
    found.retry()
  }
  if (failure && !(data && !shown.error && !found.error))
    return (
      <Surface flex={1} display="grid">
        <ListFailure schema={schema} error={failure} narrowed={list.narrowed} onRetry={retry} onClear={clear} />
      </Surface>
    )
  if (!data || (shown.isAwaited && !isDrawn)) return <ListViewLoading />
  return (
    <Suspense fallback={<ListViewLoading />}>
      {createElement(drawnBy(view.use), {
        data,
        options: view.options,
        title: t(`${name}.view.${list.state.view}`),
        shown: shown.oids,
        found: found.oids,
        pathTo,
        go: (to) => void navigate(to),
        clear,
        place,
        optionLabel: labelOf,
        language,
        t,
      })}
    </Suspense>
  )
}

/** A record of the document with what the tenant context allows for it. */
function withRights(record: Rec, schema: PageProps['schema'], updatable: ReadonlySet<string>): ServedRecord {
  const row: ServedRecord = { revision: 0, can: {}, ...record, oid: String(record['oid']) }
  return { ...row, can: updatable.has(rowEntity(schema, row) ?? '') ? { update: true } : {} }
}

/** Hook: the identifiers of all rows that a query leaves, the last ones until the next have come; without a query none. */
function useOids(entity: string, query: Omit<ListQuery, 'page' | 'size' | 'sort'> | undefined) {
  const { source } = useHost()
  const { data, error, mutate } = useSWR<ReadonlySet<string>, RequestError>(
    query ? ['list', entity, 'oids', query] : null,
    async () => {
      const oids = new Set<string>()
      for await (const { records } of iterateRows(source, { entity, query: query ?? { tenantOid: '' } }))
        for (const { oid } of records) oids.add(oid)
      return oids
    },
    { ...queryOptions, keepPreviousData: true },
  )
  return {
    oids: query ? data : undefined,
    isAwaited: query !== undefined && data === undefined && !error,
    error: query ? error : undefined,
    retry: () => void mutate(),
  }
}
