import { chakra } from '@chakra-ui/react'

/** The look of a link inside text: `<LinkLook as={Link} to="…">` or with `href`. */
export const LinkLook = chakra('a', {
  base: {
    color: 'accent.fg',
    textDecoration: 'none',
    borderRadius: 'xs',
    _hover: { textDecoration: 'underline', textUnderlineOffset: '2px' },
  },
})
