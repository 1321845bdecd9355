import type { HTMLAttributes, HTMLInputTypeAttribute } from 'react'
import { trimInvisible } from '../../schemas/vocabulary/blank.ts'
import { TypedTextInput } from '../parts/controls.tsx'
import type { ControlProps } from './contract.ts'

type Attributes = Pick<ControlProps, 'id' | 'htmlName' | 'name' | 'disabled' | 'readonly' | 'required' | 'rawErrors' | 'options'>

/** Whether a control shows an error. */
export const isInvalid = ({ rawErrors }: Pick<ControlProps, 'rawErrors'>): boolean => (rawErrors?.length ?? 0) > 0

/** The attributes that tie a control to its label, help, error and state; every widget spreads them on what takes the focus. */
export function controlAttributes(props: Attributes) {
  return {
    id: props.id,
    name: props.htmlName ?? props.name,
    disabled: props.disabled === true && props.readonly !== true,
    'aria-describedby': props.options.describedBy,
    'aria-invalid': isInvalid(props) ? true : undefined,
    'aria-busy': props.options.busy,
    'aria-required': props.required || undefined,
  } as const
}

interface SingleLineProps extends ControlProps<string> {
  type?: HTMLInputTypeAttribute
  monospace?: boolean
  /** Whether surrounding blanks go when the field is left. @default true */
  trims?: boolean
}

/** The box that text, mail, address, identifier and secret share. */
export function SingleLine({
  type = 'text',
  inputMode,
  autoComplete = 'off',
  monospace,
  spellCheck,
  trims = true,
  ...props
}: SingleLineProps) {
  const trimAndLeave = () => {
    const tidy = trims && props.value !== undefined ? trimInvisible(props.value) : props.value
    if (tidy !== props.value) props.onChange(tidy)
    props.onBlur(props.id, tidy)
  }
  return (
    <TypedTextInput
      {...controlAttributes(props)}
      type={type}
      inputMode={inputMode}
      autoComplete={autoComplete}
      spellCheck={spellCheck}
      placeholder={props.placeholder || undefined}
      readOnly={props.readonly}
      value={props.value ?? ''}
      mono={monospace === true}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={trimAndLeave}
    />
  )
}

/** A text option of a widget; anything else than text counts as absent. */
export const textOption = (options: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** One line of text. */
export function TextControl(props: ControlProps<string>) {
  return <SingleLine {...props} monospace={props.options['monospace'] === true} />
}

/** An address or prefix, an identifier or serial number, monospaced. */
export function MonospacedControl(props: ControlProps<string>) {
  return <SingleLine {...props} monospace spellCheck={false} />
}

/** A mail address: a plain text box with the keyboard for addresses, because the schema's format decides what is valid. */
export function MailControl(props: ControlProps<string>) {
  return <SingleLine {...props} inputMode="email" spellCheck={false} />
}
