import type { ReactNode, RefObject } from 'react'
import { useOverlays } from './overlays.ts'

/** Side of its control on which a layer stands, and the edge that both share. */
export type Placement = 'bottom-start' | 'bottom-end' | 'top' | 'bottom' | 'right'

export interface PopoverProps {
  /** The control that opened it; focus goes back there. */
  anchor: RefObject<HTMLElement | null>
  label: string
  /** @default bottom-start */
  placement?: Placement
  width?: string
  onClose: () => void
  children: ReactNode
}

/** A panel beside a control. Mount it to open it; Escape, Tab out and a press outside close it. */
export function Popover(props: PopoverProps) {
  const layers = useOverlays(true)
  return layers && <layers.PopoverLayer {...props} />
}
