import { useEffect, useEffectEvent } from 'react'

/** A key that does something wherever the focus is on a page. */
export interface Shortcut {
  /** As the sheet of shortcuts shows them, each with its last key as `KeyboardEvent.key` has it: `/`, `Ctrl+K`. The ⌘ key counts as Ctrl. */
  keys: readonly string[]
  /** Key of the text that says what it does. */
  text: string
  /** Also while somebody types. @default false */
  whileTyping?: boolean
  /** Whether it would do something now; it neither does nor shows otherwise. @default always */
  isOffered?: () => boolean
  /** False: it did nothing, and an earlier shortcut of the key is meant. */
  run: (target: EventTarget | null) => unknown
}

/** What can be pressed now, the latest last: of two with the same key the later one is meant. */
let bound: readonly Shortcut[] = []

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [readonly])') !== null

function press(event: KeyboardEvent): void {
  const isCtrl = event.ctrlKey || event.metaKey
  if (event.defaultPrevented || event.altKey || (isCtrl && event.shiftKey)) return
  const found = bound.filter(
    ({ keys, whileTyping = false, isOffered }) =>
      keys.some((key) => key.toLowerCase() === `${isCtrl ? 'ctrl+' : ''}${event.key.toLowerCase()}`) &&
      (whileTyping || !isTyping(event.target)) &&
      isOffered?.() !== false,
  )
  const done = found.findLast(({ run }) => run(event.target) !== false)
  if (done) event.preventDefault()
}

/** Binds a key; answers with what unbinds it. The one way to bind a key of a page, so that the sheet of shortcuts cannot differ. */
export function bindShortcut(shortcut: Shortcut): () => void {
  if (bound.length === 0) document.addEventListener('keydown', press)
  bound = [...bound, shortcut]
  return () => {
    bound = bound.filter((one) => one !== shortcut)
    if (bound.length === 0) document.removeEventListener('keydown', press)
  }
}

/** What can be pressed now: each text once, with all its keys. */
export function shortcutsNow(): readonly Pick<Shortcut, 'text' | 'keys'>[] {
  const offered = bound.filter(({ isOffered }) => isOffered?.() !== false)
  return [...new Set(offered.map(({ text }) => text))].map((text) => ({
    text,
    keys: [...new Set(offered.filter((one) => one.text === text).flatMap(({ keys }) => keys))],
  }))
}

/** Hook: binds a key as long as the component is there. `keys` must not change. */
export function useShortcut({ run, isOffered, ...shortcut }: Shortcut): void {
  const doIt = useEffectEvent(run)
  const mayDo = useEffectEvent(() => isOffered?.() !== false)
  const { text, whileTyping = false } = shortcut
  const keys = shortcut.keys.join(' ')
  useEffect(
    () => bindShortcut({ keys: keys.split(' '), text, whileTyping, isOffered: () => mayDo(), run: (target) => doIt(target) }),
    [keys, text, whileTyping],
  )
}
