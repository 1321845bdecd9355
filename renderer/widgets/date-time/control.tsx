import type { ControlProps } from '../contract.ts'
import { controlAttributes } from '../control-attributes.ts'
import { MomentBox } from './moment-box.tsx'
import { ShownDate } from './shown-date.tsx'

/** A date with time, by the reader's clock: the browser's own picker; what cannot be changed reads as it does in lists. */
export function DateTimeControl(props: ControlProps<string>) {
  if (props.readonly || props.disabled) return <ShownDate {...props} />
  const { language, t } = props.registry.formContext
  return (
    <MomentBox
      attributes={controlAttributes(props)}
      value={props.value}
      language={language}
      t={t}
      onChange={(iso) => props.onChange(iso)}
      onBlur={() => props.onBlur(props.id, props.value)}
    />
  )
}
