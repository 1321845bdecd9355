import { NativeSelect } from '../parts/controls/controls.tsx'
import { SegmentGroup } from '../parts/controls/segment-group.tsx'
import type { ControlProps } from './contract.ts'
import { controlAttributes, isInvalid } from './control-attributes.ts'

/** Whether leaving the field empty is a choice. */
const mayBeEmpty = ({ value, required, schema }: ControlProps): boolean =>
  value === undefined || value === null || (required !== true && schema.default === undefined)

/** Browsers pale a disabled list beyond legibility; a locked one looks like every other locked field, without an arrow that opens nothing. */
const locked = { '&:disabled': { opacity: 1, appearance: 'none' } } as const

/**
 * One of an enumeration. The system's own list: it is the fastest and works with every reader and keyboard. A locked list has its present
 * value alone.
 */
export function SelectControl(props: ControlProps) {
  const isLocked = props.disabled === true || props.readonly === true
  const all = props.options.enumOptions ?? []
  const choices = isLocked ? all.filter(({ value }) => value === props.value) : all
  const index = choices.findIndex(({ value }) => value === props.value)
  return (
    <NativeSelect
      {...controlAttributes(props)}
      css={locked}
      disabled={isLocked}
      value={index < 0 ? '' : String(index)}
      onChange={({ target }) => props.onChange(target.value === '' ? undefined : choices[Number(target.value)]?.value)}
      onBlur={() => props.onBlur(props.id, props.value)}
    >
      {(isLocked ? index < 0 : mayBeEmpty(props)) && <option value="">{props.registry.formContext.t('editor.select.none')}</option>}
      {choices.map(({ value, label }, position) => (
        <option key={String(value)} value={String(position)}>
          {label}
        </option>
      ))}
    </NativeSelect>
  )
}

/** A few values side by side: radio buttons underneath, so arrow keys choose. */
export function SegmentedControl(props: ControlProps) {
  const choices = props.options.enumOptions ?? []
  const chosen = choices.findIndex(({ value }) => value === props.value)
  return (
    <SegmentGroup
      id={props.id}
      label={props.label}
      items={choices.map(({ label }, index) => ({ value: String(index), label }))}
      value={chosen < 0 ? undefined : String(chosen)}
      disabled={props.disabled === true || props.readonly === true}
      onChange={(index) => props.onChange(choices[Number(index)]?.value)}
      tabIndex={-1}
      aria-describedby={props.options.describedBy}
      aria-invalid={isInvalid(props) ? true : undefined}
      aria-busy={props.options.busy}
      aria-required={props.required || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur(props.id, props.value)
      }}
    />
  )
}

/** A state that a person sets: few values side by side, more in a list. */
export function StatusControl(props: ControlProps) {
  return (props.schema.enum?.length ?? 0) <= 3 ? <SegmentedControl {...props} /> : <SelectControl {...props} />
}

/** On, off, or as inherited, with what that is at present. */
export function InheritableControl(props: ControlProps<boolean | null>) {
  const { t } = props.registry.formContext
  const { inherited } = props.options
  const word = (on: boolean): string => t(on ? 'editor.toggle.on' : 'editor.toggle.off')
  const asInherited = typeof inherited === 'boolean' ? t('editor.inherited.now', { value: word(inherited) }) : t('editor.inherited')
  const enumOptions = [
    { value: null, label: asInherited },
    { value: true, label: word(true) },
    { value: false, label: word(false) },
  ]
  return <SegmentedControl {...props} value={props.value ?? null} options={{ ...props.options, enumOptions }} />
}
