import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigationType } from 'react-router-dom'
import { loadTexts } from '../../i18n/load-texts.ts'
import { learnTexts } from '../../i18n/texts.ts'
import type { CommandPaletteProps } from './command-palette.tsx'
import { useShortcut } from '../../../renderer/parts/shortcuts.ts'
import { deferred, useDeferred } from '../../../renderer/parts/deferred.ts'

/** Nothing of a first paint needs the palette, nor favourites and their marks. */
export const palette = deferred(async () => {
  const parts = import('./deferred-parts.ts')
  await Promise.all([parts, learnTexts(loadTexts, ['palette', 'filter'])])
  return parts
})

interface PaletteHostProps {
  isOpen: boolean
  onOpenChange: (open: boolean) => void
}

/** Opens the command palette on Ctrl+K (⌘K), wherever the keyboard is, and closes it when the browser goes back or forward; a redirect that was under way leaves it open. */
export function PaletteHost({ isOpen, onOpenChange }: PaletteHostProps) {
  // At once, so that the next key is already meant for it.
  useShortcut({ keys: ['Ctrl+K'], text: 'palette.shortcut.find', whileTyping: true, run: () => flushSync(() => onOpenChange(true)) })
  const { key } = useLocation()
  const navigation = useNavigationType()
  useEffect(() => {
    if (navigation === 'POP') onOpenChange(false)
  }, [key, navigation, onOpenChange])
  const typed = useTypedAhead({ isOpen, onOpenChange })
  const module = useDeferred(palette, isOpen)
  return isOpen && module ? <module.CommandPalette {...typed} onClose={() => onOpenChange(false)} /> : null
}

/**
 * Hook: the text of the palette's search box, with what was typed while its code was loaded and before it had the focus. Until then no key reaches the
 * page behind, whose focused button Enter would press.
 */
function useTypedAhead({ isOpen, onOpenChange }: PaletteHostProps): Pick<CommandPaletteProps, 'text' | 'onTextChange' | 'onFocus'> {
  const [text, setText] = useState('')
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    if (!isOpen) return
    // Without its code there is nothing to type into, and the page behind gets its keys back.
    palette.load().catch(() => onOpenChange(false))
    const press = (event: KeyboardEvent) => {
      const { key } = event
      if (hasFocus.current || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      if (key.length === 1) setText((before) => before + key)
      else if (key === 'Backspace') setText((before) => before.slice(0, -1))
      else if (key === 'Escape') onOpenChange(false)
    }
    window.addEventListener('keydown', press, true)
    return () => {
      window.removeEventListener('keydown', press, true)
      hasFocus.current = false
      setText('')
    }
  }, [isOpen, onOpenChange])
  return { text, onTextChange: setText, onFocus: () => (hasFocus.current = true) }
}
