import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { ButtonLook } from '../../../renderer/parts/controls/button.tsx'
import { StatusDot } from '../../../renderer/parts/text/status-dot.tsx'
import { filterPrefix } from '../../../schemas/filter/filter-prefix.ts'
import type { Outbox } from '../../../schemas/operations.ts'
import { listAddress } from '../../screen-addresses.ts'
import { contextState } from '../../session/context-state.ts'
import { FiguresTable } from './figures-table.tsx'
import { useFigureFormats } from './use-figure-formats.ts'

const NONE = '–'

/** What is on its way to people and other systems, and the way to the log of each subscription. */
export function OutboxTable({ outbox: { stages, webhooks } }: { outbox: Outbox }) {
  const { t } = useTranslation()
  const { number, seconds } = useFigureFormats()
  return (
    <FiguresTable
      title={t('operations.outbox')}
      note={<WebhookNote webhooks={webhooks} />}
      rows={stages}
      keyOf={({ stage }) => stage}
      columns={[
        { name: t('operations.outbox.stage'), value: ({ stage }) => t(`operations.outbox.stage.${stage}`) },
        { name: t('operations.outbox.waiting'), value: ({ waiting }) => number(waiting), isNumber: true },
        { name: t('operations.outbox.retrying'), value: ({ retrying }) => <Count value={retrying} kind="warning" />, isNumber: true },
        {
          name: t('operations.outbox.oldest'),
          value: ({ oldestSeconds }) => (oldestSeconds === null ? NONE : seconds(oldestSeconds)),
          isNumber: true,
        },
        {
          name: t('operations.outbox.failed'),
          value: ({ failed }) => (failed === null ? NONE : <Count value={failed} kind="danger" />),
          isNumber: true,
        },
      ]}
    />
  )
}

/** A number that is marked unless it is 0. */
function Count({ value, kind }: { value: number; kind: 'warning' | 'danger' }) {
  const { number } = useFigureFormats()
  return value === 0 ? number(value) : <StatusDot kind={kind}>{number(value)}</StatusDot>
}

/** Webhooks that do not answer, and the list of subscriptions, which has the deliveries of each; of these webhooks if there are any. */
function WebhookNote({ webhooks: { failing, stopped } }: Pick<Outbox, 'webhooks'>) {
  const { t } = useTranslation()
  const { scopes } = useSnapshot(contextState)
  const platform = Object.values(scopes).find(({ permissions }) => permissions.some(({ resource }) => resource === 'installation'))
  const narrowed = failing + stopped > 0 ? `?${filterPrefix}webhookState=failing,stopped` : ''
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={4} rowGap={1} fontSize="sm">
      {failing > 0 && <StatusDot kind="warning">{t('operations.outbox.failing', { count: failing })}</StatusDot>}
      {stopped > 0 && <StatusDot kind="danger">{t('operations.outbox.stopped', { count: stopped })}</StatusDot>}
      {platform && (
        <ButtonLook asChild variant="link" px={0} h="auto">
          <Link to={listAddress(platform.oid, 'subscription') + narrowed}>{t('operations.outbox.log')}</Link>
        </ButtonLook>
      )}
    </chakra.div>
  )
}
