import { chakra } from '@chakra-ui/react'
import { BellOff } from 'lucide-react'
import type { Dispatch, RefObject, SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ButtonLook } from '../../../renderer/parts/controls/button.tsx'
import { EmptyState } from '../../../renderer/parts/page/empty-state.tsx'
import { Popover } from '../../../renderer/parts/overlays/popover.tsx'
import { StatusDot, StatusMark } from '../../../renderer/parts/text/status-dot.tsx'
import { alertSeverities, type Alert } from '../../../schemas/supervision.ts'
import { severityKinds, type Notified } from './alert-summary.ts'
import { Messages } from './messages.tsx'

interface NotificationPanelProps {
  anchor: RefObject<HTMLElement | null>
  notified: Notified | undefined
  isWatching: boolean
  home: string | undefined
  onUnread: Dispatch<SetStateAction<number>>
  onClose: () => void
}

/** What is behind the bell: how many alerts of each severity, which, and the way to the dashboard that explains them. */
export function NotificationPanel({ anchor, notified, isWatching, home, onUnread, onClose }: NotificationPanelProps) {
  const { t } = useTranslation()
  const isQuiet = notified !== undefined && notified.totalCount === 0
  const about = isWatching && !notified ? 'alerts.unknown' : 'shell.notifications.about'
  return (
    <Popover anchor={anchor} label={t('shell.notifications')} placement="bottom-end" width="24rem" onClose={onClose}>
      <Messages onUnread={onUnread} onClose={onClose} />
      {!notified || isQuiet ? (
        <EmptyState icon={BellOff} title={t(isWatching && !notified ? 'alerts.unknown.title' : 'shell.notifications.none')}>
          {t(isQuiet ? 'alerts.quiet' : about)}
        </EmptyState>
      ) : (
        <Listed notified={notified} />
      )}
      {home !== undefined && (
        <chakra.div p={3} borderTopWidth="1px" borderColor="border">
          <ButtonLook asChild variant="secondary" w="full">
            <Link to={home} onClick={onClose}>
              {t('alerts.open')}
            </Link>
          </ButtonLook>
        </chakra.div>
      )}
    </Popover>
  )
}

function Listed({ notified }: { notified: Notified }) {
  const { t } = useTranslation()
  const counts = { critical: notified.criticalCount, warning: notified.warningCount, info: notified.infoCount }
  const rest = notified.totalCount - notified.alerts.length
  return (
    <>
      <chakra.ul display="flex" flexWrap="wrap" gap={4} px={4} pt={4} pb={3} fontSize="sm" listStyleType="none">
        {alertSeverities.map((severity) => (
          <li key={severity}>
            <StatusDot kind={severityKinds[severity]}>
              {t(`shell.severity.${severity}`)} {counts[severity]}
            </StatusDot>
          </li>
        ))}
      </chakra.ul>
      {notified.alerts.length > 0 && (
        <chakra.ul
          aria-label={t('alerts.list')}
          tabIndex={0}
          maxH="22rem"
          overflowY="auto"
          borderTopWidth="1px"
          borderColor="border"
          listStyleType="none"
          outlineOffset="-2px !important"
        >
          {notified.alerts.map((alert) => (
            <Row key={`${alert.rule} ${alert.boxOid} ${alert.wan}`} alert={alert} />
          ))}
          {rest > 0 && (
            <chakra.li px={4} py={2} textStyle="hint">
              {t('alerts.more', { count: rest })}
            </chakra.li>
          )}
        </chakra.ul>
      )}
      {notified.isSimulated && (
        <chakra.p px={4} py={2} textStyle="hint" borderTopWidth="1px" borderColor="border">
          {t('alerts.simulated')}
        </chakra.p>
      )}
    </>
  )
}

const units: Readonly<Record<string, string>> = { loss: '%', load: '%', latency: 'ms', jitter: 'ms' }

function Row({ alert }: { alert: Alert }) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const say = (value: number) => `${number.format(value)} ${units[alert.metric] ?? ''}`.trim()
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns="auto minmax(0, 1fr) auto"
      columnGap={2}
      alignItems="baseline"
      px={4}
      py={1.5}
      fontSize="sm"
    >
      <StatusMark kind={severityKinds[alert.severity]} />
      <chakra.span minW={0}>
        <chakra.span srOnly>{t(`shell.severity.${alert.severity}`)}: </chakra.span>
        <chakra.span display="block" fontWeight="medium" truncate>
          {alert.rule}
        </chakra.span>
        <chakra.span display="block" textStyle="hint" truncate>
          {alert.boxName} · {alert.wan}
        </chakra.span>
      </chakra.span>
      <chakra.span textStyle="hint" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {t('alerts.valueAbove', { value: say(alert.value), threshold: say(alert.threshold) })}
      </chakra.span>
    </chakra.li>
  )
}
