import { searchedFields } from '../data/filters/rsql.ts'
import { chakra } from '@chakra-ui/react'
import { Printer, RotateCcw } from 'lucide-react'
import { useId, useMemo, useRef } from 'react'
import { isReadable } from '../data/filters/readable.ts'
import { useHost, type PageProps } from '../host.tsx'
import { Button, IconButton } from '../parts/controls/button.tsx'
import { useShortcut } from '../parts/shortcuts.ts'
import { SearchInput } from '../parts/controls/controls.tsx'
import { ColumnChooser } from './columns/column-chooser.tsx'
import { ExportMenu } from './export/export-menu.tsx'
import { filterableFields } from './filters/field-filter.ts'
import { FilterBar } from './filters/filter-bar.tsx'
import type { ColumnsModel } from './columns/use-columns.ts'
import { useDelayedSearch } from '../data/queries/use-delayed-search.ts'
import type { ExportedRows, FileKind } from './export/export-request.ts'
import type { ListModel } from './use-list.ts'
import { NativeSegment, NativeSegments } from '../parts/controls/native-segments.tsx'
import { listStateFromParams, listStateToParams, listViews } from './list-state.ts'

interface ListToolbarProps extends PageProps {
  list: ListModel
  columns: ColumnsModel
  fieldName: (field: string) => string
  onExport: (what: ExportedRows, kind: FileKind) => void
  onPrint: () => void
}

/** Search, filters, columns, export. `/` goes to the search box. */
export function ListToolbar({ schema, screen, list, columns, fieldName, onExport, onPrint }: ListToolbarProps) {
  const host = useHost()
  const { t, ListViews, ListConditions } = host
  const box = useRef<HTMLInputElement>(null)
  const search = useDelayedSearch(list.state.search, (text) => list.change({ search: text }))
  const fields = useMemo(() => {
    const context = host.ruleContext(schema['x-entity'].name)
    return filterableFields(schema, (field) => isReadable(schema, field, context))
  }, [schema, host])

  useShortcut({ keys: ['/'], text: 'palette.shortcut.search', run: () => box.current?.focus() })

  const isChanged = list.narrowed || list.state.tab !== 'all'
  const isRows = list.state.view === 'list'
  const where = searchedFields(schema).map(fieldName).join(', ')
  return (
    <chakra.div data-controls="" display="flex" alignItems="flex-start" flexWrap="wrap" gap={2} py={3}>
      <SearchInput
        ref={box}
        flex={{ base: '1 0 100%', sm: '1 1 12rem' }}
        maxW={{ base: 'full', sm: '20rem' }}
        value={search.text}
        label={t('list.search')}
        placeholder={t('list.search.in', { fields: where })}
        clearLabel={t('list.search.clear')}
        maxLength={250}
        aria-keyshortcuts="/"
        onChange={(text) => (text === '' ? search.applyNow('') : search.type(text))}
        onKeyDown={(event) => event.key === 'Enter' && search.applyNow()}
      />
      <FilterBar
        schema={schema}
        screen={screen}
        fields={fields}
        state={list.state}
        onChange={(filters) => list.change({ filters })}
        onClear={() => list.change({ filters: {} })}
      />
      {ListConditions && (
        <ListConditions schema={schema} screen={screen} where={list.state.where} onChange={(where) => list.change({ where })} />
      )}
      <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap={1} ms="auto">
        {ListViews && (
          <ListViews
            schema={schema}
            screen={screen}
            query={listStateToParams({ ...list.state, page: 1, saved: '' }, { schema, screen }).toString()}
            columns={columns.choice}
            saved={list.state.saved}
            onArrived={list.release}
            onApply={(saved, state) => {
              list.change({ ...listStateFromParams(new URLSearchParams(state?.query), { schema, screen }), saved })
              if (state) columns.choose(state.columns)
            }}
          />
        )}
        {isRows && <ColumnChooser {...{ schema, columns, fieldName, list }} />}
        {isChanged && (
          <Button
            variant="ghost"
            data-folds="tools"
            icon={<RotateCcw aria-hidden />}
            onClick={() => list.change({ search: '', filters: {}, where: '', tab: 'all' })}
          >
            {t('list.reset')}
          </Button>
        )}
        {isRows && (
          <ExportMenu
            total={list.total}
            atLeast={list.atLeast}
            shown={list.rows?.length ?? 0}
            isImportable={screen.bulk !== undefined}
            onExport={onExport}
          />
        )}
        {isRows && (
          <IconButton
            label={t('list.print')}
            icon={<Printer />}
            reason={list.total === 0 ? t('list.export.nothing') : undefined}
            onClick={onPrint}
          />
        )}
        <ViewSwitch schema={schema} screen={screen} view={list.state.view} onChange={(view) => list.change({ view })} />
      </chakra.div>
    </chakra.div>
  )
}

/** Switches between the views of a list whose screen has more than rows. */
export function ViewSwitch({ schema, screen, view, onChange }: PageProps & { view: string; onChange: (view: string) => void }) {
  const { t } = useHost()
  const name = useId()
  const views = listViews({ screen })
  if (views.length === 1) return null
  return (
    <NativeSegments role="radiogroup" aria-label={t('list.view')}>
      {views.map((one) => (
        <NativeSegment key={one}>
          <input type="radio" name={name} checked={one === view} onChange={() => onChange(one)} />
          <chakra.span>{one === 'list' ? t('list.view.list') : t(`${schema['x-entity'].name}.view.${one}`)}</chakra.span>
        </NativeSegment>
      ))}
    </NativeSegments>
  )
}
