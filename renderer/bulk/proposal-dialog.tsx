import { chakra } from '@chakra-ui/react'
import { useHost } from '../host.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import type { Proposal } from './bulk-state.ts'
import type { SheetModel } from './sheet/sheet-model.ts'

const Table = chakra('table', {
  base: {
    w: 'full',
    fontSize: 'sm',
    borderCollapse: 'collapse',
    color: 'fg',
    '& th': {
      position: 'sticky',
      top: 0,
      bg: 'bg.raised',
      textAlign: 'start',
      fontWeight: 'medium',
      color: 'fg.muted',
      py: 1.5,
      pr: 3,
      borderBottomWidth: '1px',
      borderBottomStyle: 'solid',
      borderColor: 'border',
    },
    '& td': {
      py: 1.5,
      pr: 3,
      verticalAlign: 'top',
      overflowWrap: 'anywhere',
      borderBottomWidth: '1px',
      borderBottomStyle: 'solid',
      borderColor: 'border',
    },
  },
})

interface ProposalDialogProps {
  proposal: Proposal
  model: SheetModel
  onApply: () => void
  onDismiss: () => void
}

/** The exact plan before it is applied: how many rows, and every cell's old and new text. */
export function ProposalDialog({ proposal, model, onApply, onDismiss }: ProposalDialogProps) {
  const { t, language } = useHost()
  const { kind, draft, cells } = proposal
  const deleting = kind === 'delete'
  return (
    <ConfirmDialog
      title={t(deleting ? 'bulk.confirm.delete.title' : 'bulk.confirm.update.title')}
      confirmLabel={t(deleting ? 'bulk.delete' : 'bulk.update')}
      cancelLabel={t('bulk.cancel')}
      destructive={deleting}
      size={deleting ? 'md' : 'lg'}
      onConfirm={onApply}
      onCancel={onDismiss}
    >
      <chakra.p mb={3}>
        {deleting
          ? t('bulk.confirm.delete', { count: draft.planned })
          : t('bulk.confirm.update', { count: draft.planned, created: draft.creates, updated: draft.updates })}
        {draft.skipped > 0 && ` ${t('bulk.confirm.notAll', { count: draft.skipped })}`}
      </chakra.p>
      {!deleting && (
        <chakra.div maxH="50vh" overflowY="auto" tabIndex={0} role="region" aria-label={t('bulk.confirm.cells')}>
          <Table>
            <thead>
              <tr>
                <th scope="col">{t('bulk.confirm.row')}</th>
                <th scope="col">{t('bulk.confirm.column')}</th>
                <th scope="col">{t('bulk.confirm.before')}</th>
                <th scope="col">{t('bulk.confirm.after')}</th>
              </tr>
            </thead>
            <tbody>
              {cells.map((cell) => {
                const column = model.map.columns.find((candidate) => candidate.id === cell.column)
                const labels = column && model.optionLabels[column.field]
                return (
                  <tr key={`${cell.row}/${cell.column}`}>
                    <td>{cell.name}</td>
                    <td>{column?.headers[language] ?? cell.column}</td>
                    <chakra.td color="fg.subtle">{shownText(cell.before, labels)}</chakra.td>
                    <td>{shownText(cell.after, labels)}</td>
                  </tr>
                )
              })}
            </tbody>
          </Table>
        </chakra.div>
      )}
    </ConfirmDialog>
  )
}

function shownText(text: string, labels: Readonly<Record<string, string>> | undefined): string {
  return text === '' ? '–' : (labels?.[text] ?? text)
}
