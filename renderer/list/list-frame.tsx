import { chakra } from '@chakra-ui/react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import type { ServedRecord } from '../../schemas/plan.ts'
import { dottedPath } from '../../schemas/vocabulary/paths/field-path.ts'
import type { ListQuery } from '../data/data-source.ts'
import { errorTexts } from '../data/error-texts.ts'
import { recordName } from '../data/labels.ts'
import { onReturn, useReturnPlace, type ReturnPlace } from '../data/page-history.ts'
import { useHost, type PageProps, type RecordToolProps } from '../host.tsx'
import { AlertList } from '../parts/page/alert-list.tsx'
import { Skeleton } from '../parts/page/skeleton.tsx'
import { LightTabs } from '../parts/controls/light-tabs.tsx'
import { ListExportDialog } from './export/export-menu.tsx'
import { ListContextProvider, type ListContextValue, type ListPlace } from './list-context.ts'
import { ListHeader } from './list-header.tsx'
import { rowCountText } from './list-texts.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { rowLinkOf } from './row-kinds.ts'
import { noSelection } from './actions/selection.ts'
import { useColumns, type ColumnsModel } from './columns/use-columns.ts'
import { useListActions, type ListActions } from './actions/use-list-actions.ts'
import { useList, type ListModel } from './use-list.ts'

// Loaded on the first click that needs it.
const ActionDialog = lazy(() => import('../record-actions/action-dialog.tsx').then((module) => ({ default: module.ActionDialog })))
const PrintedList = lazy(() => import('./print/printed-list.tsx').then((module) => ({ default: module.PrintedList })))
const DeleteDialog = lazy(() => import('./actions/delete-dialog.tsx').then((module) => ({ default: module.DeleteDialog })))

/** What the rows of a list are drawn from. */
export interface ListParts extends PageProps {
  list: ListModel
  columns: ColumnsModel
  actions: ListActions
  linkTo: ListContextValue['linkTo']
}

interface ListFrameProps extends PageProps {
  always?: Partial<ListQuery>
  tabIndex: ListContextValue['tabIndex']
  children: (parts: ListParts) => ReactNode
}

/** Head, tabs and toolbar of a list, with its rows below them. `always` of the query holds whatever the state of the list says. */
export function ListFrame({ schema, screen, always, tabIndex, children }: ListFrameProps) {
  const host = useHost()
  const { t, hasText, language } = host
  const { name } = schema['x-entity']
  const shape = useMemo(() => ({ schema, screen }), [schema, screen])
  const fieldName = useCallback((field: string) => t(`${name}.field.${dottedPath(field)}`), [t, name])
  const nameOf = useCallback((record: ServedRecord) => recordName({ schema, screen }, record), [schema, screen])

  const list = useList(shape, always)
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
    linkTo: (record) => rowLinkOf(record, shape, host),
    nameOf,
    fieldName,
    ask: (action, record) => actions.ask(action, [record]),
    place,
    tabIndex,
  }
  const tabText = (tab: string) => (tab === 'all' && !hasText(`${name}.tab.all`) ? t('list.tab.all') : t(`${name}.tab.${tab}`))
  const refreshFailure = list.rows && list.error

  return (
    <ListContextProvider value={cells}>
      <chakra.div data-undoes="" display="flex" flexDirection="column" h="full" minH="32rem">
        <div {...head}>
          <ListHeader schema={schema} screen={screen} can={list.can} />
        </div>
        <LightTabs
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
        <ListToolbar
          schema={schema}
          screen={screen}
          list={list}
          columns={columns}
          fieldName={fieldName}
          onExport={actions.exportRows}
          onPrint={actions.print}
        />
        {refreshFailure && (
          <chakra.div mb={3}>
            <AlertList
              label={t('list.error.title')}
              alerts={errorTexts(host, refreshFailure).map((text, index) => ({
                id: String(index),
                kind: 'danger',
                text,
                ...(index === 0 ? { action: { label: t('list.error.retry'), onSelect: list.retry } } : {}),
              }))}
            />
          </chakra.div>
        )}
        {children({ ...shape, list, columns, actions, linkTo: cells.linkTo })}
      </chakra.div>
      <Suspense>
        {actions.exporting.progress && <ListExportDialog progress={actions.exporting.progress} onCancel={actions.exporting.cancel} />}
        {actions.exporting.printed && (
          <PrintedList
            {...shape}
            columns={columns.visible}
            fieldName={fieldName}
            records={actions.exporting.printed}
            state={list.state}
            tab={list.state.tab === 'all' ? undefined : tabText(list.state.tab)}
            onDone={actions.exporting.onPrinted}
          />
        )}
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

const isRecordTool = (name: string): name is RecordToolProps['tool'] => ['set', 'compare', 'like'].includes(name)

/** The question before something is done with rows. */
function AskDialog({ asking: { name, rows }, ...props }: AskDialogProps) {
  const { RecordTool } = useHost()
  if (RecordTool && isRecordTool(name)) return <RecordTool {...props} tool={name} rows={rows} />
  return name === 'delete' ? <DeleteDialog {...props} rows={rows} /> : <ActionDialog {...props} actionName={name} rows={rows} />
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
