import { lazy, Suspense } from 'react'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { listOf } from '../list-field.ts'
import type { ListFieldProps } from '../list-field.ts'

const DualList = lazy(() => import('./dual-list.tsx').then((module) => ({ default: module.DualList })))

/** What may be chosen beside what is chosen; it loads when the first one shows. */
export function DualListField(props: ListFieldProps) {
  return (
    <Suspense fallback={<Skeleton height="20rem" />}>
      <DualList {...listOf(props)} />
    </Suspense>
  )
}
