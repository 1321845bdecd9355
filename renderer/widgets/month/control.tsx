import { lazy, Suspense } from 'react'
import { TypedTextInput } from '../../parts/controls/controls.tsx'
import type { ControlProps } from '../contract.ts'
import { controlAttributes } from '../control-attributes.ts'

// Few forms have months: the code for parsing and choosing them loads with the first month field.
const MonthBox = lazy(() => import('./month-box.tsx').then((module) => ({ default: module.MonthBox })))

/** A month, typed in the reader's notation or chosen from a calendar of years. */
export function MonthControl(props: ControlProps<string>) {
  const { language, t } = props.registry.formContext
  return (
    <Suspense fallback={<TypedTextInput {...controlAttributes(props)} readOnly value="" />}>
      <MonthBox
        attributes={controlAttributes(props)}
        label={props.label}
        value={props.value}
        readonly={props.readonly}
        language={language}
        t={t}
        refusal={props.options.refusal}
        onChange={(month) => props.onChange(month)}
        onBlur={() => props.onBlur(props.id, props.value)}
      />
    </Suspense>
  )
}
