import { isBlank } from '../../../schemas/vocabulary/blank.ts'
import { Textarea } from '../../parts/controls/controls.tsx'
import type { ControlProps } from '../contract.ts'
import { controlAttributes } from '../control-attributes.ts'

/** Several lines of text; five rows by default. */
export function TextareaControl(props: ControlProps<string>) {
  return (
    <Textarea
      {...controlAttributes(props)}
      rows={typeof props.options['rows'] === 'number' ? props.options['rows'] : 5}
      readOnly={props.readonly}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={() => {
        if (props.value && isBlank(props.value)) props.onChange('')
        props.onBlur(props.id, props.value)
      }}
    />
  )
}
