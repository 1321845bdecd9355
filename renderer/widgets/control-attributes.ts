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

/** Characters after which typing into a list of suggestions is blocked (S1 and S2 section 5). */
export const longestFreeText = 50

/** A text option of a widget; anything else than text counts as absent. */
export const textOption = (options: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}
