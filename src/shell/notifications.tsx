import { BellRing } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../renderer/parts/button.tsx'

const NotificationPanel = lazy(() => import('./notification-panel.tsx').then((module) => ({ default: module.NotificationPanel })))

/** The place of alerts in the header. */
export function Notifications() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={anchor}
        label={t('shell.notifications')}
        icon={<BellRing />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen((was) => !was)}
      />
      {isOpen && (
        <Suspense>
          <NotificationPanel anchor={anchor} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
