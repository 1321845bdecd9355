import { chakra } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import type { ListProps } from '../contract.ts'
import { CellNote } from './edit-cell.tsx'
import { Rows } from './rows.tsx'
import type { UseVisibleRows } from './visible-rows.ts'
import { heightOf } from './style.ts'
import { useTable } from './use-table.ts'
import type { CellFocus } from './use-table.ts'

const OrderedRows = lazy(() => import('./ordered-rows.tsx').then((module) => ({ default: module.OrderedRows })))

const Foot = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: 3, marginTop: 2, fontSize: 'xs', color: 'fg.subtle' } })
const Count = chakra('span', { base: { whiteSpace: 'nowrap' } })
/** As wide as there is room: the list scrolls inside. */
const Narrow = chakra('div', { base: { minWidth: 0 } })

export interface TableProps {
  list: ListProps
  cells: CellFocus
  useVisibleRows: UseVisibleRows
}

/** A list of records: edited in place, sorted for the eye, pasted into from a spreadsheet. */
export function Table({ list, cells, useVisibleRows }: TableProps) {
  const table = useTable(list, { cells, useVisibleRows })
  const { order, locked, fixed, place } = table
  const { t } = list
  return (
    <Narrow onPaste={table.onPaste}>
      {place === undefined || locked ? (
        <Rows table={table} list={list} />
      ) : (
        <Suspense fallback={<Skeleton style={{ height: heightOf(order.length) }} />}>
          <OrderedRows table={table} list={list} />
        </Suspense>
      )}
      <Foot>
        {!locked && !fixed && (
          <Button size="sm" icon={<Plus />} aria-label={t('editor.table.addTo', { list: list.label })} onClick={table.add}>
            {t('editor.table.add')}
          </Button>
        )}
        {!fixed && <Count>{t('editor.table.count', { count: order.length })}</Count>}
        {!locked && <span>{t('editor.table.paste')}</span>}
        {table.active !== undefined && <CellNote inner={table.inner} path={table.active} />}
      </Foot>
    </Narrow>
  )
}
