import { Checkbox as ChakraCheckbox } from '@chakra-ui/react/checkbox'
import { useRef } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { overControl, useHeldValue } from './over-control.ts'

interface CheckboxProps extends Pick<ComponentProps<typeof ChakraCheckbox.Root>, 'css'> {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** Id of what describes it further. */
  describedBy?: string | undefined
  /** Its label. */
  children: ReactNode
  /** Stands behind the label and is no part of the name. */
  aside?: ReactNode
}

/** A box to tick with its label. */
export function Checkbox({ checked, onChange, disabled = false, describedBy, children, aside, css }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null)
  const settle = useHeldValue(() => {
    if (ref.current) ref.current.checked = checked
  })
  return (
    <ChakraCheckbox.Root
      css={css}
      checked={checked}
      disabled={disabled}
      onCheckedChange={(details) => {
        onChange(details.checked === true)
        settle()
      }}
    >
      <ChakraCheckbox.HiddenInput ref={ref} style={overControl} aria-describedby={describedBy} />
      <ChakraCheckbox.Control>{null}</ChakraCheckbox.Control>
      <ChakraCheckbox.Label minW={0}>{children}</ChakraCheckbox.Label>
      {aside}
    </ChakraCheckbox.Root>
  )
}
