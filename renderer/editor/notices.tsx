import { useSnapshot } from 'valtio'
import { useHost } from '../host.tsx'
import { Button } from '../parts/button.tsx'
import { Notice } from './notice.tsx'
import type { Phase } from './saver.ts'
import type { Editor } from './use-editor.ts'

/** What concerns the record as a whole: what to know before it is made, read only and why, work of before, changes and deletion by others. */
export function EditorNotices({ editor, note }: { editor: Editor; note: string | undefined }) {
  const { t, language } = useHost()
  const phase = useSnapshot(editor.saver.state).phase as Phase
  const { offer } = editor.work
  const savedAt = offer && new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(offer.savedAt)
  return (
    <>
      {note !== undefined && <Notice kind="info">{t(note)}</Notice>}
      {editor.reading && editor.readingReason !== undefined && <Notice kind="info">{editor.readingReason}</Notice>}
      {phase.kind === 'gone' && (
        <Notice
          kind="danger"
          actions={
            <>
              <Button size="sm" onClick={() => void editor.copyWork()}>
                {t('editor.gone.copy')}
              </Button>
              {editor.mayCreate && (
                <Button size="sm" variant="primary" onClick={editor.createAnew}>
                  {t('editor.gone.create')}
                </Button>
              )}
            </>
          }
        >
          {t('editor.gone')}
        </Notice>
      )}
      {editor.isElsewhereChanged && phase.kind !== 'gone' && (
        <Notice
          kind="warning"
          actions={
            <Button size="sm" variant="primary" onClick={() => void editor.takeOver()}>
              {t(editor.isDirty ? 'editor.elsewhere.merge' : 'editor.elsewhere.reload')}
            </Button>
          }
        >
          {t(editor.isDirty ? 'editor.elsewhere.dirty' : 'editor.elsewhere')}
        </Notice>
      )}
      {offer && !editor.reading && phase.kind !== 'gone' && (
        <Notice
          kind="info"
          actions={
            <>
              <Button size="sm" onClick={editor.work.discard}>
                {t('editor.offer.discard')}
              </Button>
              <Button size="sm" variant="primary" onClick={editor.restore}>
                {t('editor.offer.restore')}
              </Button>
            </>
          }
        >
          {t('editor.offer', { count: Object.keys(offer.values).length, date: savedAt })}
        </Notice>
      )}
    </>
  )
}
