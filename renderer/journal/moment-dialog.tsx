import { chakra } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { useHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { TextInput } from '../parts/controls/controls.tsx'
import { DateReading } from '../parts/controls/date-reading.tsx'
import { Dialog } from '../parts/overlays/dialog.tsx'

interface MomentDialogProps {
  /** ISO 8601; absent: now. */
  start: string | undefined
  /** Gets ISO 8601. */
  onConfirm: (moment: string) => void
  onClose: () => void
}

/** Dialog to pick a date and time in the local time zone. */
export function MomentDialog({ start, onConfirm, onClose }: MomentDialogProps) {
  const { t, language } = useHost()
  const id = useId()
  const [text, setText] = useState(() => localText(start === undefined ? new Date() : new Date(start)))
  const moment = new Date(text)
  const isMoment = !Number.isNaN(moment.getTime())
  const confirm = () => isMoment && onConfirm(moment.toISOString())
  return (
    <Dialog
      title={t('journal.moment.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('journal.cancel')}</Button>
          <Button variant="primary" reason={isMoment ? undefined : t('journal.moment.invalid')} onClick={confirm}>
            {t('journal.moment.confirm')}
          </Button>
        </>
      }
    >
      <chakra.label htmlFor={id} display="grid" gap={1.5} textStyle="label" color="fg" py={1}>
        {t('journal.moment.label')}
        <TextInput
          id={id}
          type="datetime-local"
          step={1}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-describedby={`${id}-reading`}
          onKeyDown={(event) => event.key === 'Enter' && confirm()}
        />
      </chakra.label>
      <DateReading id={`${id}-reading`} value={text} language={language} />
    </Dialog>
  )
}

/** Local time as `YYYY-MM-DDTHH:mm:ss` for the browser's picker. */
function localText(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
