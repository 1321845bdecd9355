import { useTranslation } from 'react-i18next'
import { Button } from '../../../renderer/parts/controls/button.tsx'
import { Dialog } from '../../../renderer/parts/overlays/dialog.tsx'
import type { ListView } from '../../../schemas/list-views.ts'

interface ConflictDialogProps {
  /** The view as it is now. */
  current: ListView
  onTheirs: () => void
  onSaveAs: () => void
  onReplace: () => void
  onClose: () => void
}

/** Somebody else has changed the view: nothing of either is lost until the person says which holds. */
export function ConflictDialog({ current, onTheirs, onSaveAs, onReplace, onClose }: ConflictDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      role="alertdialog"
      size="md"
      title={t('palette.views.conflict', { person: current.changedBy.name })}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus="" onClick={onTheirs}>
            {t('palette.views.theirs')}
          </Button>
          <Button onClick={onSaveAs}>{t('palette.views.saveAs')}</Button>
          <Button variant="primary" onClick={onReplace}>
            {t('palette.views.replace')}
          </Button>
        </>
      }
    >
      <p>{t('palette.views.conflictText')}</p>
    </Dialog>
  )
}
