// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { broadcastRecord } from '../../../renderer/editor/save/record-channel.ts'
import { cssOf } from '../../../renderer/parts/parts.fixture.tsx'
import { lastPlan, screen, served, renderEditor, testSource } from '../../support/editor/render-editor.tsx'
import { siteBox } from '../../support/editor/site-box.ts'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()

beforeEach(() => localStorage.clear())
afterEach(cleanup)

/** A service that refuses the first plan because another user saved `theirs`, and applies the next ones. */
function sourceWithConflict(theirs: Rec) {
  const current = served(
    { ...siteBox(), ...theirs },
    { revision: 4, lastModified: { date: '2026-03-04T06:00:00.000Z', user: 'Paul Martin' } },
  )
  let calls = 0
  return testSource({
    plan: (plan, options) => {
      calls += 1
      if (calls === 1) return failing.refuses('plan', { status: 409, detail: 'stale', current: [current] })(plan, options)
      return Promise.resolve({
        applied: true,
        dryRun: false,
        actionId: 'a',
        counts: { applied: 1, unchanged: 0, refused: 0 },
        items: plan.items.map((item, index) => ({ index, verdict: 'applied' as const, oid: item.oid ?? 'x' })),
      })
    },
  })
}

describe('two users who edit the same record', () => {
  it('both keep their changes without a conflict if they changed different fields', async () => {
    const source = sourceWithConflict({ notes: 'written by Paul' })
    const { user } = renderEditor({ record: served(siteBox()), source })
    await user.type(screen.getByLabelText(/^preference/), '5')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(await screen.findByRole('heading', { name: 'The list' })).toBeDefined()
    expect(lastPlan(source)?.items[0]).toMatchObject({ revision: 4, changes: { preference: 1005 } })
  })

  it('see both values if they changed the same field, and keep their own by default', async () => {
    const source = sourceWithConflict({ preference: 300 })
    const { user } = renderEditor({ record: served(siteBox()), source })
    await user.type(screen.getByLabelText(/^preference/), '5')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    const dialog = await screen.findByRole('dialog', { name: 'Someone else changed the same fields' })
    expect(dialog.textContent).toContain('Paul Martin')
    expect(dialog.textContent).toContain('300')
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: /Yours\s*1,005/ }).checked).toBe(true)
    await user.click(within(dialog).getByRole('button', { name: 'Save these choices' }))
    expect(await screen.findByRole('heading', { name: 'The list' })).toBeDefined()
    expect(lastPlan(source)?.items[0]).toMatchObject({ revision: 4, changes: { preference: 1005 } })
  })

  it('see both values in full, with line breaks, even if they are long', async () => {
    const long = (word: string) => `${word}\n${'words and more '.repeat(20)}end`
    const source = sourceWithConflict({ notes: long('Theirs') })
    const { user } = renderEditor({ record: served(siteBox()), source })
    await user.click(screen.getByRole('tab', { name: /storage/ }))
    await user.click(screen.getByLabelText(/^notes/))
    await user.paste(long('Mine'))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain(long('Theirs'))
    expect(dialog.textContent).toContain(long('Mine'))
    expect(cssOf(within(dialog).getByText(/Theirs/))).toMatch(/white-space: ?pre-wrap/)
  })

  it('can accept the saved value, and then nothing is sent', async () => {
    const source = sourceWithConflict({ preference: 300 })
    const { user } = renderEditor({ record: served(siteBox()), source })
    await user.type(screen.getByLabelText(/^preference/), '5')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('radio', { name: /Saved in the meantime/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Save these choices' }))
    expect(screen.getByLabelText<HTMLInputElement>(/^preference/).value).toBe('300')
    expect(source.plan).toHaveBeenCalledTimes(1)
  })

  it('keep their input if the other user deleted the record, and can create it again', async () => {
    const source = testSource({ plan: failing.refuses('plan', { status: 404, detail: 'gone' }) })
    const { user, router } = renderEditor({ record: served(siteBox()), source })
    await user.type(screen.getByLabelText(/^preference/), '5')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(await screen.findAllByText(/Someone deleted this record/)).not.toHaveLength(0)
    expect(screen.getByLabelText<HTMLInputElement>(/^preference/).value).toBe('1005')
    await user.click(screen.getByRole('button', { name: 'Create again' }))
    expect(await screen.findByRole('heading', { name: 'A new one' })).toBeDefined()
    expect(router.state.historyAction).toBe('REPLACE')
    expect(router.state.location.state).toMatchObject({ prefill: { name: 'Paris-HQ', preference: 1005 } })
  })
})

describe('two browser tabs on the same record', () => {
  it("are told of each other's saves, and can merge the changes", async () => {
    const source = testSource({ one: () => Promise.resolve(served({ ...siteBox(), preference: 77 }, { revision: 9 })) })
    const { user } = renderEditor({ record: served(siteBox()), source })
    await user.type(screen.getByLabelText(/^wans\.mtu/), '0')
    broadcastRecord({ entity: 'site-box', oid: 'box-1', revision: 9 })
    await user.click(await screen.findByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^preference/).value).toBe('77'))
    expect(screen.getByLabelText<HTMLInputElement>(/^wans\.mtu/).value).toBe('15000')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(lastPlan(source)?.items[0]).toMatchObject({ revision: 9, changes: { wans: { wan1: { mtu: 15000 } } } })
  })
})
