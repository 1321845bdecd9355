import { chakra } from '@chakra-ui/react'

/** The bar that stays at the bottom of the window: what would be saved, and the buttons that save it. It keeps the focus of buttons that go. */
export const BottomBar = chakra(
  'footer',
  {
    base: {
      position: 'sticky',
      bottom: 0,
      zIndex: 'sticky',
      display: 'flex',
      alignItems: 'center',
      flexWrap: 'wrap',
      gap: 2,
      paddingInline: 4,
      paddingBlock: 2.5,
      bg: 'bg.surface',
      borderWidth: '1px',
      borderStyle: 'solid',
      borderColor: 'border',
      borderRadius: 'lg',
      // The flat shadow covers what scrolls through the page's bottom padding, and all of the soft one but its upper edge.
      boxShadow: '0 1.25rem 0 1.25rem {colors.bg.canvas}, {shadows.raised}',
      fontSize: 'sm',
    },
  },
  { defaultProps: { tabIndex: -1 } },
)
