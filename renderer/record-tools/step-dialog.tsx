import type { ReactNode } from 'react'
import { useHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Dialog } from '../parts/overlays/dialog.tsx'
import { AlertList } from '../parts/page/alert-list.tsx'

interface StepDialogProps {
  title: string
  /** @default 'xl' */
  size?: 'lg' | 'xl'
  /** Beside the button that goes on. */
  leave: { label: string; onClick: () => void }
  go: {
    label: string
    isRunning: boolean
    /** Why one cannot go on. */
    reason: string | undefined
    /** Focused when the step opens. @default false */
    isFirst?: boolean
    onClick: () => void
  }
  onClose: () => void
  children: ReactNode
}

/** One step of a change of chosen records: what it is about, and a button that goes on. */
export function StepDialog({ title, size = 'xl', leave, go, onClose, children }: StepDialogProps) {
  const { t } = useHost()
  return (
    <Dialog
      title={title}
      size={size}
      position="top"
      closeLabel={t('list.cancel')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={leave.onClick}>{leave.label}</Button>
          <Button
            variant="primary"
            {...(go.isFirst && { 'data-autofocus': '' })}
            loading={go.isRunning}
            reason={go.reason}
            onClick={go.onClick}
          >
            {go.label}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

/** What the service refused; nothing without a line. */
export function StepFailure({ lines }: { lines: readonly string[] }) {
  const { t } = useHost()
  if (lines.length === 0) return null
  return <AlertList label={t('list.error.title')} alerts={lines.map((text, id) => ({ id: String(id), kind: 'danger', text }))} />
}
