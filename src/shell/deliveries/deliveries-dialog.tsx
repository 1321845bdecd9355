import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { Button } from '../../../renderer/parts/controls/button.tsx'
import { Dialog } from '../../../renderer/parts/overlays/dialog.tsx'
import { AlertList } from '../../../renderer/parts/page/alert-list.tsx'
import { StatusDot } from '../../../renderer/parts/text/status-dot.tsx'
import type { Delivery } from '../../../schemas/subscriptions.ts'
import { contextState } from '../../session/context-state.ts'
import { CopyLines } from '../account/tokens/copy-lines.tsx'
import { useFailureText } from '../account/use-failure-text.ts'
import { FiguresTable, type FigureColumn } from '../operations/figures-table.tsx'
import { useFigureFormats } from '../operations/use-figure-formats.ts'
import { addToast } from '../toasts/toast-state.ts'
import type { DeliveredSubscription } from './deliveries-state.ts'
import { useDeliveries } from './use-deliveries.ts'

const KINDS = { waiting: 'warning', delivered: 'success', failed: 'danger', withdrawn: 'neutral' } as const

interface DeliveriesDialogProps {
  of: DeliveredSubscription
  onClose: () => void
}

/** The log of what was sent for a subscription, what can be sent again, and the owner's test and secret of its webhook. */
export function DeliveriesDialog({ of, onClose }: DeliveriesDialogProps) {
  const { t } = useTranslation()
  const say = useFailureText()
  const { user } = useSnapshot(contextState)
  const { deliveries, failure, redeliver, test, renewSecret } = useDeliveries(of.oid)
  const [secret, setSecret] = useState<string>()
  /** Does something, and says what came of it. */
  const attempt = async (work: () => Promise<unknown>, done?: string) => {
    try {
      await work()
      if (done !== undefined) addToast('success', done)
    } catch (error) {
      addToast('danger', say(error))
    }
  }
  const columns = useColumns((delivery) => void attempt(() => redeliver(delivery.oid), t('palette.deliveries.resent')))
  const isOwner = of.hasWebhook && of.ownerOid === user?.oid
  return (
    <Dialog
      size="xl"
      title={t('palette.deliveries.title', { name: of.name })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('shell.close')}</Button>}
    >
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={3} fontSize="sm">
        <chakra.p color="fg.muted">{t('palette.deliveries.about')}</chakra.p>
        {isOwner && (
          <chakra.div display="flex" flexWrap="wrap" gap={2}>
            <Button size="sm" onClick={() => void attempt(test, t('palette.deliveries.tested'))}>
              {t('palette.deliveries.test')}
            </Button>
            <Button size="sm" onClick={() => void attempt(async () => setSecret(await renewSecret()))}>
              {t('palette.deliveries.renew')}
            </Button>
          </chakra.div>
        )}
        {secret !== undefined && (
          <>
            <p>{t('palette.deliveries.once')}</p>
            <CopyLines label={t('palette.deliveries.secret')} text={secret} />
          </>
        )}
        {failure !== undefined && (
          <AlertList label={t('palette.deliveries.log')} alerts={[{ id: 'failure', kind: 'danger', text: failure }]} />
        )}
        {deliveries && (
          <FiguresTable
            title={t('palette.deliveries.log')}
            rows={deliveries}
            keyOf={({ oid }) => oid}
            columns={columns}
            none={t('palette.deliveries.none')}
          />
        )}
      </chakra.div>
    </Dialog>
  )
}

function useColumns(onRedeliver: (delivery: Delivery) => void): FigureColumn<Delivery>[] {
  const { t } = useTranslation()
  const { instant, number, seconds } = useFigureFormats()
  const last = ({ attempts }: Delivery): string => {
    const attempt = attempts.at(-1)
    if (attempt === undefined) return '–'
    const answer = attempt.status === undefined ? [t('palette.deliveries.noAnswer'), attempt.error] : [attempt.status]
    return [...answer, seconds(attempt.ms / 1000)].filter((part) => part !== undefined).join(' · ')
  }
  return [
    { name: t('palette.deliveries.when'), value: ({ at }) => instant(at) },
    {
      name: t('palette.deliveries.what'),
      value: ({ kind, channel }) => `${t(`palette.deliveries.kind.${kind}`)} · ${t(`palette.deliveries.channel.${channel}`)}`,
    },
    { name: t('palette.deliveries.records'), value: ({ total }) => number(total), isNumber: true },
    {
      name: t('palette.deliveries.state'),
      value: ({ state, dueAt }) => (
        <StatusDot kind={KINDS[state]}>
          {dueAt === undefined ? t(`palette.deliveries.state.${state}`) : t('palette.deliveries.due', { when: instant(dueAt) })}
        </StatusDot>
      ),
    },
    { name: t('palette.deliveries.attempts'), value: ({ attempts }) => number(attempts.length), isNumber: true },
    {
      name: t('palette.deliveries.last'),
      value: (delivery) => (
        <chakra.span display="inline-block" maxW="18rem" whiteSpace="normal" overflowWrap="anywhere">
          {last(delivery)}
        </chakra.span>
      ),
    },
    {
      name: '',
      value: (delivery) =>
        delivery.state === 'waiting' ? null : (
          <Button size="sm" onClick={() => onRedeliver(delivery)}>
            {t('palette.deliveries.again')}
          </Button>
        ),
    },
  ]
}
