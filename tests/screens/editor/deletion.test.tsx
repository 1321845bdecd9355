// @vitest-environment happy-dom
import { act, cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pressDelete } from '../../support/editor/press-delete.ts'
import { lastPlan, screen, served, renderEditor, testSource, type RenderEditorOptions } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const button = () => screen.getByRole('button', { name: 'Delete' })
/** Lets time pass, and the button show what that changes. */
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

/** Shows the record in a screen with a delete summary. */
function show(options: RenderEditorOptions = {}) {
  const editor = { ...siteBoxScreen.editor, sections: siteBoxScreen.editor?.sections ?? {}, deleteSummary: ['mode'] }
  return renderEditor({ record: served(siteBox()), screen: { ...siteBoxScreen, editor }, ...options })
}

describe('the delete button', () => {
  it(
    'asks for confirmation at the first press, with the name of the record and the delete summary; deletes at the second',
    { tags: ['S0-2.29', 'S1-2.15', 'S2-2.31', 'S2-4.28'] },
    async () => {
      const { user, source } = show()
      const normal = button().className
      await user.click(button())
      const tooltip = within(await screen.findByRole('tooltip'))
      tooltip.getByText('Delete Paris-HQ?')
      tooltip.getByText('Press “Delete” again within four seconds to confirm.')
      expect(tooltip.getByRole('definition').textContent).toBe('hub')
      expect(button().className).not.toBe(normal)
      expect(screen.getAllByRole('status').some(({ textContent }) => textContent?.startsWith('Delete Paris-HQ? hub Press'))).toBe(true)
      expect(source.plan).not.toHaveBeenCalled()
      await user.keyboard('{Enter}')
      expect(lastPlan(source)?.items).toMatchObject([{ action: 'delete', oid: 'box-1', revision: 3 }])
    },
  )

  it('is not armed any more after four seconds', { tags: ['S2-4.28', 'S2-9.23'] }, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user, source } = show()
    const normal = button().className
    await user.click(button())
    await screen.findByRole('tooltip')
    await pass(3900)
    expect(button().className).not.toBe(normal)
    await pass(200)
    expect(button().className).toBe(normal)
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    await user.keyboard('{Enter}')
    expect(source.plan).not.toHaveBeenCalled()
  })

  it(
    'shows a spinner while it deletes, turns red with the reason on failure, and recovers after three seconds',
    { tags: ['S0-8.8', 'S1-8.2', 'S2-4.29', 'S2-9.23'] },
    async () => {
      const { call, refuse } = failing.holds('plan')
      const source = testSource({ plan: call })
      const { user } = renderEditor({ record: served(siteBox()), source })
      const normalClassName = button().className
      await user.click(button())
      const armedClassName = button().className
      await user.keyboard('{Enter}')
      expect(button().getAttribute('aria-busy')).toBe('true')
      vi.useFakeTimers({ shouldAdvanceTime: true })
      refuse({ status: 500, detail: 'The box is in use' })
      await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull())
      expect([normalClassName, armedClassName]).not.toContain(button().className)
      await waitFor(() => expect(screen.getByRole('tooltip').textContent).toContain('The box is in use'))
      await pass(2800)
      expect(button().className).not.toBe(normalClassName)
      await pass(300)
      expect(button().className).toBe(normalClassName)
    },
  )

  it.each([
    ['of the current user', 'marie', true],
    ['of another user', 'tom', false],
  ])('reloads the tenant context only after deleting a role of the current user (here: %s)', async (_case, owner, isReloaded) => {
    const schema = { ...siteBoxSchema, 'x-entity': { ...siteBoxSchema['x-entity'], inTenantContext: true, person: 'owner' } }
    const { user, contextDirty, toast } = renderEditor({ record: served({ ...siteBox(), owner }), schema })
    await pressDelete(user)
    await waitFor(() => expect(toast).toHaveBeenCalled())
    expect(contextDirty).toHaveBeenCalledTimes(isReloaded ? 1 : 0)
  })

  it('is absent for a new record', { tags: ['S1-2.14', 'S2-2.36'] }, () => {
    renderEditor()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  })
})
