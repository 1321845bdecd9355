import { TextInput } from '../../parts/controls/controls.tsx'
import { DateReading } from '../../parts/controls/date-reading.tsx'
import type { ControlProps } from '../contract.ts'
import { controlAttributes } from '../control-attributes.ts'
import { ShownDate } from '../date-time/shown-date.tsx'

/** A date: the browser's own picker; what cannot be changed reads as it does in lists. */
export function DateControl(props: ControlProps<string>) {
  if (props.readonly || props.disabled) return <ShownDate {...props} />
  const value = props.value ?? ''
  const reading = `${props.id}-reading`
  const described = [props.options.describedBy, reading].filter(Boolean).join(' ')
  return (
    <>
      <TextInput
        {...controlAttributes({ ...props, options: { ...props.options, describedBy: described } })}
        type="date"
        value={value}
        onChange={(event) => props.onChange(event.target.value || undefined)}
        onBlur={() => props.onBlur(props.id, props.value)}
      />
      <DateReading id={reading} value={value} language={props.registry.formContext.language} />
    </>
  )
}
