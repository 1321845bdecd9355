import { useTranslation } from 'react-i18next'
import { Button } from '../../../renderer/parts/button.tsx'
import { Dialog } from '../../../renderer/parts/dialog.tsx'
import { AboutContent } from './about-content.tsx'

/** What this is, in which version, and who else's work is in it. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('shell.about')}
      size="md"
      closeLabel={t('shell.close')}
      onClose={onClose}
      footer={
        <Button data-autofocus="" onClick={onClose}>
          {t('shell.ok')}
        </Button>
      }
    >
      <AboutContent />
    </Dialog>
  )
}
