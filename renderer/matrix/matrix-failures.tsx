import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { AlertList, type Alert } from '../parts/page/alert-list.tsx'
import { Button } from '../parts/controls/button.tsx'
import type { Translate } from '../widgets/contract.ts'
import type { MatrixModel } from './matrix-model.ts'

/** Refused cells with reasons, to retry or discard, and changes lost because their pair is gone. Not rendered if there are none. */
export function MatrixFailures({ model, t }: { model: MatrixModel; t: Translate }) {
  const failures = [...model.failures().values()]
  const gone = model.lostChanges()
  const alerts: Alert[] = []
  if (failures.length > 0) {
    const buttons = (
      <>
        <Button size="sm" onClick={() => model.retry()}>
          {t('matrix.retry')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => model.discardFailures()}>
          {t('matrix.giveUp')}
        </Button>
      </>
    )
    const reasons = [...new Set(failures.map(({ reason }) => reason))]
    const text = <Message buttons={buttons}>{t('matrix.failures', { count: failures.length })}</Message>
    alerts.push({ id: 'failures', kind: 'danger', text, detail: reasons.join(' ') })
  }
  if (gone) {
    const button = (
      <Button size="sm" variant="ghost" onClick={() => model.clearLostChanges()}>
        {t('matrix.gone.dismiss')}
      </Button>
    )
    const text = <Message buttons={button}>{t('matrix.gone', { count: gone.count })}</Message>
    alerts.push({ id: 'gone', kind: 'warning', text, detail: gone.reasons.join(' ') })
  }
  return <AlertList label={t('matrix.failures.label')} alerts={alerts} />
}

const Message = ({ children, buttons }: { children: ReactNode; buttons: ReactNode }) => (
  <chakra.div display="flex" alignItems="center" justifyContent="space-between" flexWrap="wrap" gap={2}>
    <span>{children}</span>
    <chakra.span display="inline-flex" gap={2} my={{ base: 0, md: -1 }}>
      {buttons}
    </chakra.span>
  </chakra.div>
)
