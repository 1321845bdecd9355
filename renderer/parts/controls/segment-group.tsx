import { SegmentGroup as ChakraSegmentGroup } from '@chakra-ui/react/segment-group'
import { useRef } from 'react'
import type { ComponentProps } from 'react'
import { overControl, useHeldValue } from './over-control.ts'

interface SegmentGroupProps extends Omit<ComponentProps<'div'>, 'children' | 'defaultValue' | 'dir' | 'id' | 'onChange' | 'ref' | 'style'> {
  id: string
  label: string
  items: readonly { value: string; label: string }[]
  /** `undefined`: none is chosen. */
  value: string | undefined
  onChange: (value: string) => void
  disabled?: boolean
}

/** A few choices side by side; arrows choose. */
export function SegmentGroup({ label, items, value = '', onChange, disabled = false, id, ...root }: SegmentGroupProps) {
  const ref = useRef<HTMLDivElement>(null)
  const settle = useHeldValue(() => {
    for (const input of ref.current?.querySelectorAll('input') ?? []) input.checked = input.value === value
  })
  return (
    <ChakraSegmentGroup.Root
      {...root}
      ref={ref}
      value={value}
      disabled={disabled}
      ids={{ root: id }}
      name={id}
      // Refers to itself, and is named by its label then.
      aria-label={label}
      aria-labelledby={id}
      onValueChange={(details) => {
        if (details.value !== null) onChange(details.value)
        settle()
      }}
    >
      {items.map((item) => (
        <ChakraSegmentGroup.Item key={item.value} value={item.value}>
          <ChakraSegmentGroup.ItemText>{item.label}</ChakraSegmentGroup.ItemText>
          <ChakraSegmentGroup.ItemHiddenInput style={overControl} />
        </ChakraSegmentGroup.Item>
      ))}
    </ChakraSegmentGroup.Root>
  )
}
