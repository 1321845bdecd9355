import { NativeSelect } from '../../parts/controls.tsx'
import type { EditProps } from '../contract.ts'
import { controlAttributes } from '../single-line.tsx'
import { choices, mayBeEmpty } from './options.ts'

/** Browsers pale a disabled list beyond legibility; a locked one looks like every other locked field, without an arrow that opens nothing. */
const locked = { '&:disabled': { opacity: 1, appearance: 'none' } } as const

/** One of an enumeration. The system's own list: it is the fastest and works with every reader and keyboard. */
export function SelectEdit(props: EditProps) {
  const options = choices(props)
  const index = options.indexOf(props.value)
  return (
    <NativeSelect
      {...controlAttributes(props)}
      css={locked}
      disabled={!props.state.enabled || props.readOnly}
      value={index < 0 ? '' : String(index)}
      onChange={(event) => props.onChange(event.target.value === '' ? undefined : options[Number(event.target.value)])}
      onBlur={props.onBlur}
    >
      {mayBeEmpty(props) && <option value="">{props.t('editor.select.none')}</option>}
      {options.map((value, position) => (
        <option key={String(value)} value={String(position)}>
          {props.optionLabel(value)}
        </option>
      ))}
    </NativeSelect>
  )
}
