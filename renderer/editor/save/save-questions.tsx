import { chakra } from '@chakra-ui/react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { AffectedQuestion } from '../../affected/affected-question.tsx'
import type { Screen } from '../../descriptor/screen.ts'
import { ConfirmDialog } from '../../parts/overlays/confirm-dialog.tsx'
import { verb } from '../layout/editor-texts.ts'
import type { Editor } from '../page/use-editor.ts'
import { RecordSummary } from '../references/record-summary.tsx'

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

interface UpdateQuestionProps {
  editor: Editor
  screen: Screen
  record: ServedRecord
  onClose: () => void
}

/** Confirmation before a change of a record that others refer to; lists them. */
export function UpdateQuestion({ editor, screen, record, onClose }: UpdateQuestionProps) {
  const { environment, saver, title } = editor
  const { host, schema } = environment
  return (
    <AffectedQuestion
      entity={schema['x-entity'].name}
      record={{ oid: record.oid, name: title }}
      confirmLabel={verb(screen, 'update', host.t)}
      onConfirm={() => void saver.save()}
      onClose={onClose}
    />
  )
}
