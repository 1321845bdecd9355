import { useCallback, useMemo, useState } from 'react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { iteratePages } from '../../data/queries/iterate.ts'
import { useHost, type PageProps } from '../../host.tsx'
import type { TargetRows } from '../../record-actions/chosen-rows.ts'
import { listQuery } from '../list-state.ts'
import { everyMatch, isSelected, type Selection } from './selection.ts'
import type { ColumnsModel } from '../columns/use-columns.ts'
import type { ExportedRows, FileKind } from '../export/export-request.ts'
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
  /** `chosen`: the chosen ones, importable where the list is. */
  exportRows: (what: ExportedRows | 'chosen', kind: FileKind) => void
  /** Prints what matches, as shown. */
  print: () => void
  /** The action to run on which rows once the user confirms: `delete`, or an action of the record. */
  asking: { name: string; rows: TargetRows } | undefined
  ask: (name: string, rows: ServedRecord[] | Selection) => void
  close: () => void
}

export function useListActions(shape: PageProps, { list, columns, fieldName }: ListParts): ListActions {
  const host = useHost()
  const { source, tenant } = host
  const exporting = useExport(shape, { columns, fieldName })
  const [asking, setAsking] = useState<ListActions['asking']>()
  const { name } = shape.schema['x-entity']
  const query = useMemo(() => {
    const { page: _page, size: _size, ...rest } = listQuery(list.state, shape, tenant.oid)
    return rest
  }, [list.state, shape, tenant.oid])

  const page: Selection = { mode: 'some', records: new Map((list.rows ?? []).map((row) => [row.oid, row])) }
  const exportRows: ListActions['exportRows'] = (what, kind) => {
    if (what === 'all') void exporting.run({ columns: 'importable', query, kind })
    else if (what === 'chosen')
      void exporting.run({ columns: shape.screen.bulk === undefined ? 'shown' : 'importable', query, chosen: list.selection, kind })
    else void exporting.run({ columns: 'shown', query, chosen: what === 'page' ? page : everyMatch, kind })
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
    print: () => void exporting.print(query),
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
