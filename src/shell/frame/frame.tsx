import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useServices } from '../../services.ts'
import { HelpHost } from '../help/help-host.tsx'
import { DeliveriesHost } from '../deliveries/deliveries-host.tsx'
import { helpLinkOf, helpState, openHelp } from '../help/help-state.ts'
import { Header } from './header.tsx'
import { Navigation } from './navigation.tsx'
import { PaletteHost } from '../palette/palette-host.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

const SkipLink = chakra('a', {
  base: {
    position: 'fixed',
    top: 2,
    left: 2,
    zIndex: 'tooltip',
    px: 3,
    py: 2,
    fontSize: 'sm',
    bg: 'bg.raised',
    color: 'accent.fg',
    borderRadius: 'md',
    boxShadow: 'raised',
    transform: 'translateY(-200%)',
    '&:focus': { transform: 'none' },
  },
})

const contentId = 'content'

/** Paper has the page without the shell, as long as it is. */
const onPaper = {
  '@media print': {
    '&, & > div, & main': { display: 'block', h: 'auto', overflow: 'visible', p: 0 },
    '& > a, & > header, & nav, & main footer, & [role=tablist], & [data-controls]': { display: 'none' },
    // A day does not age on paper.
    '& time:has(.spoken)': { fontSize: 0, _after: { content: 'attr(title)', fontSize: '9pt' } },
  },
}

/** Header, navigation and the page between them. The page is as high as the window allows (`h="full"` fills it) and scrolls by itself. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { config } = useServices()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useFocusOnNewPage()
  useKeptFocus(contentId)
  return (
    <chakra.div
      css={onPaper}
      h="100dvh"
      display="grid"
      gridTemplateRows="auto minmax(0, 1fr)"
      gridTemplateColumns="minmax(0, 1fr)"
      onClickCapture={(event) => {
        const address = helpLinkOf(event.nativeEvent, config.bases.docs)
        if (address === undefined) return
        event.preventDefault()
        // The link of the header is for the page that one is on.
        if (event.target instanceof Element && event.target.closest('main')) helpState.address = address
        else openHelp(config.bases.docs, address)
      }}
    >
      <SkipLink href={`#${contentId}`}>{t('shell.skip')}</SkipLink>
      <Header onOpenPalette={() => setPaletteOpen(true)} />
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'auto minmax(0, 1fr)', lg: 'auto minmax(0, 1fr) auto' }}
        gridTemplateRows="minmax(0, 1fr)"
        minH={0}
      >
        <Navigation />
        <chakra.main
          id={contentId}
          tabIndex={-1}
          outline="none !important"
          position="relative"
          px={{ base: 4, md: 6 }}
          py={5}
          minW={0}
          h="full"
          overflowY="auto"
          scrollbarGutter="stable"
        >
          {children}
        </chakra.main>
        <HelpHost />
      </chakra.div>
      <DeliveriesHost />
      <PaletteHost isOpen={isPaletteOpen} onOpenChange={setPaletteOpen} />
    </chakra.div>
  )
}

/** After going to another page the keyboard starts at that page's beginning, not in the navigation; a search in the address is no new page. */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation()
  const [first] = useState(pathname)
  useEffect(() => {
    const content = document.getElementById(contentId)
    // A form that was there at once has put the focus into its first field already.
    const field = content?.querySelector(':is(input, textarea, select):focus')
    if (pathname !== first && !field) content?.focus({ preventScroll: true })
    content?.scrollTo(0, 0)
  }, [pathname, first])
}
