import { chakra } from '@chakra-ui/react'

const line = { borderBottomWidth: '1px', borderBottomStyle: 'solid', borderColor: 'border' } as const

/** A box beside the sheet. */
export const Panel = chakra('aside', {
  base: {
    w: { base: 'full', lg: '19rem' },
    flexShrink: 0,
    bg: 'bg.surface',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'border',
    borderRadius: 'lg',
  },
})

/** Its title, and what goes for all that is in it. */
export const PanelHead = chakra('header', { base: { ...line, display: 'flex', gap: 2, px: 3, py: 2 } })

/** Style of one thing in it. */
export const panelItem = { ...line, w: 'full', px: 3, py: 2.5, fontSize: 'sm', textAlign: 'start' } as const
