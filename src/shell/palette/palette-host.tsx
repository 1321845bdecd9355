import { lazy, Suspense, useEffect } from 'react'

const CommandPalette = lazy(() => import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })))

/** Opens the command palette on Ctrl+K (⌘K), wherever the keyboard is. */
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
  if (!isOpen) return null
  return (
    <Suspense>
      <CommandPalette onClose={() => onOpenChange(false)} />
    </Suspense>
  )
}
