import { useId, useMemo, useState } from 'react'
import type { KeyboardEvent, ReactElement, ReactNode, RefObject } from 'react'
import { useOverlays } from './overlays.ts'
import type { Placement } from './popover.tsx'

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

interface TriggerProps {
  id: string
  ref: (element: HTMLElement | null) => void
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

interface MenuProps {
  label: string
  groups: MenuGroup[]
  /** @default bottom-end */
  placement?: Placement
  /** @default 14rem */
  width?: string
  /** Draws the control that opens the menu; spread the props onto it. */
  trigger: (props: TriggerProps) => ReactElement
}

/** A button with a menu of actions or choices. */
export function Menu({ label, groups, placement = 'bottom-end', width, trigger }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [control, setControl] = useState<HTMLElement | null>(null)
  const anchor = useMemo(() => ({ current: control }), [control])
  const id = useId()
  return (
    <>
      {trigger({
        id,
        ref: setControl,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setOpen((was) => !was),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          setOpen(true)
        },
      })}
      {isOpen && (
        <OpenMenu
          anchor={anchor}
          label={label}
          groups={groups}
          placement={placement}
          {...(width && { width })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

export interface OpenMenuProps extends Pick<MenuProps, 'label' | 'groups' | 'placement' | 'width'> {
  /** The control that opened it; focus goes back there. */
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

/** An open menu, for what opens otherwise than by a button; the first or checked item is highlighted. Mount it to open it. */
export function OpenMenu(props: OpenMenuProps) {
  const layers = useOverlays(true)
  return layers && <layers.MenuLayer {...props} />
}
