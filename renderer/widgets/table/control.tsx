import { lazy, Suspense, useEffect, useState } from 'react'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import type { ListProps } from '../contract.ts'
import { listOf } from '../list-field.ts'
import type { ListFieldProps } from '../list-field.ts'
import { fewRows, useAllRows } from './visible-rows.ts'
import { heightOf } from './style.ts'
import { Table } from './table.tsx'
import type { FocusRequest } from './use-table.ts'

const loadLong = () => import('./long-table.tsx')
const LongTable = lazy(() => loadLong().then((module) => ({ default: module.LongTable })))
/** A list that is this far from being long gets ready for it, so that the next row does not wait. */
const margin = 10

/** A list of records: edited in place, sorted for display only, pasted into from a spreadsheet. Of a long one only the visible rows are rendered. */
export function RecordTable(list: ListProps) {
  const { length } = list.inner.useRows()
  // Held here, so that a list that grows long keeps the keyboard.
  const [asked, ask] = useState<FocusRequest>()
  const table = { list, cells: { asked, ask } }
  const isSoonLong = length > fewRows - margin
  useEffect(() => {
    if (isSoonLong) void loadLong().catch(() => undefined)
  }, [isSoonLong])
  if (length <= fewRows) return <Table {...table} useVisibleRows={useAllRows} />
  return (
    <Suspense fallback={<Skeleton style={{ height: heightOf(length) }} />}>
      <LongTable {...table} />
    </Suspense>
  )
}

/** The table as a field of a form. */
export function TableField(props: ListFieldProps) {
  return <RecordTable {...listOf(props)} />
}
