import type { HTMLInputTypeAttribute } from 'react'
import { trimInvisible } from '../../schemas/vocabulary/blank.ts'
import { TypedTextInput } from '../parts/controls/controls.tsx'
import type { ControlProps } from './contract.ts'
import { controlAttributes } from './control-attributes.ts'

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
