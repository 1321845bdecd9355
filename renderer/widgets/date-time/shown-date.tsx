import type { PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { defaultDateDisplay } from '../../descriptor/date-display.ts'
import { TextInput } from '../../parts/controls/controls.tsx'
import { ZoneLine } from '../../parts/controls/zone-line.tsx'
import { dateText, exactText, type DateDisplay } from '../../parts/text/date-texts.ts'
import { useNow } from '../../parts/text/use-now.ts'
import type { ControlProps } from '../contract.ts'
import { controlAttributes } from '../control-attributes.ts'

/** A date that cannot be changed now, as lists show it: with a time of day the zone stands below it, else all of it on hover. */
export function ShownDate(props: ControlProps<string>) {
  const display = props.options.display ?? defaultDateDisplay(props.schema as PropertySchema) ?? 'planned'
  return display === 'relative' ? <RelativeBox {...props} /> : <DateBox {...props} display={display} />
}

function RelativeBox(props: ControlProps<string>) {
  return <DateBox {...props} display="relative" now={useNow()} />
}

function DateBox({ display, now, ...props }: ControlProps<string> & { display: DateDisplay; now?: number }) {
  const { language, t } = props.registry.formContext
  const value = typeof props.value === 'string' ? props.value : ''
  const text = dateText(value, display, { language, ...(now !== undefined && { now }) })
  const note = `${props.id}-exact`
  const exact = exactText(value, { language })
  const hasClock = value.includes('T') && (display === 'planned' || display === 'exact')
  const described = [props.options.describedBy, value === '' ? undefined : note].filter(Boolean).join(' ') || undefined
  return (
    <>
      <TextInput
        {...controlAttributes({ ...props, options: { ...props.options, describedBy: described } })}
        readOnly
        title={value === '' ? undefined : exact}
        value={text}
        onBlur={() => props.onBlur(props.id, props.value)}
      />
      {hasClock ? (
        <ZoneLine id={note} label={t('editor.time.zone')} instant={Date.parse(value)} />
      ) : (
        <span id={note} hidden>
          {exact === text ? '' : exact}
        </span>
      )}
    </>
  )
}
