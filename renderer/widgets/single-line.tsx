import type { HTMLAttributes, HTMLInputTypeAttribute } from 'react'
import { trimInvisible } from '../../schemas/vocabulary/blank.ts'
import { TypedTextInput } from '../parts/controls.tsx'
import type { EditProps } from './contract.ts'

type Attributes = Pick<EditProps, 'id' | 'name' | 'state' | 'error' | 'describedBy' | 'readOnly' | 'busy'>

/** The attributes that tie a control to its label, help, error and state; every widget spreads them on what takes the focus. */
export function controlAttributes(props: Attributes) {
  return {
    id: props.id,
    name: props.name,
    disabled: !props.state.enabled && !props.readOnly,
    'aria-describedby': props.describedBy,
    'aria-invalid': props.error === undefined ? undefined : true,
    'aria-busy': props.busy,
    'aria-required': props.state.required || undefined,
  } as const
}

interface SingleLineProps extends EditProps<string> {
  type?: HTMLInputTypeAttribute
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  autoComplete?: string
  monospace?: boolean
  spellCheck?: boolean
  placeholder?: string | undefined
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
  placeholder,
  trims = true,
  ...props
}: SingleLineProps) {
  const trimAndLeave = () => {
    const tidy = trims && props.value !== undefined ? trimInvisible(props.value) : props.value
    if (tidy !== props.value) props.onChange(tidy)
    props.onBlur()
  }
  return (
    <TypedTextInput
      {...controlAttributes(props)}
      type={type}
      inputMode={inputMode}
      autoComplete={autoComplete}
      spellCheck={spellCheck}
      placeholder={placeholder}
      readOnly={props.readOnly}
      value={props.value ?? ''}
      mono={monospace === true}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={trimAndLeave}
    />
  )
}

/** A text option of a widget; anything else than text counts as absent. */
export const textOption = (options: Record<string, unknown>, name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}
