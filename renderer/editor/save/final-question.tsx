import { chakra } from '@chakra-ui/react'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { RecordSummary } from '../references/record-summary.tsx'
import { verb } from '../layout/titles.ts'
import type { Screen } from '../../descriptor/screen.ts'
import type { Editor } from '../page/use-editor.ts'

interface FinalQuestionProps {
  editor: Editor
  screen: Screen
  onClose: () => void
}

/** Confirmation before an irreversible command; shows the fields of `editor.deleteSummary`. */
export function FinalQuestion({ editor, screen, onClose }: FinalQuestionProps) {
  const { environment, saver, title } = editor
  const { host, draft } = environment
  return (
    <ConfirmDialog
      destructive
      title={host.t('editor.final.title', { name: title })}
      confirmLabel={verb(screen, 'create', host.t)}
      cancelLabel={host.t('editor.cancel')}
      onCancel={onClose}
      onConfirm={() => {
        onClose()
        void saver.save()
      }}
    >
      {host.t('editor.final.about')}
      <chakra.div marginTop={3}>
        <RecordSummary record={draft.record} fields={screen.editor?.deleteSummary ?? []} />
      </chakra.div>
    </ConfirmDialog>
  )
}
