import { chakra } from '@chakra-ui/react'

/** A turning ring, for work whose shape is unknown; lists and forms show skeletons instead. */
export const Spinner = chakra('span', {
  base: {
    display: 'inline-block',
    boxSize: '1em',
    borderRadius: 'full',
    borderWidth: '2px',
    borderStyle: 'solid',
    borderColor: 'currentColor',
    borderBottomColor: 'transparent',
    animation: 'spin',
    flexShrink: 0,
  },
})
