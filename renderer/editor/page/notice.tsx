import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

const Frame = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: 3,
    paddingInline: 4,
    paddingBlock: 2.5,
    marginBottom: 4,
    borderWidth: '1px',
    borderStyle: 'solid',
    borderRadius: 'lg',
    fontSize: 'sm',
    animation: 'appear 150ms ease-out',
  },
  variants: {
    kind: {
      info: { bg: 'info.subtle', borderColor: 'info.border' },
      warning: { bg: 'warning.subtle', borderColor: 'warning.border' },
      danger: { bg: 'danger.subtle', borderColor: 'danger.border' },
    },
  },
})

interface NoticeProps {
  kind: 'info' | 'warning' | 'danger'
  children: ReactNode
  /** Buttons, the likely one last. */
  actions?: ReactNode
}

/** Something about the record as a whole that may ask for an answer. */
export function Notice({ kind, children, actions }: NoticeProps) {
  return (
    <Frame kind={kind} role="status">
      <chakra.span flex="1 1 20rem" minWidth={0}>
        {children}
      </chakra.span>
      {actions && (
        <chakra.span display="flex" gap={2}>
          {actions}
        </chakra.span>
      )}
    </Frame>
  )
}
