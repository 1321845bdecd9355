import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import type { ServedRecord } from '../../schemas/plan.ts'
import { AffectedNote } from '../affected/affected.tsx'
import { RequestError } from '../data/data-source.ts'
import { errorTexts } from '../data/error-texts.ts'
import { newIdempotencyKey, useRefresh } from '../data/changes.ts'
import { recordName } from '../data/labels.ts'
import { useUndoOffer } from '../data/undo-offer.ts'
import { useHost } from '../host.tsx'
import type { PageProps } from '../host.tsx'
import { AlertList } from '../parts/page/alert-list.tsx'
import { ConfirmDialog } from '../parts/overlays/confirm-dialog.tsx'

interface DeleteQuestionProps extends PageProps {
  record: ServedRecord
  onClose: () => void
}

/** Confirmation before deleting a record, with the records that use it; then deletes it. */
export function DeleteQuestion({ schema, screen, record, onClose }: DeleteQuestionProps) {
  const host = useHost()
  const { t, source, tenant } = host
  const refresh = useRefresh()
  const offerUndo = useUndoOffer()
  const { name: entity, theme, affects } = schema['x-entity']
  const name = recordName({ schema, screen }, record)
  const [isInUse, setInUse] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [failures, setFailures] = useState<readonly string[]>([])
  const [idempotencyKey] = useState(newIdempotencyKey)
  const remove = async () => {
    setRunning(true)
    setFailures([])
    try {
      const { oid, revision } = record
      const { actionId } = await source.plan(
        { source: 'inline', tenantOid: tenant.oid, items: [{ entity, action: 'delete', oid, revision }] },
        { idempotencyKey },
      )
      const offer = offerUndo({ actionId, entity: schema['x-entity'], names: [entity, theme] })
      host.toast('success', t('editor.done.delete', { name }), ...(offer ? [offer] : []))
      onClose()
      await refresh({ names: [entity, theme], gone: oid })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setFailures(errorTexts(host, error))
      if (error.status === 409) void refresh({ names: [entity] })
    } finally {
      setRunning(false)
    }
  }
  return (
    <ConfirmDialog
      destructive
      size={affects === true ? 'md' : 'sm'}
      title={t('editor.delete.title', { name })}
      confirmLabel={t('editor.verb.delete')}
      cancelLabel={t('editor.cancel')}
      reason={isInUse ? t('affected.inUse') : undefined}
      loading={isRunning}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      <chakra.div display="grid" gap={3}>
        {!isInUse && <p>{t('editor.delete.about', { name })}</p>}
        {affects === true && (
          <AffectedNote entity={entity} touched={[{ oid: record.oid, name, isDeleted: true }]} onUsed={() => setInUse(true)} />
        )}
        <AlertList label={t('editor.alerts')} alerts={failures.map((text, index) => ({ id: String(index), kind: 'danger', text }))} />
      </chakra.div>
    </ConfirmDialog>
  )
}
