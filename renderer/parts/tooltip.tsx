import { chakra } from '@chakra-ui/react'
import { cloneElement, useEffect, useId, useMemo, useState } from 'react'
import type { HTMLAttributes, ReactElement, ReactNode } from 'react'
import { useAnchored } from './anchored.ts'
import type { Placement } from './anchored.ts'

const delayMs = 350

const Bubble = chakra('div', {
  base: {
    position: 'fixed',
    margin: 0,
    border: 0,
    inset: 'auto',
    maxW: '72',
    px: 2,
    py: 1,
    borderRadius: 'md',
    bg: 'gray.solid',
    color: 'gray.contrast',
    fontSize: 'xs',
    lineHeight: 'normal',
    whiteSpace: 'pre-line',
    pointerEvents: 'none',
    zIndex: 'tooltip',
    animation: 'fade 120ms ease-out',
  },
})

interface TooltipProps {
  /** Empty: no bubble. */
  text: ReactNode
  placement?: Placement
  /** `label`: the text is the control's only name. `description`: the control has a name, this adds to it. @default description */
  as?: 'label' | 'description'
  /** Whether a press puts the text away, or shows it at once because the control does nothing else. @default hide */
  onPress?: 'hide' | 'show'
  /** One control that takes focus and mouse events. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
}

/** Runs the latest of several delayed actions only. */
function createDelay() {
  let timer = 0
  const cancel = () => window.clearTimeout(timer)
  const run = (action: () => void, afterMs: number) => {
    cancel()
    timer = window.setTimeout(action, afterMs)
  }
  return { run, cancel }
}

/** Text that appears beside a control under the pointer or focus; Escape puts it away. */
export function Tooltip({ text, placement = 'top', as = 'description', onPress = 'hide', children }: TooltipProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [delay] = useState(createDelay)
  const shown = anchor !== null && Boolean(text)

  useEffect(() => {
    if (!shown) return undefined
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setAnchor(null)
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [shown])
  useEffect(() => delay.cancel, [delay])

  const hide = () => {
    delay.cancel()
    setAnchor(null)
  }
  const own = children.props
  const described = shown && as === 'description' ? { 'aria-describedby': [own['aria-describedby'], id].filter(Boolean).join(' ') } : {}

  return (
    <>
      {cloneElement(children, {
        ...described,
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event)
          const control = event.currentTarget
          delay.run(() => setAnchor(control), delayMs)
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event)
          // A finger leaves when it is lifted: what it asked for stays until it taps elsewhere.
          if (onPress === 'hide' || event.pointerType !== 'touch') hide()
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event)
          hide()
          if (onPress === 'show') setAnchor(event.currentTarget)
        },
        onFocus: (event) => {
          own.onFocus?.(event)
          if (event.currentTarget.matches(':focus-visible')) setAnchor(event.currentTarget)
        },
        onBlur: (event) => {
          own.onBlur?.(event)
          hide()
        },
      })}
      {shown && (
        <FloatingText id={id} anchor={anchor} placement={placement} isLabel={as === 'label'}>
          {text}
        </FloatingText>
      )}
    </>
  )
}

interface FloatingTextProps {
  id: string
  anchor: HTMLElement
  placement: Placement
  isLabel: boolean
  children: ReactNode
}

/** The text of a tooltip alone, for what is no control of its own. */
export function FloatingText({ id, anchor, placement, isLabel, children }: FloatingTextProps) {
  const ref = useAnchored(
    useMemo(() => ({ current: anchor }), [anchor]),
    { placement, gapPx: 6 },
  )
  return (
    <Bubble ref={ref} id={id} role="tooltip" popover="manual" aria-hidden={isLabel || undefined}>
      {children}
    </Bubble>
  )
}
