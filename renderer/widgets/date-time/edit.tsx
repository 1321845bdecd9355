import { TextInput } from '../../parts/controls.tsx'
import { DateReading } from '../../parts/date-reading.tsx'
import type { EditProps } from '../contract.ts'
import { controlAttributes } from '../single-line.tsx'
import { toIso, toLocal } from './local-time.ts'
import { exactTime, relativeTime } from './relative-time.ts'
import { useNow } from './use-now.ts'

/** A date with time: the browser's own picker; what cannot be changed reads as it does in lists, with the exact time on hover. */
export function DateTimeEdit(props: EditProps<string>) {
  return props.readOnly || !props.state.enabled ? <TimeBox {...props} /> : <TimePicker {...props} />
}

function TimeBox(props: EditProps<string>) {
  const { value, language } = props
  const now = useNow()
  const isTime = typeof value === 'string' && value !== ''
  return (
    <TextInput
      {...controlAttributes(props)}
      readOnly
      title={isTime ? exactTime(value, language) : undefined}
      value={isTime ? relativeTime(value, now, language) : ''}
      onBlur={props.onBlur}
    />
  )
}

function TimePicker(props: EditProps<string>) {
  const text = toLocal(props.value)
  const reading = `${props.id}-reading`
  const described = [props.describedBy, reading].filter(Boolean).join(' ')
  return (
    <>
      <TextInput
        {...controlAttributes({ ...props, describedBy: described })}
        type="datetime-local"
        value={text}
        onChange={(event) => props.onChange(toIso(event.target.value))}
        onBlur={props.onBlur}
      />
      <DateReading id={reading} value={text} language={props.language} />
    </>
  )
}
