import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

interface ConfirmDialogProps {
  title: ReactNode
  /** A verb: what the person agrees to. */
  confirmLabel: string
  cancelLabel: string
  /** The action destroys something: red button, and focus starts on cancel. */
  destructive?: boolean
  /** Only its buttons answer it: not Escape, not a click outside. */
  modalOnly?: boolean
  /** Set: there is nothing to agree to, and the button says why. */
  reason?: string | undefined
  /** The confirmed action is under way. */
  loading?: boolean
  /** @default sm */
  size?: NonNullable<DialogProps['size']>
  onConfirm: () => void
  onCancel: () => void
  children?: ReactNode
}

/** Asks before something happens; Escape is no. */
export function ConfirmDialog({
  title,
  confirmLabel,
  cancelLabel,
  destructive = false,
  modalOnly = false,
  size = 'sm',
  reason,
  loading,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      modalOnly={modalOnly}
      size={size}
      title={title}
      onClose={onCancel}
      footer={
        <>
          <Button data-autofocus={destructive ? '' : undefined} onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button
            data-autofocus={destructive ? undefined : ''}
            variant={destructive ? 'danger' : 'primary'}
            loading={loading}
            reason={reason}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

interface AlertDialogProps {
  title: ReactNode
  okLabel: string
  onOk: () => void
  children?: ReactNode
}

/** Says something that has to be seen; OK is the only way on. */
export function AlertDialog({ title, okLabel, onOk, children }: AlertDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      modalOnly
      title={title}
      onClose={onOk}
      footer={
        <Button data-autofocus="" variant="primary" onClick={onOk}>
          {okLabel}
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
