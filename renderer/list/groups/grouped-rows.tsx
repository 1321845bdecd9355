import { chakra } from '@chakra-ui/react'
import type { CustomCellRendererProps } from 'ag-grid-react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { createContext, createElement, useContext, useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import type { ListGroup } from '../../../schemas/list-groups.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { optionLabel } from '../../data/labels.ts'
import { useHost } from '../../host.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { widgetNamed } from '../../widgets/registry.ts'
import type { ListColumn } from '../columns/list-columns.ts'
import { ListContextProvider, useListContext } from '../list-context.ts'
import type { ListParts } from '../list-frame.tsx'
import { ListGrid } from '../list-grid.tsx'
import { ListFailure } from '../list-states.tsx'
import { RowsCard } from '../rows-card.tsx'
import { isLine, useGroups, type GroupLine } from './use-groups.ts'

interface GroupsContext extends Pick<ReturnType<typeof useGroups>, 'toggle' | 'more' | 'retry' | 'isReading'> {
  column: ListColumn | undefined
  field: string
}

const Context = createContext<GroupsContext | null>(null)

/** The rows of a list in groups that fold; the service counts them, and their rows are read when they come into sight. */
export function GroupedRows(parts: ListParts) {
  const { schema, list, columns } = parts
  const { language, t } = useHost()
  const cells = useListContext()
  const groups = useGroups(parts)
  const { toggle, more, retry, isReading, lines, meta, shown, error } = groups
  const { group } = list.state
  const column = columns.all.find(({ field }) => field === group)
  const value = useMemo(() => ({ toggle, more, retry, isReading, column, field: group }), [toggle, more, retry, isReading, column, group])
  const number = new Intl.NumberFormat(language)
  const rows = lines.filter((row) => !isLine(row))
  // Columns fit what they hold: the grid waits for the first rows, and stays once it is drawn.
  const [isDrawn, setDrawn] = useState(false)
  if (!isDrawn && (rows.length > 0 || (lines.length > 0 && !isReading))) setDrawn(true)
  const press = (event: KeyboardEvent) => {
    const id = event.target instanceof Element ? event.target.closest('.ag-full-width-row')?.getAttribute('row-id') : undefined
    const line = lines.find((row): row is GroupLine => row.oid === id && isLine(row))?.line
    if (line?.kind !== 'head') return
    const isTurned = event.key === 'Enter' || event.key === ' ' || event.key === (line.isOpen ? 'ArrowLeft' : 'ArrowRight')
    if (!isTurned) return
    event.preventDefault()
    event.stopPropagation()
    toggle(line.group)
  }
  if (error)
    return <ListFailure schema={schema} error={error} narrowed={list.narrowed} onRetry={retry} onClear={() => list.change({ group: '' })} />
  return (
    <Context.Provider value={value}>
      <ListContextProvider value={{ ...cells, rows, linkTo: (record) => (isLine(record) ? undefined : cells.linkTo(record)) }}>
        <RowsCard parts={parts} isWhole>
          {(_rows, loading) => (
            <chakra.div position="absolute" inset={0} display="flex" flexDirection="column" onKeyDownCapture={press}>
              {meta && shown < meta.groupCount && (
                <chakra.p px={3} py={2} fontSize="sm" color="fg.muted" borderBottomWidth="1px" borderColor="border" role="status">
                  {t('list.group.cut', { shown: number.format(shown), count: number.format(meta.groupCount) })}
                </chakra.p>
              )}
              <chakra.div position="relative" flex={1} minH={0}>
                {isDrawn ? (
                  <ListGrid
                    key={language}
                    columns={columns}
                    sort={list.state.sort}
                    isStale={list.isStale}
                    loading={loading}
                    onSort={(sort) => list.change({ sort })}
                    rowData={lines}
                    options={gridOptions}
                  />
                ) : (
                  loading
                )}
              </chakra.div>
            </chakra.div>
          )}
        </RowsCard>
      </ListContextProvider>
    </Context.Provider>
  )
}

const gridOptions = {
  isFullWidthRow: ({ rowNode }: { rowNode: { data?: ServedRecord | undefined } }) => isLine(rowNode.data),
  fullWidthCellRenderer: Line,
}

function Line({ data }: CustomCellRendererProps<ServedRecord>) {
  if (!isLine(data)) return null
  return data.line.kind === 'head' ? <Head {...data.line} /> : <Rest {...data.line} />
}

function useGroupsContext(): GroupsContext {
  const value = useContext(Context)
  if (!value) throw new Error('A head of a group was rendered outside of its list')
  return value
}

/** What a group has in common, and how many rows it has; a click folds it. */
function Head({ group, isOpen }: GroupLine['line']) {
  const { t, language } = useHost()
  const { toggle, field } = useGroupsContext()
  const { fieldName } = useListContext()
  const count = new Intl.NumberFormat(language).format(group.count)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <chakra.button
      type="button"
      tabIndex={-1}
      aria-expanded={isOpen}
      display="flex"
      alignItems="center"
      gap={2}
      w="full"
      h="full"
      px={3}
      bg="bg.subtle"
      fontWeight="medium"
      textAlign="start"
      cursor="pointer"
      onClick={() => toggle(group)}
    >
      <Chevron size={15} aria-hidden />
      <chakra.span color="fg.muted" fontWeight="normal">
        {fieldName(field)}
      </chakra.span>
      <chakra.span minW={0} truncate>
        {group.value === null || group.value === '' ? (
          <chakra.span color="fg.subtle">{t('list.group.empty')}</chakra.span>
        ) : (
          <Value group={group} />
        )}
      </chakra.span>
      <chakra.span color="fg.muted" fontWeight="normal" fontVariantNumeric="tabular-nums">
        {count}
      </chakra.span>
    </chakra.button>
  )
}

/** The value as the column of the field would show it. */
function Value({ group }: { group: ListGroup }) {
  const host = useHost()
  const { schema } = useListContext()
  const { column } = useGroupsContext()
  if (!column) return String(group.value)
  const { field, property, widget, options, display } = column
  return createElement(widgetNamed(widget).cell, {
    value: group.value,
    property,
    record: { [field]: group.value },
    language: host.language,
    optionLabel: (value) => optionLabel(host, { entity: schema['x-entity'].name, field, value }),
    options,
    display,
    t: host.t,
  })
}

/** Stands for rows that are not read yet: they are, as soon as it is in sight. */
function Rest({ group, kind }: GroupLine['line']) {
  const { t } = useHost()
  const { more, retry, isReading } = useGroupsContext()
  const isWanted = kind === 'more' && !isReading
  useEffect(() => {
    if (isWanted) more(group)
  }, [isWanted, more, group])
  return (
    <chakra.div display="flex" alignItems="center" gap={3} h="full" px={3} color="fg.muted" fontSize="sm">
      {kind === 'failed' ? (
        <>
          {t('list.group.failed')}
          <Button variant="link" size="sm" onClick={retry}>
            {t('list.error.retry')}
          </Button>
        </>
      ) : (
        <Skeleton width="12rem" />
      )}
    </chakra.div>
  )
}
