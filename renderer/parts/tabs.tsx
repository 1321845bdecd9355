import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Tooltip } from './tooltip.tsx'

const List = chakra('div', {
  base: {
    display: 'flex',
    gap: 1,
    overflowX: 'auto',
    scrollbarWidth: 'none',
    borderBottomWidth: '1px',
    borderBottomStyle: 'solid',
    borderColor: 'border',
  },
})

const Tab = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    h: 'row',
    px: 2.5,
    mb: '-1px',
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    borderBottomWidth: '2px',
    borderBottomStyle: 'solid',
    borderColor: 'transparent',
    outlineOffset: '-2px !important',
    transition: 'color {durations.fast}, border-color {durations.fast}',
    _hover: { color: 'fg' },
    _selected: { color: 'fg', borderColor: 'accent.solid' },
    '&[aria-disabled=true]': { color: 'fg.muted', opacity: 0.55, cursor: 'not-allowed' },
  },
})

const Count = chakra('span', { base: { color: 'fg.subtle', fontWeight: 'normal', fontVariantNumeric: 'tabular-nums' } })

export interface TabItem {
  id: string
  label: ReactNode
  count?: number | undefined
  /** Something in the tab needs attention; `label` says what to assistive technology. */
  alert?: { kind: 'danger' | 'warning'; label: string }
  /** Appears beside the tab under the pointer or focus. */
  about?: ReactNode
  /** The tab does not open and says this on hover and focus. */
  reason?: string | undefined
}

interface TabsProps {
  label: string
  items: TabItem[]
  selected: string
  onSelect: (id: string) => void
  /** Formats counts in the reader's language. */
  formatCount?: (count: number) => string
  /** Id of the panel that the tabs switch. */
  panelId?: string
}

const moves: Record<string, (index: number, length: number) => number> = {
  ArrowRight: (index, length) => (index + 1) % length,
  ArrowLeft: (index, length) => (index - 1 + length) % length,
  Home: () => 0,
  End: (_index, length) => length - 1,
}

/** Scrolls a long row of tabs, and nothing but the row, to where its selected tab is seen. */
function showSelected(list: HTMLElement | null): void {
  const tab = list?.querySelector('[aria-selected=true]')
  if (!list || !tab) return
  const { left, right } = tab.getBoundingClientRect()
  const frame = list.getBoundingClientRect()
  if (left < frame.left) list.scrollLeft -= frame.left - left
  else if (right > frame.right) list.scrollLeft += right - frame.right
}

/** Tabs with optional counts; arrows, Home and End move between them. One that does not open takes the focus, so that its reason can be read. */
export function Tabs({ label, items, selected, onSelect, formatCount = String, panelId }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => showSelected(list.current), [selected])
  const move = (event: KeyboardEvent) => {
    const tabs = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const focused = tabs.findIndex((tab) => tab === document.activeElement)
    const from = focused < 0 ? items.findIndex(({ id }) => id === selected) : focused
    const index = moves[event.key]?.(from, items.length)
    const next = index === undefined ? undefined : items[index]
    if (!next || index === undefined) return
    event.preventDefault()
    if (next.reason === undefined) onSelect(next.id)
    tabs[index]?.focus()
  }
  return (
    <List ref={list} role="tablist" aria-label={label} onKeyDown={move}>
      {items.map(({ id, label: text, count, alert, about, reason }) => (
        <Tooltip key={id} text={reason ?? about}>
          <Tab
            type="button"
            role="tab"
            aria-selected={id === selected}
            aria-controls={panelId}
            aria-disabled={reason === undefined ? undefined : true}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => reason === undefined && onSelect(id)}
          >
            {text}
            {count !== undefined && <Count>{formatCount(count)}</Count>}
            {alert && <chakra.span role="img" aria-label={alert.label} boxSize="1.5" borderRadius="full" bg={`${alert.kind}.solid`} />}
          </Tab>
        </Tooltip>
      ))}
    </List>
  )
}
