import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { deferred, useDeferred } from '../../../renderer/parts/deferred.ts'

/** Nothing of a first paint needs the palette. */
export const palette = deferred(() => import('./command-palette.tsx'))

/** Opens the command palette on Ctrl+K (⌘K), wherever the keyboard is, and closes it when the browser goes back or forward; a redirect that was under way leaves it open. */
export function PaletteHost({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (open: boolean) => void }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      onOpenChange(true)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [onOpenChange])
  const { key } = useLocation()
  const navigation = useNavigationType()
  useEffect(() => {
    if (navigation === 'POP') onOpenChange(false)
  }, [key, navigation, onOpenChange])
  const module = useDeferred(palette, isOpen)
  return isOpen && module ? <module.CommandPalette onClose={() => onOpenChange(false)} /> : null
}
