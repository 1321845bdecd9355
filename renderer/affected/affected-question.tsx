import { useHost } from '../host.tsx'
import { ConfirmDialog } from '../parts/overlays/confirm-dialog.tsx'
import { AffectedList } from './affected-list.tsx'
import { isReportable } from './find-affected.ts'
import type { TargetRecord } from './find-affected.ts'
import { useAffected } from './affected.tsx'

interface AffectedQuestionProps {
  entity: string
  record: TargetRecord
  /** What the person agrees to. */
  confirmLabel: string
  onConfirm: () => void
  onClose: () => void
}

/** Shows the affected records before a change, and proceeds at once if there are none. */
export function AffectedQuestion({ entity, record, confirmLabel, onConfirm, onClose }: AffectedQuestionProps) {
  const host = useHost()
  const confirm = () => {
    onClose()
    onConfirm()
  }
  const affected = useAffected(entity, [record], (found) => {
    if (!isReportable(found)) confirm()
  })
  if (!affected || !isReportable(affected)) return null
  return (
    <ConfirmDialog
      size="md"
      title={host.t('affected.title', { name: record.name })}
      confirmLabel={confirmLabel}
      cancelLabel={host.t('editor.cancel')}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <AffectedList affected={affected} />
    </ConfirmDialog>
  )
}
