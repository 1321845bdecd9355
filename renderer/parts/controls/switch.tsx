import { Switch as ChakraSwitch } from '@chakra-ui/react/switch'
import { useRef } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { overControl, useHeldValue } from './over-control.ts'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'children' | 'checked' | 'onChange' | 'ref' | 'role' | 'style' | 'type'> {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Absent: a label elsewhere names the switch by its `id`. */
  children?: ReactNode
}

/** Whether it is on says the box itself. */
const asSwitch = { role: 'switch' } as const

/** On or off, at once. */
export function Switch({ checked, onChange, id, disabled = false, children, ...input }: SwitchProps) {
  const ref = useRef<HTMLInputElement>(null)
  const settle = useHeldValue(() => {
    if (ref.current) ref.current.checked = checked
  })
  const content = (
    <>
      <ChakraSwitch.Control />
      {/* After what is drawn, so that it lies over it. */}
      <ChakraSwitch.HiddenInput
        {...input}
        ref={ref}
        {...asSwitch}
        style={overControl}
        {...(children === undefined && { 'aria-labelledby': '' })}
      />
      {children !== undefined && <ChakraSwitch.Label>{children}</ChakraSwitch.Label>}
    </>
  )
  return (
    <ChakraSwitch.Root
      checked={checked}
      disabled={disabled}
      invalid={input['aria-invalid'] === true}
      ids={id === undefined ? {} : { hiddenInput: id }}
      onCheckedChange={(details) => {
        onChange(details.checked)
        settle()
      }}
      // A second label without words would be read as part of the name.
      asChild={children === undefined}
    >
      {children === undefined ? <span>{content}</span> : content}
    </ChakraSwitch.Root>
  )
}
