import { lazy, Suspense } from 'react'
import { Skeleton } from '../../parts/skeleton.tsx'
import type { EditProps, InnerRow } from '../contract.ts'

const DualList = lazy(() => import('./dual-list.tsx').then((module) => ({ default: module.DualList })))

/** What may be chosen beside what is chosen; it loads when the first one shows. */
export function DualListEdit(props: EditProps<InnerRow[]>) {
  return (
    <Suspense fallback={<Skeleton height="20rem" />}>
      <DualList {...props} />
    </Suspense>
  )
}
