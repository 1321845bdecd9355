// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { screen, served, renderEditor, testSource } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const button = () => screen.getByRole('button', { name: 'Delete' })

describe('the delete button', () => {
  it(
    'asks for confirmation, with the name of the record and the delete summary of the screen',
    { tags: ['S0-2.29', 'S1-2.15', 'S2-2.31'] },
    async () => {
      const screenWithSummary: Screen = {
        ...siteBoxScreen,
        editor: { ...siteBoxScreen.editor, sections: siteBoxScreen.editor?.sections ?? {}, deleteSummary: ['mode'] },
      }
      const { user, source } = renderEditor({ record: served(siteBox()), screen: screenWithSummary })
      await user.click(button())
      const dialog = within(screen.getByRole('alertdialog', { name: 'Delete Paris-HQ?' }))
      expect(dialog.getByRole('definition').textContent).toBe('hub')
      expect(source.plan).not.toHaveBeenCalled()
      await user.click(dialog.getByRole('button', { name: 'Delete' }))
      expect(source.plan).toHaveBeenCalledOnce()
    },
  )

  it(
    'shows a spinner while it deletes, turns red with the reason on failure, and recovers after three seconds',
    { tags: ['S0-8.8', 'S1-8.2'] },
    async () => {
      const { call, refuse } = failing.holds('plan')
      const source = testSource({ plan: call })
      const { user } = renderEditor({ record: served(siteBox()), source })
      const normalClassName = button().className
      await user.click(button())
      await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
      expect(button().getAttribute('aria-busy')).toBe('true')
      vi.useFakeTimers({ shouldAdvanceTime: true })
      refuse({ status: 500, detail: 'The box is in use' })
      await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull())
      expect(button().className).not.toBe(normalClassName)
      await user.hover(button())
      await waitFor(() => expect(screen.getByRole('tooltip').textContent).toContain('The box is in use'))
      vi.advanceTimersByTime(3000)
      await waitFor(() => expect(button().className).toBe(normalClassName))
    },
  )

  it.each([
    ['of the current user', 'marie', true],
    ['of another user', 'tom', false],
  ])('reloads the tenant context only after deleting a role of the current user (here: %s)', async (_case, owner, isReloaded) => {
    const schema = { ...siteBoxSchema, 'x-entity': { ...siteBoxSchema['x-entity'], inTenantContext: true, person: 'owner' } }
    const { user, contextDirty, toast } = renderEditor({ record: served({ ...siteBox(), owner }), schema })
    await user.click(button())
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(toast).toHaveBeenCalled())
    expect(contextDirty).toHaveBeenCalledTimes(isReloaded ? 1 : 0)
  })

  it('is absent for a new record', { tags: ['S1-2.14', 'S2-2.36'] }, () => {
    renderEditor()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  })
})
