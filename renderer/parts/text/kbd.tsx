import { chakra } from '@chakra-ui/react'

/** A key of the keyboard. */
export const Kbd = chakra('kbd', {
  base: {
    px: 1,
    minW: 5,
    textAlign: 'center',
    fontFamily: 'body',
    fontSize: '2xs',
    lineHeight: '1.125rem',
    color: 'fg.muted',
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'border',
    borderRadius: 'sm',
  },
})
