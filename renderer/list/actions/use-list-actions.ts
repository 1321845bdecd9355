import { useCallback, useMemo, useState } from 'react'
import { loadCsvMap } from '../../../schemas/generated/csv/load.ts'
import { isEntityName } from '../../../schemas/generated/entity-names.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { iteratePages } from '../../data/queries/iterate.ts'
import { optionLabel } from '../../data/labels.ts'
import { isReadable } from '../../data/filters/readable.ts'
import { useHost, type PageProps } from '../../host.tsx'
import type { TargetRows } from '../../record-actions/chosen-rows.ts'
import { importableColumns, shownText, type ExportColumn } from '../export/list-export.ts'
import { listQuery } from '../list-state.ts'
import { everyMatch, isSelected, type Selection } from './selection.ts'
import type { ColumnsModel } from '../columns/use-columns.ts'
import { useExport, type ExportModel } from '../export/use-export.ts'
import type { ListModel } from '../use-list.ts'

interface ListParts {
  list: ListModel
  columns: ColumnsModel
  fieldName: (field: string) => string
}

/** Exports and deletions of a list. */
export interface ListActions {
  exporting: ExportModel
  /** `all`: what matches, every column, importable. `allVisible`: what matches as shown. `page`: the rows of this page as shown. `chosen`: the chosen ones, importable. */
  exportRows: (what: 'all' | 'allVisible' | 'page' | 'chosen') => void
  /** The action to run on which rows once the user confirms: `delete`, or an action of the record. */
  asking: { name: string; rows: TargetRows } | undefined
  ask: (name: string, rows: ServedRecord[] | Selection) => void
  close: () => void
}

export function useListActions(shape: PageProps, { list, columns, fieldName }: ListParts): ListActions {
  const host = useHost()
  const { source, tenant } = host
  const exporting = useExport(shape)
  const [asking, setAsking] = useState<ListActions['asking']>()
  const { name } = shape.schema['x-entity']
  const query = useMemo(() => {
    const { page: _page, size: _size, ...rest } = listQuery(list.state, shape, tenant.oid)
    return rest
  }, [list.state, shape, tenant.oid])

  const importable = async () => {
    if (!isEntityName(name)) throw new Error(`No spreadsheet columns of "${name}"`)
    return importableColumns(await loadCsvMap(name), (field) => isReadable(shape.schema, field, host.ruleContext(name)))
  }
  const asShown = (): ExportColumn[] =>
    columns.visible.map((column) => ({
      header: fieldName(column.head),
      text: (record) => shownText(column, record, (value) => optionLabel(host, { entity: name, field: column.field, value })),
    }))
  const page: Selection = { mode: 'some', records: new Map((list.rows ?? []).map((row) => [row.oid, row])) }

  const exportRows: ListActions['exportRows'] = (what) => {
    const run = async () => {
      if (what === 'all') await exporting.run(await importable(), query)
      else if (what === 'chosen')
        await exporting.run(shape.screen.bulk === undefined ? asShown() : await importable(), query, list.selection)
      else if (what === 'allVisible') await exporting.run(asShown(), query, everyMatch)
      else await exporting.run(asShown(), query, page)
    }
    void run()
  }

  const everyChosen = useCallback(
    async (selection: Selection, signal: AbortSignal) => {
      const chosen: ServedRecord[] = []
      for await (const { records } of iteratePages(source, { entity: name, query, signal }))
        chosen.push(...records.filter(({ oid }) => isSelected(selection, oid)))
      return chosen
    },
    [source, name, query],
  )
  return {
    exporting,
    exportRows,
    asking,
    ask: (name, rows) => {
      if (Array.isArray(rows)) setAsking({ name, rows })
      else if (rows.mode === 'some') setAsking({ name, rows: [...rows.records.values()] })
      else setAsking({ name, rows: (signal: AbortSignal) => everyChosen(rows, signal) })
    },
    close: () => {
      setAsking(undefined)
    },
  }
}
