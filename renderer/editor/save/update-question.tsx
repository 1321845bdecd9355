import type { ServedRecord } from '../../../schemas/plan.ts'
import { AffectedQuestion } from '../../affected/affected-question.tsx'
import type { Screen } from '../../descriptor/screen.ts'
import { verb } from '../layout/titles.ts'
import type { Editor } from '../page/use-editor.ts'

interface UpdateQuestionProps {
  editor: Editor
  screen: Screen
  record: ServedRecord
  onClose: () => void
}

/** Asks before a record changes to which others refer, and tells which. */
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
