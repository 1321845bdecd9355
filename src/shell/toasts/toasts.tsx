import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { dismissToast, toastState } from './toast-state.ts'

const ToastRegion = lazy(() => import('../../../renderer/parts/overlays/toast.tsx').then((module) => ({ default: module.ToastRegion })))

/** The corner in which short messages appear. */
export function Toasts({ onPage }: { onPage: (path: string) => void }) {
  const { t } = useTranslation()
  const { toasts, wasUsed } = useSnapshot(toastState)
  if (!wasUsed) return null
  return (
    <Suspense>
      <ToastRegion label={t('shell.toasts')} dismissLabel={t('shell.dismiss')} toasts={toasts} onDismiss={dismissToast} onPage={onPage} />
    </Suspense>
  )
}
