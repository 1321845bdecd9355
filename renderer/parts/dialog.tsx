import { chakra } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'

const Window = chakra('dialog', {
  base: {
    m: 'auto',
    p: 0,
    border: 0,
    maxW: 'calc(100vw - 2rem)',
    maxH: 'calc(100dvh - 4rem)',
    overflow: 'hidden',
    color: 'fg',
    bg: 'bg.raised',
    borderRadius: 'xl',
    boxShadow: 'dialog',
    flexDirection: 'column',
    '&[open]': { display: 'flex', animation: 'appear 150ms cubic-bezier(0.16, 1, 0.3, 1)' },
    '&::backdrop': { animation: 'fade 150ms ease-out' },
  },
  variants: {
    size: { sm: { width: '26rem' }, md: { width: '36rem' }, lg: { width: '52rem' }, xl: { width: '72rem' } },
    position: { center: {}, top: { mt: '12vh' } },
  },
  defaultVariants: { size: 'sm', position: 'center' },
})

const Head = chakra('header', {
  base: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 4, px: 5, pt: 4, pb: 2 },
})
const Body = chakra('div', {
  base: { px: 5, py: 1, overflowY: 'auto', flex: 1, textStyle: 'body', color: 'fg.muted', overflowWrap: 'anywhere' },
})
const Foot = chakra('footer', { base: { display: 'flex', justifyContent: 'flex-end', flexWrap: 'wrap', gap: 2, px: 5, pt: 4, pb: 4 } })

export interface DialogProps {
  title: ReactNode
  /** Buttons, the one that confirms last. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** `top`: its upper edge stays where it is while its height changes. @default center */
  position?: 'center' | 'top'
  /** Without head and padding; the title is only its name. */
  bare?: boolean
  /** Called for Escape, a click outside and the close button. */
  onClose: () => void
  /** Name of the close button; without it there is none. */
  closeLabel?: string
  /** Only its buttons close it: not Escape, not a click outside. */
  modalOnly?: boolean
  /** `alertdialog` interrupts: confirmations and alerts. @default dialog */
  role?: 'dialog' | 'alertdialog'
  children?: ReactNode
}

/** A window in front of the page. Focus starts on what carries `data-autofocus`, stays inside, and goes back afterwards. Mount it to open it. */
export function Dialog(props: DialogProps) {
  const { title, footer, size = 'sm', position, bare = false, onClose, closeLabel, modalOnly = false, role = 'dialog', children } = props
  const frame = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const bodyId = useId()

  useEffect(() => {
    const element = frame.current
    const before = document.activeElement
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  const dismiss = () => {
    if (!modalOnly) onClose()
  }
  const name = bare ? { 'aria-label': String(title) } : { 'aria-labelledby': titleId }
  return (
    <Window
      ref={frame}
      size={size}
      position={position}
      role={role}
      {...name}
      aria-describedby={role === 'alertdialog' ? bodyId : undefined}
      onCancel={(event) => {
        if (event.target !== frame.current) return
        event.preventDefault()
        dismiss()
      }}
      onClose={(event) => {
        // A browser closes on the second Escape whatever the page says.
        if (event.target !== frame.current) return
        if (modalOnly) frame.current.showModal()
        else onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === frame.current && isOutside(event, frame.current)) dismiss()
      }}
    >
      {bare ? (
        children
      ) : (
        <>
          <Head>
            <chakra.h2 id={titleId} textStyle="heading" fontSize="lg">
              {title}
            </chakra.h2>
            {closeLabel && <IconButton label={closeLabel} icon={<X />} small onClick={onClose} />}
          </Head>
          <Body id={bodyId}>{children}</Body>
          {footer ? <Foot>{footer}</Foot> : <chakra.div h={4} flexShrink={0} />}
        </>
      )}
    </Window>
  )
}

function isOutside(point: { clientX: number; clientY: number }, element: HTMLElement): boolean {
  const box = element.getBoundingClientRect()
  return point.clientX < box.left || point.clientX > box.right || point.clientY < box.top || point.clientY > box.bottom
}
