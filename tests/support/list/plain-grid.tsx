import type { CustomCellRendererProps } from 'ag-grid-react'
import { ChoiceCell, ChoiceHeader, ValueCell } from '../../../renderer/list/grid-columns.tsx'
import { useListContext } from '../../../renderer/list/list-context.ts'
import type { ListGridProps } from '../../../renderer/list/list-grid.tsx'
import { RowActions } from '../../../renderer/list/actions/row-actions.tsx'
import type { ServedRecord } from '../../../schemas/plan.ts'

const cell = (data: ServedRecord) => ({ data }) as CustomCellRendererProps<ServedRecord>

/** A table with the grid's own cells for tests without a layout engine, where the real grid has no size and renders nothing. */
export function ListGrid({ columns, sort, isStale, onSort }: ListGridProps) {
  const { rows, fieldName } = useListContext()
  return (
    <table aria-busy={isStale}>
      <thead>
        <tr>
          <th>
            <ChoiceHeader />
          </th>
          {columns.visible.map(({ field, head, sortable }) => (
            <th key={field}>
              {sortable ? (
                <button
                  type="button"
                  onClick={() => onSort({ by: field, order: sort.by === field && sort.order === 'asc' ? 'desc' : 'asc' })}
                >
                  {fieldName(head)}
                </button>
              ) : (
                fieldName(head)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.oid} aria-label={String(row['code'])}>
            <td>
              <ChoiceCell {...cell(row)} />
            </td>
            {columns.visible.map((column) => (
              <td key={column.field}>
                <ValueCell {...cell(row)} listColumn={column} />
              </td>
            ))}
            <td>
              <RowActions {...cell(row)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
