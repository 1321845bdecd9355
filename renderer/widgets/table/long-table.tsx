import { useCallback } from 'react'
import { useRowsInSight } from '../use-rows-in-sight.ts'
import type { UseSight } from './sight.ts'
import { rowHeightPx } from './style.ts'
import { Table } from './table.tsx'
import type { TableProps } from './table.tsx'

/** Hook: of a long list only the rows in sight are drawn. */
const useFewOfMany: UseSight = (of) => {
  const virtual = useRowsInSight({ ...of, rowPx: rowHeightPx })
  const show = useCallback((index: number) => virtual.scrollToIndex(index), [virtual])
  return { items: virtual.getVirtualItems(), heightPx: virtual.getTotalSize(), show }
}

/** A list of many records. */
export function LongTable(props: Omit<TableProps, 'useSight'>) {
  return <Table {...props} useSight={useFewOfMany} />
}
