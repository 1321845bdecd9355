import { useEffect, useEffectEvent, useState } from 'react'
import { useHost } from '../host.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { AffectedList } from './affected-list.tsx'
import { findAffected, isTelling } from './find-affected.ts'
import type { Affected, Touched } from './find-affected.ts'

interface AffectedQuestionProps {
  entity: string
  record: Touched
  /** What the person agrees to. */
  confirmLabel: string
  onConfirm: () => void
  onClose: () => void
}

/** Tells before a change whom it affects, and goes on at once where that is nobody. */
export function AffectedQuestion({ entity, record, confirmLabel, onConfirm, onClose }: AffectedQuestionProps) {
  const host = useHost()
  const [affected, setAffected] = useState<Affected>()
  const confirm = () => {
    onClose()
    onConfirm()
  }
  const show = useEffectEvent((found: Affected) => {
    if (isTelling(found)) setAffected(found)
    else confirm()
  })
  const look = useEffectEvent(() => findAffected(host, entity, [record]))
  useEffect(() => {
    let isOver = false
    void look().then((found) => !isOver && show(found))
    return () => {
      isOver = true
    }
  }, [])
  if (!affected) return null
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
