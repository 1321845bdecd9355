import { chakra } from '@chakra-ui/react'
import { useHost } from './host.tsx'
import { Button } from './parts/controls/button.tsx'
import { Dialog } from './parts/overlays/dialog.tsx'

interface ExportDialogProps {
  done: number
  /** Undefined if the total is known only at the end of the export. */
  total: number | undefined
  /** How far it is, in words. */
  text: string
  onCancel: () => void
}

/** Shows the progress of a large export, and can stop it. */
export function ExportDialog({ done, total, text, onCancel }: ExportDialogProps) {
  const { t } = useHost()
  return (
    <Dialog modalOnly title={t('list.export.running')} onClose={onCancel} footer={<Button onClick={onCancel}>{t('list.cancel')}</Button>}>
      <chakra.progress
        w="full"
        aria-label={t('list.export.running')}
        {...(total === undefined ? {} : { max: Math.max(1, total), value: done })}
        css={{ accentColor: '{colors.accent.solid}' }}
      />
      <chakra.p fontVariantNumeric="tabular-nums" aria-live="polite">
        {text}
      </chakra.p>
    </Dialog>
  )
}
