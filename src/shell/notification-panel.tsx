import { BellOff } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../renderer/parts/empty-state.tsx'
import { Popover } from '../../renderer/parts/popover.tsx'

/** What is behind the bell. */
export function NotificationPanel({ anchor, onClose }: { anchor: RefObject<HTMLElement | null>; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Popover anchor={anchor} label={t('shell.notifications')} placement="bottom-end" width="20rem" onClose={onClose}>
      <EmptyState icon={BellOff} title={t('shell.notifications.none')}>
        {t('shell.notifications.about')}
      </EmptyState>
    </Popover>
  )
}
