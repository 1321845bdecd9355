import { chakra } from '@chakra-ui/react'

/** A small neutral label: a type, a filter in force, a count. */
export const Chip = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    h: 6,
    px: 2,
    fontSize: 'xs',
    fontWeight: 'medium',
    color: 'fg.muted',
    bg: 'bg.muted',
    borderRadius: 'sm',
    whiteSpace: 'nowrap',
  },
  variants: { kind: { neutral: {}, accent: { bg: 'accent.subtle', color: 'accent.fg' } } },
})
