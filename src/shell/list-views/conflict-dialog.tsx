import { useTranslation } from 'react-i18next'
import { reasonText } from '../../../renderer/data/error-texts.ts'
import { useHost, type PageProps } from '../../../renderer/host.tsx'
import { Button } from '../../../renderer/parts/controls/button.tsx'
import { Dialog } from '../../../renderer/parts/overlays/dialog.tsx'
import { Moment } from '../../../renderer/parts/text/moment.tsx'
import { ViewVersions } from '../../../renderer/list/versions/view-versions.tsx'
import type { ListView, ListViewState } from '../../../schemas/list-views.ts'

interface ConflictDialogProps extends PageProps {
  /** The view as it is now. */
  current: ListView
  /** What the person wanted to save. */
  mine: ListViewState
  /** Theirs stays the view; mine stays in the list, not saved. */
  onTheirs: () => void
  onSaveAs: () => void
  onReplace: () => void
  onClose: () => void
}

/** Somebody else has changed the view meanwhile: shows both versions, until the person says which holds. */
export function ConflictDialog({ schema, screen, current, mine, onTheirs, onSaveAs, onReplace, onClose }: ConflictDialogProps) {
  const { t } = useTranslation()
  const host = useHost()
  const may = current.can['update']
  const person = current.changedBy.name
  return (
    <Dialog
      size="lg"
      title={t('palette.views.conflict', { person, name: current.name })}
      closeLabel={t('palette.views.cancel')}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus="" onClick={onTheirs}>
            {t('palette.views.theirs')}
          </Button>
          <Button onClick={onSaveAs}>{t('palette.views.mineAs')}</Button>
          <Button variant="primary" reason={may === true || may === undefined ? undefined : reasonText(host, may)} onClick={onReplace}>
            {t('palette.views.replace')}
          </Button>
        </>
      }
    >
      <p>
        <Moment value={current.changedAt} display="relative" language={host.language} />
        {' · '}
        {t('palette.views.conflictText')}
      </p>
      <ViewVersions schema={schema} screen={screen} person={person} theirs={current.state} mine={mine} />
    </Dialog>
  )
}
