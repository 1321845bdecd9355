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
  it('asks first, naming the record and what the screen tells besides', { tags: ['S0-2.29', 'S1-2.15', 'S2-2.31'] }, async () => {
    const telling: Screen = {
      ...siteBoxScreen,
      editor: { ...siteBoxScreen.editor, sections: siteBoxScreen.editor?.sections ?? {}, deleteSummary: ['mode'] },
    }
    const { user, source } = renderEditor({ record: served(siteBox()), screen: telling })
    await user.click(button())
    const question = within(screen.getByRole('alertdialog', { name: 'Delete Paris-HQ?' }))
    expect(question.getByRole('definition').textContent).toBe('hub')
    expect(source.plan).not.toHaveBeenCalled()
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(source.plan).toHaveBeenCalledOnce()
  })

  it(
    'turns while at work, is red with the reason when that failed, and itself again after three seconds',
    { tags: ['S0-8.8', 'S1-8.2'] },
    async () => {
      const { call, refuse } = failing.holds('plan')
      const source = testSource({ plan: call })
      const { user } = renderEditor({ record: served(siteBox()), source })
      const plain = button().className
      await user.click(button())
      await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
      expect(button().getAttribute('aria-busy')).toBe('true')
      vi.useFakeTimers({ shouldAdvanceTime: true })
      refuse({ status: 500, detail: 'The box is in use' })
      await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull())
      expect(button().className).not.toBe(plain)
      await user.hover(button())
      await waitFor(() => expect(screen.getByRole('tooltip').textContent).toContain('The box is in use'))
      vi.advanceTimersByTime(3000)
      await waitFor(() => expect(button().className).toBe(plain))
    },
  )

  it.each([
    ['of the person who deletes it', 'marie', true],
    ['of somebody else', 'tom', false],
  ])('makes the tenant context stale when it deletes the role %s', async (_whose, owner, isStale) => {
    const schema = { ...siteBoxSchema, 'x-entity': { ...siteBoxSchema['x-entity'], inTenantContext: true, person: 'owner' } }
    const { user, contextDirty, toast } = renderEditor({ record: served({ ...siteBox(), owner }), schema })
    await user.click(button())
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(toast).toHaveBeenCalled())
    expect(contextDirty).toHaveBeenCalledTimes(isStale ? 1 : 0)
  })

  it('is not there for a new record', { tags: ['S1-2.14', 'S2-2.36'] }, () => {
    renderEditor()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  })
})
