import { chakra, useSlotRecipe } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'

/** A number behind the text of a tab. */
export const TabCount = chakra('span', { base: { color: 'fg.subtle', fontWeight: 'normal', fontVariantNumeric: 'tabular-nums' } })

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

/** Scrolls a long row of tabs, and nothing but the row, to where its selected tab is seen. */
export function showSelected(list: HTMLElement | null): void {
  const tab = list?.querySelector('[aria-selected=true]')
  if (!list || !tab) return
  const { left, right } = tab.getBoundingClientRect()
  const frame = list.getBoundingClientRect()
  if (left < frame.left) list.scrollLeft -= frame.left - left
  else if (right > frame.right) list.scrollLeft += right - frame.right
}

interface LightTabsProps {
  label: string
  items: readonly Pick<TabItem, 'id' | 'label' | 'count'>[]
  selected: string
  onSelect: (id: string) => void
  /** Formats counts in the reader's language. */
  formatCount: (count: number) => string
}

const moves: Record<string, (index: number, length: number) => number> = {
  ArrowRight: (index, length) => (index + 1) % length,
  ArrowLeft: (index, length) => (index - 1 + length) % length,
  Home: () => 0,
  End: (_index, length) => length - 1,
}

/** The tabs of a list, in the look of `Tabs`: in its first paint there is no room for the machine below those (decision 0241). */
export function LightTabs({ label, items, selected, onSelect, formatCount }: LightTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const styles = useSlotRecipe({ key: 'tabs' })()
  useEffect(() => showSelected(list.current), [selected])
  const move = (event: KeyboardEvent) => {
    const from = items.findIndex(({ id }) => id === selected)
    const index = moves[event.key]?.(from, items.length)
    const next = index === undefined ? undefined : items[index]
    if (!next || index === undefined) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <chakra.div ref={list} role="tablist" aria-label={label} css={styles['list']} onKeyDown={move}>
      {items.map(({ id, label: text, count }) => (
        <chakra.button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === selected}
          tabIndex={id === selected ? 0 : -1}
          css={styles['trigger']}
          onClick={() => onSelect(id)}
        >
          {text}
          {count !== undefined && <TabCount>{formatCount(count)}</TabCount>}
        </chakra.button>
      ))}
    </chakra.div>
  )
}
