import { chakra } from '@chakra-ui/react'
import { useHost } from '../host.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import type { BulkController } from './bulk-controller.ts'
import type { Proposal } from './bulk-state.ts'
import { PlanGrid } from './grid/plan-grid.tsx'
import type { SheetModel } from './sheet/sheet-model.ts'

interface ProposalDialogProps {
  controller: BulkController
  proposal: Proposal
  model: SheetModel
}

/** The exact plan before it is applied: how many rows, and every cell's old and new text. */
export function ProposalDialog({ controller, proposal, model }: ProposalDialogProps) {
  const { t } = useHost()
  const { kind, draft } = proposal
  const deleting = kind === 'delete'
  return (
    <ConfirmDialog
      title={t(deleting ? 'bulk.confirm.delete.title' : 'bulk.confirm.update.title')}
      confirmLabel={t(deleting ? 'bulk.delete' : 'bulk.update')}
      cancelLabel={t('bulk.cancel')}
      destructive={deleting}
      size={deleting ? 'md' : 'lg'}
      onConfirm={() => void controller.apply()}
      onCancel={() => controller.dismiss()}
    >
      <chakra.p mb={3}>
        {deleting
          ? t('bulk.confirm.delete', { count: draft.planned })
          : t('bulk.confirm.update', { count: draft.planned, created: draft.creates, updated: draft.updates })}
        {draft.skipped > 0 && ` ${t('bulk.confirm.notAll', { count: draft.skipped })}`}
      </chakra.p>
      <PlanGrid proposal={proposal} model={model} client={controller.client} />
    </ConfirmDialog>
  )
}
