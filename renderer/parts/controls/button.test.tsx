// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Button, IconButton } from './button.tsx'
import { showPart } from '../parts.fixture.tsx'

afterEach(cleanup)

it('a button disabled with a reason does nothing, stays focusable, and shows the reason', async () => {
  const press = vi.fn()
  const { user } = showPart(
    <Button reason="Nothing has changed" onClick={press}>
      Update
    </Button>,
  )
  await user.tab()
  const button = screen.getByRole('button', { name: 'Update' })
  expect(document.activeElement).toBe(button)
  expect((await screen.findByRole('tooltip')).textContent).toBe('Nothing has changed')
  expect(button.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
  await user.keyboard('{Enter}')
  await user.keyboard('{Escape}')
  await user.click(button)
  expect(screen.getByRole('tooltip').textContent).toBe('Nothing has changed')
  expect(press).not.toHaveBeenCalled()
})

function Ripening() {
  const [reason, setReason] = useState<string | undefined>('Nothing has changed')
  return (
    <Button reason={reason} onKeyDown={() => setReason(undefined)}>
      Update
    </Button>
  )
}

it('a button keeps the focus when it is enabled again', async () => {
  const { user } = showPart(<Ripening />)
  await user.tab()
  const before = document.activeElement
  await user.keyboard('x')
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBeNull()
  expect(document.activeElement).toBe(before)
})

it('a button ignores further clicks while it is busy', async () => {
  const press = vi.fn()
  const { user } = showPart(
    <Button loading onClick={press}>
      Update
    </Button>,
  )
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(press).not.toHaveBeenCalled()
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
})

it('an icon button is named by its label, and Escape closes its tooltip', async () => {
  const { user } = showPart(<IconButton label="Close" icon={<svg />} />)
  await user.tab()
  expect(screen.getByRole('button', { name: 'Close' })).toBeDefined()
  expect(screen.getByText('Close')).toBeDefined()
  await user.keyboard('{Escape}')
  expect(screen.queryByText('Close')).toBeNull()
})
