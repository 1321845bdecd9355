import { useDeferredValue, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useHost } from '../host.tsx'
import { BarActions, BarSummary, BottomBar } from '../parts/page/bottom-bar.tsx'
import { Button } from '../parts/controls/button.tsx'
import { ConfirmDialog } from '../parts/overlays/confirm-dialog.tsx'
import type { BulkController } from './bulk-controller.ts'
import { totals, type BulkState, type Working } from './bulk-state.ts'
import { ProgressLine } from './progress-line.tsx'

/** Writing cannot be cancelled: it is all or nothing, and can be undone afterwards. */
function isStoppable({ step }: Pick<Working, 'step'>): boolean {
  return step !== 'applying' && step !== 'undoing'
}

interface BulkBarProps {
  controller: BulkController
  canDelete: boolean
  /** Label of the delete action (`editor.verbs.delete`). */
  verb: string
}

/** Summary of what would be written, and the action buttons. */
export function BulkBar({ controller, canDelete, verb }: BulkBarProps) {
  const { t } = useHost()
  const { working, summary, sheets } = useSnapshot(controller.state) as BulkState
  const [asking, setAsking] = useState(false)
  // Deferred, because opening a dialog makes the browser lay out the whole page.
  const isAsked = useDeferredValue(asking)
  const { worked: changed, selected, selectedInvalid } = totals({ summary, sheets })
  const nothing = (count: number): string | undefined => (count === 0 ? t('bulk.bar.nothingSelected') : undefined)
  // What an import or an edit selected is to be written.
  const unpicked = summary?.picked ? undefined : (nothing(selected) ?? t('bulk.bar.nothingPicked'))
  if (working)
    return (
      <BottomBar>
        <ProgressLine working={working} {...(isStoppable(working) ? { onCancel: () => controller.cancel() } : {})} />
      </BottomBar>
    )
  return (
    <BottomBar>
      <BarSummary color="fg.muted" data-numbers aria-live="polite">
        {t('bulk.bar.selected', { count: selected })}
        {selectedInvalid > 0 && ` · ${t('bulk.bar.invalid', { count: selectedInvalid })}`}
      </BarSummary>
      <BarActions>
        <Button
          variant="dangerQuiet"
          reason={canDelete ? unpicked : t(`bulk.${verb}.noRight`)}
          onClick={() => void controller.propose('delete')}
        >
          {t(`bulk.${verb}.verb`)}
        </Button>
        <Button reason={changed === 0 ? t('bulk.bar.nothingChanged') : undefined} onClick={() => setAsking(true)}>
          {t('bulk.reset')}
        </Button>
        <Button variant="primary" reason={nothing(selected)} onClick={() => void controller.propose('write')}>
          {t('bulk.update')}
        </Button>
      </BarActions>
      {asking && isAsked && (
        <ConfirmDialog
          title={t('bulk.reset.title')}
          confirmLabel={t('bulk.reset')}
          cancelLabel={t('bulk.cancel')}
          destructive
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void controller.revert()
          }}
        >
          {t('bulk.reset.confirm', { count: changed })}
        </ConfirmDialog>
      )}
    </BottomBar>
  )
}
