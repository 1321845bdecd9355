import { cloneElement, createRef, useId, useState } from 'react'
import type { DOMAttributes, FocusEvent, HTMLAttributes, PointerEvent, ReactElement, ReactNode } from 'react'
import { useOverlays } from './overlays.ts'
import type { Placement } from './popover.tsx'

interface TooltipProps {
  /** Empty: no bubble. */
  text: ReactNode
  placement?: Placement
  /** `label`: the text is the control's only name. `description`: the control has a name, this adds to it. @default description */
  as?: 'label' | 'description'
  /** Whether a press puts the text away, or shows it at once because the control does nothing else. @default show for a disabled control, else hide */
  onPress?: 'hide' | 'show'
  /** One control that takes focus and mouse events. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
}

/** What first asked for the bubble: a pointer that rests on the control, or focus and presses, which show it at once. */
type Request = { kind: 'hover'; event: PointerEvent<HTMLElement> } | { kind: 'show' }

/** Where the control passes its events once the bubble's machine is there. */
export interface TooltipHandle extends Pick<
  DOMAttributes<HTMLElement>,
  'onPointerMove' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur'
> {
  show: () => void
}

/** What the bubble is given. */
export interface TooltipLayerProps {
  id: string
  controlId: string
  text: ReactNode
  placement: Placement
  isLabel: boolean
  /** A press shows the text instead of putting it away. */
  isPressed: boolean
  request: Request
  onOpenChange: (isOpen: boolean) => void
  /** The bubble is gone. */
  onExit: () => void
}

/**
 * Text that appears beside a control under the pointer or focus; Escape puts it away. Chakra's tooltip is mounted for a control when
 * that first needs it: a list has hundreds of controls, and most are never pointed at.
 */
export function Tooltip({ text, placement = 'top', as = 'description', children, ...rest }: TooltipProps) {
  const own = children.props
  const { onPress = String(own['aria-disabled']) === 'true' ? 'show' : 'hide' } = rest
  const [id, ownId] = [useId(), useId()]
  const controlId = own.id ?? ownId
  const [handle] = useState(() => createRef<TooltipHandle>())
  const [request, setRequest] = useState<Request>()
  const [isOpen, setOpen] = useState(false)
  const layers = useOverlays(request !== undefined)

  const withdraw = () => {
    if (!isOpen) setRequest(undefined)
  }
  const describedBy = isOpen && as === 'description' ? { 'aria-describedby': [own['aria-describedby'], id].filter(Boolean).join(' ') } : {}
  return (
    <>
      {cloneElement(children, {
        id: controlId,
        ...describedBy,
        onPointerEnter: (event: PointerEvent<HTMLElement>) => {
          own.onPointerEnter?.(event)
          if (text && event.pointerType !== 'touch') setRequest((was) => was ?? { kind: 'hover', event })
        },
        onPointerMove: (event: PointerEvent<HTMLElement>) => {
          own.onPointerMove?.(event)
          handle.current?.onPointerMove?.(event)
        },
        onPointerLeave: (event: PointerEvent<HTMLElement>) => {
          own.onPointerLeave?.(event)
          // A finger leaves when it is lifted: what it asked for stays until it taps elsewhere.
          if (onPress === 'show' && event.pointerType === 'touch') return
          handle.current?.onPointerLeave?.(event)
          withdraw()
        },
        onPointerDown: (event: PointerEvent<HTMLElement>) => {
          own.onPointerDown?.(event)
          if (onPress === 'hide') {
            handle.current?.onPointerDown?.(event)
            withdraw()
          } else if (handle.current) handle.current.show()
          else if (text) setRequest({ kind: 'show' })
        },
        onFocus: (event: FocusEvent<HTMLElement>) => {
          own.onFocus?.(event)
          if (!text || !event.currentTarget.matches(':focus-visible')) return
          if (handle.current) handle.current.show()
          else setRequest({ kind: 'show' })
        },
        onBlur: (event: FocusEvent<HTMLElement>) => {
          own.onBlur?.(event)
          handle.current?.onBlur?.(event)
          withdraw()
        },
      } as HTMLAttributes<HTMLElement>)}
      {request && layers && (
        <layers.TooltipLayer
          id={id}
          controlId={controlId}
          text={text}
          placement={placement}
          isLabel={as === 'label'}
          isPressed={onPress === 'show'}
          request={request}
          handle={handle}
          onOpenChange={setOpen}
          onExit={() => setRequest(undefined)}
        />
      )}
    </>
  )
}

/** What a text alone is given. */
export interface TextLayerProps extends Pick<TooltipLayerProps, 'id' | 'placement' | 'isLabel'> {
  anchor: HTMLElement
  children: ReactNode
}

/** The text of a tooltip alone, for what is no control of its own. */
export function FloatingText(props: TextLayerProps) {
  const layers = useOverlays(true)
  return layers && <layers.TextLayer {...props} />
}
