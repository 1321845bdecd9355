import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { AlertList } from '../../parts/page/alert-list.tsx'
import type { OpenRecord } from '../page/use-open-record.ts'

/** Error messages. Scrolls to them unless a field has an error to focus. */
export function RecordAlerts({ environment, saver }: Pick<OpenRecord, 'environment' | 'saver'>) {
  const { t } = environment.host
  const { alerts } = useSnapshot(saver.state)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (alerts.length > 0 && environment.draft.summary.errors.length === 0) place.current?.scrollIntoView?.({ block: 'center' })
  }, [alerts, environment])
  return (
    <chakra.div ref={place} marginBottom={alerts.length > 0 ? 4 : 0}>
      <AlertList
        label={t('editor.alerts')}
        alerts={alerts.map((alert) => ({ ...alert, kind: 'danger' }))}
        dismissLabel={t('editor.alerts.dismiss')}
        onDismiss={(id) => saver.dismissAlert(id)}
      />
    </chakra.div>
  )
}
