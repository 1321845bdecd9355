import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { deferred } from '../../../renderer/parts/deferred.ts'
import { dismissToast, toastState } from './toast-state.ts'

/** What shows messages; fetched ahead of the first one, which may be that the service does not answer. */
export const toastRegion = deferred(async () => (await import('../../../renderer/parts/overlays/toast.tsx')).ToastRegion)

/** The corner in which short messages appear. Where its code cannot be fetched they wait for the next one. */
export function Toasts({ onPage }: { onPage: (path: string) => void }) {
  const { t } = useTranslation()
  const { toasts } = useSnapshot(toastState)
  const [Region, setRegion] = useState(toastRegion.read)
  const newest = toasts.at(-1)?.id
  useEffect(() => {
    if (newest === undefined) return
    toastRegion.load().then(
      (loaded) => setRegion(() => loaded),
      () => undefined,
    )
  }, [newest])
  return (
    Region && (
      <Region label={t('shell.toasts')} dismissLabel={t('shell.dismiss')} toasts={toasts} onDismiss={dismissToast} onPage={onPage} />
    )
  )
}
