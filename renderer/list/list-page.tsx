import { chakra } from '@chakra-ui/react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import type { MouseEvent } from 'react'
import type { ServedRecord } from '../../schemas/plan.ts'
import { dotted } from '../../schemas/vocabulary/field-path.ts'
import { errorTexts } from '../data/error-texts.ts'
import { recordName } from '../data/record-name.ts'
import { onReturn, useReturnPlace, type ReturnPlace } from '../data/return-place.ts'
import { useHost, type PageProps } from '../host.tsx'
import { AlertList } from '../parts/alert-list.tsx'
import { Surface } from '../parts/card.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { ListExportDialog } from './export-menu.tsx'
import { AddAction } from './add-action.tsx'
import { ListContextProvider, useListContext, type ListContextValue, type ListPlace } from './list-context.ts'
import { ListHeader } from './list-header.tsx'
import { ListPager } from './list-pager.tsx'
import { rowCountText } from './list-texts.ts'
import { ListFailure, ListSkeleton, ListViewLoading, NoMatch, NothingYet } from './list-states.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { rowSpan } from './pager.ts'
import { rowHeights } from './row-heights.ts'
import { wayOf } from './row-kinds.ts'
import { SelectionBar } from './selection-bar.tsx'
import { noSelection, selectedCount } from './selection.ts'
import { useColumns, type ColumnsModel } from './use-columns.ts'
import { useListActions, type ListActions } from './use-list-actions.ts'
import { useList, type ListModel } from './use-list.ts'

// The grid is most of this route: head, tabs and search stand before it has arrived, and it is fetched beside the rows, not after them.
const grid = import('./list-grid.tsx').then(({ ListGrid: component }) => ({ default: component }))
grid.catch(() => undefined)
const ListGrid = lazy(() => grid)
// What stands there only after a click comes with the click.
const ListView = lazy(() => import('./list-view.tsx').then((module) => ({ default: module.ListView })))
const ActDialog = lazy(() => import('./act-dialog.tsx').then((module) => ({ default: module.ActDialog })))
const DeleteDialog = lazy(() => import('./delete-dialog.tsx').then((module) => ({ default: module.DeleteDialog })))

/** The list of one entity (S0 section 2 "List pages"). */
export function ListPage({ schema, screen }: PageProps) {
  const { tenant } = useHost()
  return <EntityList key={`${schema['x-entity'].name} ${tenant.oid}`} schema={schema} screen={screen} />
}

function EntityList({ schema, screen }: PageProps) {
  const host = useHost()
  const { t, hasText, language } = host
  const { name } = schema['x-entity']
  const shape = useMemo(() => ({ schema, screen }), [schema, screen])
  const fieldName = useCallback((field: string) => t(`${name}.field.${dotted(field)}`), [t, name])
  const nameOf = useCallback((record: ServedRecord) => recordName({ schema, screen }, record), [schema, screen])

  const list = useList(shape)
  const columns = useColumns(shape)
  const actions = useListActions(shape, { list, columns, fieldName })
  const place = useReturnPlace<ListPlace>()
  const head = useLinkPlace(place)
  const cells: ListContextValue = {
    ...shape,
    rows: list.rows ?? [],
    selection: list.selection,
    select: list.select,
    firstRow: (list.state.page - 1) * list.state.size + 1,
    wayTo: (record) => wayOf(record, shape, host),
    nameOf,
    fieldName,
    ask: (action, record) => actions.ask(action, [record]),
    place,
  }
  const chosenView = screen.list?.views?.[list.state.view]
  const tabText = (tab: string) => (tab === 'all' && !hasText(`${name}.tab.all`) ? t('list.tab.all') : t(`${name}.tab.${tab}`))
  const refreshFailure = list.isStale || !list.rows ? undefined : list.error

  return (
    <ListContextProvider value={cells}>
      <chakra.div display="flex" flexDirection="column" h="full" minH="32rem">
        <div {...head}>
          <ListHeader schema={schema} screen={screen} can={list.can} />
        </div>
        <Tabs
          label={t('list.tabs')}
          items={list.tabs.map(({ name: tab, count }) => ({
            id: tab,
            count,
            label: <TabText text={tabText(tab)} isAwaited={count === undefined && !list.error} />,
          }))}
          selected={list.state.tab}
          formatCount={(count) => rowCountText(language, count, list.atLeast)}
          onSelect={(tab) => list.change({ tab })}
        />
        <ListToolbar schema={schema} screen={screen} list={list} columns={columns} fieldName={fieldName} onExport={actions.exportRows} />
        {refreshFailure && (
          <chakra.div mb={3}>
            <AlertList
              label={t('list.error.title')}
              alerts={errorTexts(host, refreshFailure).map((text, index) => ({ id: String(index), kind: 'danger', text }))}
            />
          </chakra.div>
        )}
        {chosenView ? (
          <Suspense fallback={<ListViewLoading />}>
            <ListView {...shape} view={chosenView} list={list} wayTo={cells.wayTo} />
          </Suspense>
        ) : (
          <RowsCard {...shape} list={list} columns={columns} actions={actions} />
        )}
      </chakra.div>
      <Suspense>
        {actions.exporting.progress && <ListExportDialog progress={actions.exporting.progress} onCancel={actions.exporting.cancel} />}
        {actions.asking && (
          <AskDialog
            {...shape}
            asking={actions.asking}
            nameOf={nameOf}
            onClose={actions.close}
            onDone={() => {
              actions.close()
              list.select(noSelection)
            }}
          />
        )}
      </Suspense>
    </ListContextProvider>
  )
}

