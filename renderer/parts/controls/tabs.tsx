import { chakra } from '@chakra-ui/react'
import { Tabs as ChakraTabs } from '@chakra-ui/react/tabs'
import { useEffect, useId, useRef } from 'react'
import { showSelected, TabCount, type TabItem } from './light-tabs.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'

interface TabsProps {
  label: string
  items: readonly TabItem[]
  selected: string
  onSelect: (id: string) => void
  /** Formats counts in the reader's language. */
  formatCount?: (count: number) => string
  /** Id of the panel that the tabs switch. */
  panelId?: string
  /** `line`: a row above what it switches. `subtle`: a column beside it, where the window is wide enough. @default line */
  variant?: 'line' | 'subtle'
  /** @default horizontal */
  orientation?: 'horizontal' | 'vertical'
}

/** Tabs with optional counts. One that does not open takes the focus, so that its reason can be read. */
export function Tabs(props: TabsProps) {
  const { label, items, selected, onSelect, formatCount = String, panelId, variant = 'line', orientation = 'horizontal' } = props
  const list = useRef<HTMLDivElement>(null)
  const base = useId()
  const tabId = (id: string) => `${base}-${id}`
  useEffect(() => showSelected(list.current), [selected])
  return (
    <ChakraTabs.Root
      value={selected}
      variant={variant}
      orientation={orientation}
      // Whoever uses these tabs draws the panel.
      ids={{ trigger: tabId, content: () => panelId ?? '' }}
      onValueChange={({ value }) => items.some(({ id, reason }) => id === value && reason === undefined) && onSelect(value)}
    >
      <ChakraTabs.List ref={list} aria-label={label}>
        {items.map(({ id, label: text, count, alert, about, reason }) => (
          <Tooltip key={id} text={reason ?? about}>
            <ChakraTabs.Trigger id={tabId(id)} value={id} aria-disabled={reason === undefined ? undefined : true}>
              {text}
              {count !== undefined && <TabCount>{formatCount(count)}</TabCount>}
              {alert && <chakra.span role="img" aria-label={alert.label} boxSize="1.5" borderRadius="full" bg={`${alert.kind}.solid`} />}
            </ChakraTabs.Trigger>
          </Tooltip>
        ))}
      </ChakraTabs.List>
    </ChakraTabs.Root>
  )
}
