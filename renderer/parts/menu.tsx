import { chakra } from '@chakra-ui/react'
import { Check } from 'lucide-react'
import { Fragment, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactElement, ReactNode } from 'react'
import { Popover } from './popover.tsx'
import type { Placement } from './anchored.ts'

export interface MenuItem {
  id: string
  label: ReactNode
  icon?: ReactNode
  /** Shown right: a shortcut, a value. */
  hint?: ReactNode
  /** Set: the item does nothing and says this. */
  reason?: string | undefined
  destructive?: boolean
  /** A choice among items: shows a tick when true. */
  checked?: boolean
  onSelect: () => void
}

/** Items under an optional heading; groups are divided by lines. */
export interface MenuGroup {
  id: string
  heading?: ReactNode
  items: MenuItem[]
}

const Item = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    w: 'full',
    minH: 'controlSmall',
    px: 2,
    py: 1,
    fontSize: 'sm',
    textAlign: 'start',
    color: 'fg',
    borderRadius: 'sm',
    outline: 'none !important',
    '& svg': { boxSize: '4', flexShrink: 0, color: 'fg.subtle', strokeWidth: 1.75 },
    '&:focus, &:hover': { bg: 'bg.muted' },
    '&[aria-disabled=true]': { color: 'fg.subtle', cursor: 'not-allowed' },
    '&[data-destructive]:not([aria-disabled=true])': {
      color: 'danger.fg',
      '& svg': { color: 'danger.fg' },
      '&:focus, &:hover': { bg: 'danger.subtle' },
    },
  },
})

const Heading = chakra('div', { base: { px: 2, pt: 1.5, pb: 1, textStyle: 'caption' } })

const step: Record<string, (index: number, length: number) => number> = {
  ArrowDown: (index, length) => (index + 1) % length,
  ArrowUp: (index, length) => (index - 1 + length) % length,
  Home: () => 0,
  End: (_index, length) => length - 1,
}

/** Moves focus among the items of the menu that holds the event: arrows, Home, End, or the first letter. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const now = items.indexOf(document.activeElement as HTMLElement)
  let next = step[event.key]?.(now, items.length)
  if (next === undefined && event.key.length === 1 && /\S/.test(event.key)) {
    const rotated = [...items.slice(now + 1), ...items.slice(0, now + 1)]
    const hit = rotated.find((item) => item.textContent?.trim().toLocaleLowerCase().startsWith(event.key.toLocaleLowerCase()))
    next = hit ? items.indexOf(hit) : undefined
  }
  if (next === undefined) return
  event.preventDefault()
  items[next]?.focus()
}

interface TriggerProps {
  ref: (element: HTMLElement | null) => void
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

interface MenuProps {
  label: string
  groups: MenuGroup[]
  placement?: Placement
  width?: string
  /** Draws the control that opens the menu; spread the props onto it. */
  trigger: (props: TriggerProps) => ReactElement
}

/** A button with a menu of actions or choices. */
export function Menu({ label, groups, placement = 'bottom-end', width = '14rem', trigger }: MenuProps) {
  const [open, setOpen] = useState(false)
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const anchor = useMemo(() => ({ current: opener }), [opener])
  const id = useId()
  const control = trigger({
    ref: setOpener,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: () => setOpen((was) => !was),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' || open) return
      event.preventDefault()
      setOpen(true)
    },
  })
  const choose = (item: MenuItem) => {
    if (item.reason) return
    setOpen(false)
    opener?.focus()
    item.onSelect()
  }
  return (
    <>
      {control}
      {open && (
        <Popover anchor={anchor} label={label} placement={placement} role="menu" width={width} onClose={() => setOpen(false)}>
          <MenuItems id={id} groups={groups} onChoose={choose} onTab={() => setOpen(false)} />
        </Popover>
      )}
    </>
  )
}

/** The items of an open menu, for those that open otherwise than by a button; the first or checked one has the focus. */
export function MenuItems({
  id,
  groups,
  onChoose,
  onTab,
}: {
  id: string
  groups: MenuGroup[]
  onChoose: (item: MenuItem) => void
  onTab: () => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const find = (selector: string) => list.current?.querySelector<HTMLElement>(selector)
    const first = find('[aria-checked=true]') ?? find('[role^=menuitem]')
    first?.focus()
  }, [])
  const shown = groups.filter(({ items }) => items.length > 0)
  return (
    <chakra.div ref={list} id={id} p={1} role="presentation" onKeyDown={(event) => (event.key === 'Tab' ? onTab() : moveFocus(event))}>
      {shown.map((group, index) => (
        <Fragment key={group.id}>
          {index > 0 && <chakra.hr border={0} h="1px" bg="border" my={1} mx={-1} />}
          <chakra.div role="group" aria-label={typeof group.heading === 'string' ? group.heading : undefined}>
            {group.heading && <Heading aria-hidden>{group.heading}</Heading>}
            {group.items.map((item) => (
              <Item
                key={item.id}
                type="button"
                role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={item.checked}
                aria-disabled={item.reason ? true : undefined}
                aria-description={item.reason}
                title={item.reason}
                tabIndex={-1}
                data-destructive={item.destructive ? '' : undefined}
                onClick={() => onChoose(item)}
              >
                {item.icon}
                <chakra.span flex={1} minW={0} truncate>
                  {item.label}
                </chakra.span>
                {item.hint && (
                  <chakra.span fontSize="xs" color="fg.subtle">
                    {item.hint}
                  </chakra.span>
                )}
                {item.checked && <Check aria-hidden />}
              </Item>
            ))}
          </chakra.div>
        </Fragment>
      ))}
    </chakra.div>
  )
}
