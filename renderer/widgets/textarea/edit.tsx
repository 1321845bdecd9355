import { isBlank } from '../../../schemas/vocabulary/blank.ts'
import { Textarea } from '../../parts/controls.tsx'
import type { EditProps } from '../contract.ts'
import { controlAttributes } from '../single-line.tsx'

/** Several lines of text; five rows unless told otherwise. */
export function TextareaEdit(props: EditProps<string>) {
  return (
    <Textarea
      {...controlAttributes(props)}
      rows={typeof props.options.rows === 'number' ? props.options.rows : 5}
      readOnly={props.readOnly}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={() => {
        if (props.value && isBlank(props.value)) props.onChange('')
        props.onBlur()
      }}
    />
  )
}
