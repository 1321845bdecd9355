import { TextInput } from '../../parts/controls.tsx'
import type { EditProps } from '../contract.ts'
import { controlAttributes } from '../single-line.tsx'
import { toIso, toLocal } from './local-time.ts'

/** A date with time: the browser's own picker, which knows the reader's calendar. */
export function DateTimeEdit(props: EditProps<string>) {
  return (
    <TextInput
      {...controlAttributes(props)}
      type="datetime-local"
      readOnly={props.readOnly}
      value={toLocal(props.value)}
      onChange={(event) => props.onChange(toIso(event.target.value))}
      onBlur={props.onBlur}
    />
  )
}
