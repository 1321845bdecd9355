import { chakra } from '@chakra-ui/react'
import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLook } from '../../renderer/parts/button.tsx'
import { EmptyState } from '../../renderer/parts/empty-state.tsx'

/** Nobody is signed in any more. */
export function Disconnected() {
  const { t } = useTranslation()
  return (
    <chakra.main display="grid" placeItems="center" minH="100dvh">
      <EmptyState
        isPage
        icon={LogOut}
        title={t('shell.disconnected')}
        actions={
          <ButtonLook asChild variant="primary">
            <a href="/">{t('shell.signIn')}</a>
          </ButtonLook>
        }
      >
        {t('shell.disconnected.about')}
      </EmptyState>
    </chakra.main>
  )
}
