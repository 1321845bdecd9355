import { TextInput } from '../../parts/controls/controls.tsx'
import { DateReading } from '../../parts/controls/date-reading.tsx'
import type { ControlProps } from '../contract.ts'
import { controlAttributes } from '../control-attributes.ts'
import { exactTime, relativeTime, toIso, toLocal, useNow } from './times.ts'

/** A date with time: the browser's own picker; what cannot be changed reads as it does in lists, with the exact time on hover. */
export function DateTimeControl(props: ControlProps<string>) {
  return props.readonly || props.disabled ? <TimeBox {...props} /> : <TimePicker {...props} />
}

function TimeBox(props: ControlProps<string>) {
  const { value } = props
  const { language } = props.registry.formContext
  const now = useNow()
  const isTime = typeof value === 'string' && value !== ''
  return (
    <TextInput
      {...controlAttributes(props)}
      readOnly
      title={isTime ? exactTime(value, language) : undefined}
      value={isTime ? relativeTime(value, now, language) : ''}
      onBlur={() => props.onBlur(props.id, value)}
    />
  )
}

function TimePicker(props: ControlProps<string>) {
  const text = toLocal(props.value)
  const reading = `${props.id}-reading`
  const described = [props.options.describedBy, reading].filter(Boolean).join(' ')
  return (
    <>
      <TextInput
        {...controlAttributes({ ...props, options: { ...props.options, describedBy: described } })}
        type="datetime-local"
        value={text}
        onChange={(event) => props.onChange(toIso(event.target.value))}
        onBlur={() => props.onBlur(props.id, props.value)}
      />
      <DateReading id={reading} value={text} language={props.registry.formContext.language} />
    </>
  )
}
