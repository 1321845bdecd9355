import { useCallback } from 'react'
import { useVirtualRows } from '../use-virtual-rows.ts'
import type { UseVisibleRows } from './visible-rows.ts'
import { rowHeightPx } from './style.ts'
import { Table } from './table.tsx'
import type { TableProps } from './table.tsx'

/** Hook: renders only the visible rows of a long list. */
const useFewOfMany: UseVisibleRows = (of) => {
  const virtual = useVirtualRows({ ...of, rowPx: rowHeightPx })
  const show = useCallback((index: number) => virtual.scrollToIndex(index), [virtual])
  return { items: virtual.getVirtualItems(), heightPx: virtual.getTotalSize(), show }
}

/** A list of many records. */
export function LongTable(props: Omit<TableProps, 'useVisibleRows'>) {
  return <Table {...props} useVisibleRows={useFewOfMany} />
}
