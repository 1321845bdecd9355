import { chakra } from '@chakra-ui/react'
import { BellRing } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../renderer/data/data-source.ts'
import { IconButton } from '../../../renderer/parts/controls/button.tsx'
import { loadTexts } from '../../i18n/load-texts.ts'
import { learnTexts } from '../../i18n/texts.ts'
import { dashboardAddress } from '../../screen-addresses.ts'
import { useServices } from '../../services.ts'
import { isAllowed } from '../../session/permissions.ts'
import { useCurrentTenant, usePermissions } from '../tenants/use-current-tenant.ts'
import { usePolled } from '../use-polled.ts'
import { readSummary, severityKinds, type Notified } from './alert-summary.ts'
import { useUnread } from './use-unread.ts'

const NotificationPanel = lazy(async () => {
  const [module] = await Promise.all([import('./notification-panel.tsx'), learnTexts(loadTexts, ['pages'])])
  return { default: module.NotificationPanel }
})

/** Marks the dashboard to which notifications lead (S2 section 3). */
const HOME_TAG = 'sdwan-notifications-home'
/** The badge stays as narrow as its place. */
const MOST_SHOWN = 99

/** The alerts of the current overlay in the header: how many, how bad, and which (S2 section 4). */
export function Notifications() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const { notified, isWatching, home } = useNotifications()
  const worst = notified?.severityMax ?? 'none'
  const [unread, setUnread] = useUnread()
  const total = (notified?.totalCount ?? 0) + unread
  const alerts =
    worst === 'none'
      ? t('shell.notifications')
      : t('shell.notifications.counted', { total: notified?.totalCount ?? 0, severity: t(`shell.severity.${worst}`) })
  const label = unread > 0 ? `${alerts} · ${t('shell.notifications.unread', { count: unread })}` : alerts
  return (
    <chakra.span position="relative" display="inline-flex">
      <IconButton
        ref={anchor}
        label={label}
        icon={<BellRing />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen((was) => !was)}
      />
      {total > 0 && <Badge severity={worst === 'none' ? 'info' : worst} total={total} />}
      {isOpen && (
        <Suspense>
          <NotificationPanel
            anchor={anchor}
            notified={notified}
            isWatching={isWatching}
            home={home}
            onUnread={setUnread}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </chakra.span>
  )
}

function Badge({ severity, total }: { severity: keyof typeof severityKinds; total: number }) {
  const kind = severityKinds[severity]
  return (
    <chakra.span
      aria-hidden
      data-severity={severity}
      position="absolute"
      top="-0.125rem"
      insetEnd="-0.25rem"
      minW={4}
      h={4}
      px={1}
      display="grid"
      placeItems="center"
      fontSize="2xs"
      lineHeight={1}
      fontWeight="semibold"
      fontVariantNumeric="tabular-nums"
      color={`${kind}.contrast`}
      bg={`${kind}.solid`}
      borderRadius="full"
      pointerEvents="none"
    >
      {total > MOST_SHOWN ? `${MOST_SHOWN}+` : total}
    </chakra.span>
  )
}

interface Watched {
  /** Undefined while nothing is known, or where asking failed. */
  notified: Notified | undefined
  /** There is an overlay whose alerts the person may see. */
  isWatching: boolean
  /** Address of the dashboard that explains them. */
  home: string | undefined
}

/** Hook: the alerts of the current overlay. A 401 ends the asking, whatever else fails clears the counts. */
function useNotifications(): Watched {
  const { client, config } = useServices()
  const { tenant, scope } = useCurrentTenant()
  const permissions = usePermissions()
  const overlay = tenant && isAllowed(permissions, tenant.oid, 'supervision:read') ? scope?.resources?.overlay : undefined
  const notified = usePolled<Notified>({
    about: overlay?.oid,
    load: async (oid, signal) => {
      const path = `${config.bases.supervision}/alerting-config/${encodeURIComponent(oid)}/api/v1/alertSummary`
      return readSummary(await client.request('GET', path, { retries: 0, signal }))
    },
    onFailure: (error) => (error instanceof RequestError && error.status === 401 ? 'stop' : 'clear'),
  })
  const dashboard = overlay?.dashboards.find(({ tags }) => tags.includes(HOME_TAG))
  const home = tenant && dashboard && dashboardAddress(tenant.oid, dashboard.oid)
  return { notified, isWatching: overlay !== undefined, home }
}
