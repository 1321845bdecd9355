import { chakra } from '@chakra-ui/react'
import { useSnapshot } from 'valtio'
import { useHost } from '../host.tsx'
import { ConfirmDialog } from '../parts/overlays/confirm-dialog.tsx'
import type { BulkController } from './bulk-controller.ts'
import type { BulkState, Proposal } from './bulk-state.ts'
import { PlanGrid } from './grid/plan-grid.tsx'

interface ProposalDialogProps {
  controller: BulkController
  proposal: Proposal
  /** Label of the delete action (`editor.verbs.delete`). */
  verb: string
}

/** Confirmation dialog with the plan: row counts, and old and new text of each cell. */
export function ProposalDialog({ controller, proposal, verb }: ProposalDialogProps) {
  const { t } = useHost()
  const { models } = useSnapshot(controller.state) as BulkState
  const { kind, draft, raised = 0 } = proposal
  const deleting = kind === 'delete'
  return (
    <ConfirmDialog
      title={t(deleting ? `bulk.${verb}.title` : 'bulk.confirm.update.title')}
      confirmLabel={t(deleting ? `bulk.${verb}.verb` : 'bulk.update')}
      cancelLabel={t('bulk.cancel')}
      destructive={deleting}
      size={deleting ? 'md' : 'lg'}
      onConfirm={() => void controller.apply()}
      onCancel={() => controller.dismiss()}
    >
      <chakra.p mb={3}>
        {deleting
          ? t(`bulk.${verb}.confirm`, { count: draft.planned })
          : t('bulk.confirm.update', { count: draft.planned, created: draft.creates, updated: draft.updates })}
        {draft.inner && !deleting && ` ${t('bulk.confirm.inner', { ...draft.inner })}`}
        {draft.skipped > 0 && ` ${t('bulk.confirm.notAll', { count: draft.skipped })}`}
        {raised > 0 && ` ${t('bulk.confirm.raised', { count: raised })}`}
      </chakra.p>
      {!controller.abilities.dryRun && <chakra.p mb={3}>{t('bulk.confirm.unchecked')}</chakra.p>}
      <PlanGrid proposal={proposal} models={models} client={controller.client} />
    </ConfirmDialog>
  )
}
