import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { zoneText } from '../text/time-zone.ts'

interface ZoneLineProps {
  id?: string
  /** Says before the zone what it is; for screen readers alone. */
  label: string
  /** When the zone has the offset, in milliseconds since 1970. @default now */
  instant?: number | undefined
  /** Before the zone. */
  children?: ReactNode
}

/** Below a time of day: by whose clock it is. */
export function ZoneLine({ id, label, instant, children }: ZoneLineProps) {
  return (
    <chakra.span id={id} display="block" textStyle="hint" minH="1lh">
      {children}
      <span className="spoken">{label} </span>
      {zoneText(Number.isNaN(instant) ? undefined : instant)}
    </chakra.span>
  )
}
