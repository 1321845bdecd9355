import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '../../../renderer/parts/page/spinner.tsx'

/** Fills a page until what it needs is there. It appears late, so that quick answers do not flicker. */
export function LoadingMessage() {
  const { t } = useTranslation()
  return (
    <chakra.div role="status" display="grid" placeItems="center" minH="60vh" color="fg.muted" fontSize="sm">
      <chakra.span display="flex" alignItems="center" gap={2} animation="fadeLate">
        <Spinner aria-hidden />
        {t('shell.loading')}
      </chakra.span>
    </chakra.div>
  )
}

/** The window until it is known whether somebody is signed in. */
export function Waiting() {
  return (
    <chakra.main>
      <LoadingMessage />
    </chakra.main>
  )
}
