// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { AlertDialog, ConfirmDialog } from './confirm-dialog.tsx'
import { showPart } from '../parts.fixture.tsx'

afterEach(cleanup)

function Asking({ onConfirm, destructive = false }: { onConfirm: () => void; destructive?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Delete…</button>
      {isOpen && (
        <ConfirmDialog
          title="Delete Acme?"
          confirmLabel="Delete"
          cancelLabel="Keep"
          destructive={destructive}
          onConfirm={onConfirm}
          onCancel={close}
        >
          It cannot be undone.
        </ConfirmDialog>
      )}
    </>
  )
}

it(
  'a dialog is named by its title, described by its text, and focuses the safe button if the action is destructive',
  { tags: ['S0-2.18'] },
  async () => {
    const { user } = showPart(<Asking destructive onConfirm={vi.fn()} />)
    await user.click(screen.getByText('Delete…'))
    const dialog = screen.getByRole('alertdialog', { name: 'Delete Acme?' })
    expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe('It cannot be undone.')
    expect(document.activeElement?.textContent).toBe('Keep')
  },
)

it('a dialog focuses the confirm button if the action is not destructive', { tags: ['S0-2.18'] }, async () => {
  const confirm = vi.fn()
  const { user } = showPart(<Asking onConfirm={confirm} />)
  await user.click(screen.getByText('Delete…'))
  await user.keyboard('{Enter}')
  expect(confirm).toHaveBeenCalledOnce()
})

it('Escape cancels a dialog and restores the focus', { tags: ['S0-2.18'] }, async () => {
  const confirm = vi.fn()
  const { user } = showPart(<Asking onConfirm={confirm} />)
  await user.click(screen.getByText('Delete…'))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(confirm).not.toHaveBeenCalled()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete…' })))
})

it('an alert dialog is closed only by its button', { tags: ['S0-2.19'] }, async () => {
  const ok = vi.fn()
  const { user } = showPart(
    <AlertDialog title="No tenant" okLabel="OK" onOk={ok}>
      You will be logged out.
    </AlertDialog>,
  )
  await user.keyboard('{Escape}')
  expect(ok).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(ok).toHaveBeenCalledOnce()
})
