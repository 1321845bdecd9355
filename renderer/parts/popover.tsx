import { chakra } from '@chakra-ui/react'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useAnchored } from './anchored.ts'
import type { Placement } from './anchored.ts'

const Panel = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    m: 0,
    p: 0,
    border: 0,
    bg: 'bg.raised',
    color: 'fg',
    borderRadius: 'lg',
    boxShadow: 'raised',
    maxH: 'min(40rem, calc(100dvh - 4rem))',
    maxW: 'calc(100vw - 1rem)',
    overflow: 'auto',
    zIndex: 'dropdown',
    animation: 'appear 120ms cubic-bezier(0.16, 1, 0.3, 1)',
  },
})

interface PopoverProps {
  /** The control that opened it; focus goes back there. */
  anchor: RefObject<HTMLElement | null>
  label: string
  placement?: Placement
  role?: 'dialog' | 'listbox' | 'menu'
  width?: string
  onClose: () => void
  children: ReactNode
}

/** A panel beside a control. Mount it to open it; Escape, Tab out and a press outside close it. */
export function Popover({ anchor, label, placement = 'bottom-start', role = 'dialog', width, onClose, children }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  const anchored = useAnchored(anchor, { placement })
  const attach = useCallback(
    (element: HTMLDivElement | null) => {
      panel.current = element
      return anchored(element)
    },
    [anchored],
  )

  useEffect(() => {
    const opener = anchor.current
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && (panel.current?.contains(target) === true || opener?.contains(target) === true)
    // A panel within this one closes by itself.
    const isOfInner = (target: EventTarget | null) => {
      const nearest = target instanceof Element ? target.closest('[popover]') : null
      return nearest !== null && nearest !== panel.current && panel.current?.contains(nearest) === true
    }
    const press = (event: PointerEvent) => {
      if (!isInside(event.target)) close()
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isOfInner(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      opener?.focus()
      close()
    }
    const focus = (event: FocusEvent) => {
      if (!isInside(event.target)) close()
    }
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('keydown', key)
    document.addEventListener('focusin', focus)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('keydown', key)
      document.removeEventListener('focusin', focus)
    }
  }, [anchor])

  return (
    <Panel ref={attach} popover="manual" role={role} aria-label={label} width={width} tabIndex={-1}>
      {children}
    </Panel>
  )
}
