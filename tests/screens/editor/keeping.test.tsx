// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lastPlan, screen, served, renderEditor, testSource } from '../../support/editor/render-editor.tsx'
import { siteBox } from '../../support/editor/site-box.ts'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()

beforeEach(() => localStorage.clear())
afterEach(cleanup)

let left: [key: string, value: string][] = []
/** Edits a record, waits until the draft is stored, and closes the editor. */
beforeAll(async () => {
  localStorage.clear()
  const { user, unmount } = renderEditor({ record: served(siteBox()) })
  await user.type(screen.getByLabelText(/^preference/), '5')
  await user.type(screen.getByLabelText(/^key/), 'top secret')
  await waitFor(() => expect(localStorage.length).toBe(1), { timeout: 2000 })
  unmount()
  left = Object.entries(localStorage) as typeof left
})

/** Stores the draft of that editor, as somebody finds it who opens the record again. */
function leaveDraft(): void {
  for (const [key, value] of left) localStorage.setItem(key, value)
}

describe('an unsaved draft', () => {
  it('survives a closed tab, and is offered on the next visit', async () => {
    leaveDraft()
    const { user } = renderEditor({ record: served(siteBox()) })
    expect(screen.getByText(/You left 1 unsaved change here/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    expect(screen.getByLabelText<HTMLInputElement>(/^preference/).value).toBe('1005')
  })

  it('is no longer offered once the record is deleted; the current input can be created as a new record', async () => {
    leaveDraft()
    const source = testSource({ plan: failing.refuses('plan', { status: 404, detail: 'gone' }) })
    const { user } = renderEditor({ record: served(siteBox()), source })
    await user.type(screen.getByLabelText(/^preference/), '6')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(await screen.findByRole('button', { name: 'Create again' })).toBeDefined()
    expect(screen.queryByText(/You left/)).toBeNull()
  })

  it('never contains secrets', () => {
    expect(JSON.stringify(left)).toContain('1005')
    expect(JSON.stringify(left)).not.toContain('secret')
  })

  it('is merged with changes that others have saved since', async () => {
    leaveDraft()
    const { user, source } = renderEditor({ record: served({ ...siteBox(), notes: 'by Paul' }, { revision: 8 }) })
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(lastPlan(source)?.items[0]).toMatchObject({ revision: 8, changes: { preference: 1005 } })
    expect(lastPlan(source)?.items[0]?.changes).not.toHaveProperty('notes')
  })

  it('raises a conflict if others have changed the same field since', async () => {
    leaveDraft()
    const { user } = renderEditor({ record: served({ ...siteBox(), preference: 42 }, { revision: 8 }) })
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('42')
    expect(dialog.textContent).toContain('1,005')
  })

  it('is removed when the user discards or resets it', async () => {
    leaveDraft()
    const { user } = renderEditor({ record: served(siteBox()) })
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(localStorage.length).toBe(0)
    await user.type(screen.getByLabelText(/^preference/), '6')
    await waitFor(() => expect(localStorage.length).toBe(1), { timeout: 2000 })
    await user.click(screen.getByRole('button', { name: 'Reset all changes' }))
    await waitFor(() => expect(localStorage.length).toBe(0), { timeout: 2000 })
  })

  it('makes the editor ask for confirmation before the user leaves the page', { tags: ['S0-2.67', 'S0-8.14'] }, async () => {
    const { user, router } = renderEditor({ record: served(siteBox()) })
    await user.type(screen.getByLabelText(/^preference/), '5')
    await router.navigate('/list')
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }))
    expect(screen.getByLabelText<HTMLInputElement>(/^preference/).value).toBe('1005')
    await router.navigate('/list')
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    expect(await screen.findByRole('heading', { name: 'The list' })).toBeDefined()
  })

  it('makes the browser ask before the window closes, and not without changes', async () => {
    const { user } = renderEditor({ record: served(siteBox()) })
    const isCloseBlocked = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(isCloseBlocked()).toBe(false)
    await user.type(screen.getByLabelText(/^preference/), '5')
    expect(isCloseBlocked()).toBe(true)
  })
})
