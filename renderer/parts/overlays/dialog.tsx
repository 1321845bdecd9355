import type { ReactNode } from 'react'
import { useOverlays } from './overlays.ts'

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
  const layers = useOverlays(true)
  return layers && <layers.DialogLayer {...props} />
}
