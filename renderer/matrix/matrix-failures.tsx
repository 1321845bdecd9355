import { chakra } from '@chakra-ui/react'
import { AlertList } from '../parts/alert-list.tsx'
import { Button } from '../parts/button.tsx'
import type { Translate } from '../widgets/contract.ts'
import type { MatrixModel } from './matrix-model.ts'

/** How many cells were refused and why, to be tried again or given up. Nothing while there are none. */
export function MatrixFailures({ model, t }: { model: MatrixModel; t: Translate }) {
  const failures = [...model.failures().values()]
  const reasons = [...new Set(failures.map(({ reason }) => reason))]
  const text = (
    <chakra.div display="flex" alignItems="center" justifyContent="space-between" flexWrap="wrap" gap={2}>
      <span>{t('matrix.failures', { count: failures.length })}</span>
      <chakra.span display="inline-flex" gap={2}>
        <Button size="sm" onClick={() => model.retry()}>
          {t('matrix.retry')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => model.giveUp()}>
          {t('matrix.giveUp')}
        </Button>
      </chakra.span>
    </chakra.div>
  )
  const alerts = failures.length === 0 ? [] : [{ id: 'failures', kind: 'danger' as const, text, detail: reasons.join(' · ') }]
  return <AlertList label={t('matrix.failures.label')} alerts={alerts} />
}
