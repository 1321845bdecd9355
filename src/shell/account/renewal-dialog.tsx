import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useServices } from '../../services.ts'
import { sessionState } from '../../session/session-state.ts'

const ConfirmDialog = lazy(() =>
  import('../../../renderer/parts/overlays/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

/** Asks for a new sign-in above the page, which stays as it is. */
export function RenewalDialog() {
  const { t } = useTranslation()
  const { session } = useServices()
  const { isRenewalNeeded } = useSnapshot(sessionState)
  if (!isRenewalNeeded) return null
  return (
    <Suspense>
      <ConfirmDialog
        modalOnly
        title={t('shell.renewal.title')}
        confirmLabel={t('shell.renewal.signIn')}
        cancelLabel={t('shell.renewal.signOut')}
        onConfirm={() => void session.answerRenewal('sign-in')}
        onCancel={() => void session.answerRenewal('sign-out')}
      >
        {t('shell.renewal.about')}
      </ConfirmDialog>
    </Suspense>
  )
}
