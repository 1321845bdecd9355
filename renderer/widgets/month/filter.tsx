import { lazy, Suspense } from 'react'
import type { FilterProps } from '../contract.ts'

// Few lists have months: the code for parsing and choosing them loads with the first month filter.
const MonthRange = lazy(() => import('./month-range.tsx').then((module) => ({ default: module.MonthRange })))

/** A range of months, both included, as the reader writes them. */
export function MonthFilter(props: FilterProps) {
  return (
    <Suspense fallback={null}>
      <MonthRange {...props} />
    </Suspense>
  )
}
