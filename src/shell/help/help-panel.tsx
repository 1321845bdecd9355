import { chakra } from '@chakra-ui/react'
import { ExternalLink, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLook, IconButton } from '../../../renderer/parts/controls/button.tsx'
import { Tooltip } from '../../../renderer/parts/overlays/tooltip.tsx'
import { helpState } from './help-state.ts'

/** A page of the documentation beside the page, which stays in use; below it where the window is narrow. */
export function HelpPanel({ address }: { address: string }) {
  const { t } = useTranslation()
  const close = () => {
    helpState.address = undefined
  }
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <chakra.aside
      ref={panel}
      aria-label={t('palette.help')}
      tabIndex={-1}
      display="grid"
      gridTemplateRows="auto minmax(0, 1fr)"
      gridColumn={{ base: '1 / -1', lg: 'auto' }}
      w={{ lg: '26rem' }}
      h={{ base: '45dvh', lg: 'full' }}
      minH={0}
      bg="bg.surface"
      outline="none"
      borderColor="border"
      borderTopWidth={{ base: '1px', lg: 0 }}
      borderStartWidth={{ lg: '1px' }}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <chakra.header display="flex" alignItems="center" gap={1} ps={4} pe={2} h="control" my={1}>
        <chakra.h2 textStyle="heading" flex={1}>
          {t('palette.help')}
        </chakra.h2>
        <Tooltip text={t('palette.help.window')} as="label">
          <ButtonLook asChild variant="ghost" size="icon">
            <a href={address} target="_blank" rel="noreferrer" data-outside="" aria-label={t('palette.help.window')}>
              <ExternalLink aria-hidden />
            </a>
          </ButtonLook>
        </Tooltip>
        <IconButton label={t('palette.help.close')} icon={<X />} onClick={close} />
      </chakra.header>
      <chakra.iframe title={t('palette.help')} src={address} w="full" h="full" borderTopWidth="1px" borderColor="border" />
    </chakra.aside>
  )
}
