import { chakra } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { useHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Dialog } from '../parts/overlays/dialog.tsx'
import { MomentBox } from '../widgets/date-time/moment-box.tsx'

interface MomentDialogProps {
  /** ISO 8601; absent: now. */
  start: string | undefined
  /** Gets ISO 8601. */
  onConfirm: (moment: string) => void
  onClose: () => void
}

/** Dialog to pick a date and time by the reader's clock. */
export function MomentDialog({ start, onConfirm, onClose }: MomentDialogProps) {
  const { t, language } = useHost()
  const id = useId()
  const [moment, setMoment] = useState<string | undefined>(() => start ?? `${new Date().toISOString().slice(0, 19)}Z`)
  const confirm = () => moment !== undefined && onConfirm(new Date(moment).toISOString())
  return (
    <Dialog
      title={t('journal.moment.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('journal.cancel')}</Button>
          <Button variant="primary" reason={moment === undefined ? t('journal.moment.invalid') : undefined} onClick={confirm}>
            {t('journal.moment.confirm')}
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap={1.5} py={1}>
        <chakra.label htmlFor={id} textStyle="label" color="fg">
          {t('journal.moment.label')}
        </chakra.label>
        <MomentBox
          attributes={{ id }}
          value={moment}
          step="seconds"
          language={language}
          t={t}
          onChange={setMoment}
          onKeyDown={(event) => event.key === 'Enter' && confirm()}
        />
      </chakra.div>
    </Dialog>
  )
}
