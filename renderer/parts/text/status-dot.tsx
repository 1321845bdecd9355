import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

export type StatusKind = 'success' | 'warning' | 'danger' | 'info' | 'neutral'

const Mark = chakra('svg', { base: { boxSize: '2', flexShrink: 0, fill: 'currentColor', overflow: 'visible' } })

const colors: Record<StatusKind, string> = {
  success: 'success.dot',
  warning: 'warning.dot',
  danger: 'danger.dot',
  info: 'info.dot',
  neutral: 'gray.dot',
}

/** Each kind has a shape of its own, so that the status does not hang on its colour. */
const shapes: Record<StatusKind, ReactNode> = {
  success: <circle cx="4" cy="4" r="4" />,
  warning: <path d="M4 -0.4 8.6 8H-0.6Z" />,
  danger: <rect x="0.3" y="0.3" width="7.4" height="7.4" rx="1.2" />,
  info: <path d="M4 -0.6 8.6 4 4 8.6 -0.6 4Z" />,
  neutral: <circle cx="4" cy="4" r="3.1" fill="none" stroke="currentColor" strokeWidth="1.8" />,
}

/** The mark of a status without its word. */
export function StatusMark({ kind }: { kind: StatusKind }) {
  return (
    <Mark viewBox="0 0 8 8" aria-hidden color={colors[kind]}>
      {shapes[kind]}
    </Mark>
  )
}

/** A status as a mark and a word. */
export function StatusDot({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={2} whiteSpace="nowrap">
      <StatusMark kind={kind} />
      {children}
    </chakra.span>
  )
}
