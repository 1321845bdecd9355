import type { PointerEvent } from 'react'
import { useShortcut } from '../parts/shortcuts.ts'

/** What opens the answer to why a control is as it is. */
const openers = '[data-why]'

/** Opens the answer at a control; false where it has none. */
function answerWhy(target: EventTarget | null): boolean {
  const why = target instanceof Element ? target.closest('[data-pointer]')?.querySelector<HTMLElement>(openers) : null
  why?.focus()
  why?.click()
  return Boolean(why)
}

/** Hook: F1 at a control, and `?` where that is no letter, say why it is as it is. */
export function useWhyKeys(): void {
  const shared = { text: 'palette.shortcut.why', isOffered: () => document.querySelector(openers) !== null, run: answerWhy }
  useShortcut({ ...shared, keys: ['F1'], whileTyping: true })
  useShortcut({ ...shared, keys: ['?'] })
}

/** Answers a finger at a disabled control, which takes neither the focus nor clicks: why it is as it is. */
export function answerTap({ pointerType, target }: PointerEvent): void {
  if (pointerType === 'touch' && target instanceof Element && target.closest(':disabled, [aria-disabled=true]')) answerWhy(target)
}
