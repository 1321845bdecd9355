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
      paddingInline: { base: 3, md: 4 },
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

/** What the bar says, before its buttons; on a line of its own where there is no room beside them. */
export const BarSummary = chakra('div', {
  base: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 3, flex: '1 1 12rem', minWidth: 0 },
})

/** The buttons of the bar, the main one last: it stays at the end of the last line where they need several. */
export const BarActions = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: { base: 1.5, md: 2 },
    marginInlineStart: 'auto',
    '& > button': { paddingInline: { base: 2, md: 3 } },
  },
})
