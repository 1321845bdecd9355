import { lazy, Suspense } from 'react'
import { TypedTextInput } from '../../parts/controls.tsx'
import type { EditProps } from '../contract.ts'
import { controlAttributes } from '../single-line.tsx'

// Few forms have months: what reads and chooses them comes with the first one that has.
const MonthBox = lazy(() => import('./month-box.tsx').then((module) => ({ default: module.MonthBox })))

/** A month, typed in the reader's notation or chosen from a calendar of years. */
export function MonthEdit(props: EditProps<string>) {
  return (
    <Suspense fallback={<TypedTextInput {...controlAttributes(props)} readOnly value="" />}>
      <MonthBox {...props} />
    </Suspense>
  )
}
