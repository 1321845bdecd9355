import { chakra } from '@chakra-ui/react'
import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useEffect } from 'react'
import { ButtonLook } from '../../../renderer/parts/controls/button.tsx'
import { EmptyState } from '../../../renderer/parts/page/empty-state.tsx'
import { sessionState } from '../../session/session-state.ts'
import { useServices } from '../../services.ts'

/** Nobody is signed in any more; says why, where the service refused whoever was. */
export function Disconnected() {
  const { t } = useTranslation()
  const { refusal } = useSnapshot(sessionState)
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
        {refusal === undefined ? (
          t('shell.disconnected.about')
        ) : (
          <div role="alert">
            <p>{t('shell.refused')}</p>
            <p>{refusal}</p>
          </div>
        )}
      </EmptyState>
    </chakra.main>
  )
}

/** `/logout`: says so, and signs out with the provider whoever is signed in. */
export function LogoutPage() {
  const { session } = useServices()
  const { authentication } = useSnapshot(sessionState)
  useEffect(() => {
    if (authentication === 'authenticated') void session.signOut()
  }, [authentication, session])
  return <Disconnected />
}