interface AskDialogProps extends PageProps {
  asking: NonNullable<ListActions['asking']>
  nameOf: (record: ServedRecord) => string
  onClose: () => void
  onDone: () => void
}

/** The question before something is done with rows. */
function AskDialog({ asking: { name, rows }, ...props }: AskDialogProps) {
  return name === 'delete' ? <DeleteDialog {...props} rows={rows} /> : <ActDialog {...props} act={name} rows={rows} />
}

/** The rows with what stands below them. */
function RowsCard({
  schema,
  screen,
  list,
  columns,
  actions,
}: PageProps & { list: ListModel; columns: ColumnsModel; actions: ListActions }) {
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
      <Foot schema={schema} screen={screen} list={list} actions={actions} />
    </Surface>
  )
}

/** Hook: the head of the list, whose links get the focus back from the page that they led to. */
function useLinkPlace({ returned, remember }: ReturnPlace<ListPlace>) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (returned?.kind !== 'link') return undefined
    const link = () => ref.current?.querySelector<HTMLElement>(`a[href="${CSS.escape(returned.path)}"]`)
    return onReturn(
      () => ref.current,
      () => link()?.focus(),
    )
  }, [returned])
  const onClickCapture = ({ target }: MouseEvent) => {
    const path = target instanceof Element ? target.closest('a')?.getAttribute('href') : undefined
    if (path) remember({ kind: 'link', path })
  }
  return { ref, onClickCapture }
}

/** While the counts are awaited, their room is kept. */
function TabText({ text, isAwaited }: { text: string; isAwaited: boolean }) {
  return (
    <>
      {text}
      {isAwaited && <Skeleton width="1.25rem" />}
    </>
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

/** Which rows these are, or what is chosen; the pager. */
function Foot({ schema, screen, list, actions }: PageProps & { list: ListModel; actions: ListActions }) {
  const { t, language } = useHost()
  const { state, total, pages, selection } = list
  const number = new Intl.NumberFormat(language)
  const { from, to } = rowSpan(state.page, state.size, total)
  const verb = screen.editor?.verbs?.delete ?? 'delete'
  // Without rows the foot stays, so that nothing jumps, but holds nothing.
  const hasRows = list.rows ? total > 0 : !list.error
  return (
    <chakra.footer
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      flexWrap="wrap"
      gap={3}
      minH={11}
      px={3}
      py={1.5}
      fontSize="sm"
      color="fg.muted"
      borderTopWidth="1px"
      borderColor="border"
    >
      {selectedCount(selection, total) > 0 ? (
        <SelectionBar
          selection={selection}
          total={total}
          atLeast={list.atLeast}
          deleteLabel={schema['x-entity'].rowsOf || (!schema['x-entity'].readOnly && screen.editor) ? t(`list.action.${verb}`) : undefined}
          onSelect={list.select}
          acts={Object.entries(screen.list?.acts ?? {}).map(([name, icon]) => ({
            name,
            icon,
            label: t(`${schema['x-entity'].name}.action.${name}`),
          }))}
          onAct={(name) => actions.ask(name, selection)}
          onExport={() => actions.exportRows('chosen')}
        />
      ) : (
        <chakra.span fontVariantNumeric="tabular-nums" role="status">
          {total > 0 &&
            t('list.rows', { from: number.format(from), to: number.format(to), total: rowCountText(language, total, list.atLeast) })}
        </chakra.span>
      )}
      <chakra.div display="flex" alignItems="center" flexWrap="wrap" gap={4} ms="auto" visibility={hasRows ? undefined : 'hidden'}>
        <ListPager
          page={state.page}
          pages={pages}
          isOpen={list.atLeast}
          size={state.size}
          onPage={(page) => list.change({ page })}
          onSize={(size) => list.change({ size })}
        />
      </chakra.div>
    </chakra.footer>
  )
}
