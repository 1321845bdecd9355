import { proxy } from 'valtio'
import type { ToastUndo } from '../../../renderer/host.tsx'
import type { StatusName } from '../../../renderer/parts/theme/palette.ts'

/** Where a message leads; it opens in a window of its own, unless it is a page of the console. */
interface ToastLink {
  href: string
  text: string
  isPage?: true
}

interface Toast {
  id: string
  kind: StatusName
  text: string
  link?: ToastLink
  /** Takes back what it tells of. */
  undo?: ToastUndo
}

/** Short messages on the screen now. */
export const toastState = proxy<{ toasts: Toast[] }>({ toasts: [] })

const mostAtOnce = 4
let count = 0

/** Shows a short message; the oldest goes when there are too many. One that leads out of the console stays until it is dismissed. */
export function addToast(kind: StatusName, text: string, more: Pick<Toast, 'link' | 'undo'> = {}): void {
  count += 1
  toastState.toasts = [...toastState.toasts, { id: String(count), kind, text, ...more }].slice(-mostAtOnce)
}

export function dismissToast(id: string): void {
  toastState.toasts = toastState.toasts.filter((toast) => toast.id !== id)
}
