import { Children, createContext, useContext, type ReactNode } from 'react'
import { type Motion, useMotionOf } from './motion-context.ts'
import type { AsideProps } from './motion-layers.tsx'

const PanelsContext = createContext<Motion | undefined>(undefined)

/** Animates a `SidePanel` in and out; the content next to it has its new width at once. The panel needs a key. */
export function SidePanels({ children }: { children: ReactNode }) {
  const motion = useMotionOf(Children.toArray(children).length > 0)
  const panels = motion ? <motion.Presence isLaidAside>{children}</motion.Presence> : children
  return <PanelsContext value={motion}>{panels}</PanelsContext>
}

interface SidePanelProps extends AsideProps {
  /** It was there before the page was left, and is simply there again. */
  isBack?: boolean
}

/** A panel at the side, without its looks: it slides in from there and out again. Nothing of it is reached while it leaves. */
export function SidePanel({ isBack = false, ...rest }: SidePanelProps) {
  const motion = useContext(PanelsContext)
  return motion ? <motion.MovingAside {...rest} isBack={isBack} /> : <aside {...rest} />
}
