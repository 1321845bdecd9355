import { proxy } from 'valtio'
import type { StatusName } from '../../renderer/parts/theme/palette.ts'

interface Toast {
  id: string
  kind: StatusName
  text: string
}

/** Short messages on the screen now; `wasUsed`: there has been one since the page was opened. */
export const toastState = proxy<{ toasts: Toast[]; wasUsed: boolean }>({ toasts: [], wasUsed: false })

const mostAtOnce = 4
let count = 0

/** Shows a short message; the oldest goes when there are too many. */
export function addToast(kind: StatusName, text: string): void {
  count += 1
  toastState.wasUsed = true
  toastState.toasts = [...toastState.toasts, { id: String(count), kind, text }].slice(-mostAtOnce)
}

export function dismissToast(id: string): void {
  toastState.toasts = toastState.toasts.filter((toast) => toast.id !== id)
}
