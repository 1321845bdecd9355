// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { lastPlan, screen, served, renderEditor } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema } from '../../support/editor/site-box.ts'

const schema = {
  ...siteBoxSchema,
  'x-rules': [
    {
      id: 'hub-was',
      fields: ['mode'],
      effect: 'warn',
      changed: ['mode'],
      when: { mode: 'spoke', '$editor.form': true },
      about: 'site-box.because.hubs',
      because: 'site-box.because.hubsGo',
    },
    {
      id: 'small-preference',
      fields: ['preference'],
      effect: 'check',
      that: { preference: { lt: 500 } },
      because: 'site-box.because.tooMuch',
    },
  ],
} as EntitySchema

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('a field with a warning rule', () => {
  it('shows the warning as soon as it changes, is described by it, and can still be saved', async () => {
    const { user, source } = renderEditor({ schema, record: served({ ...siteBox(), mode: 'hub' }) })
    expect(screen.queryByText('hubsGo')).toBeNull()
    await user.click(screen.getByRole('radio', { name: /spoke/ }))
    const notice = screen.getByText('hubsGo').closest('[aria-live]')
    expect(notice?.textContent).toBe('hubs hubsGo')
    const described = [...document.querySelectorAll('[aria-describedby]')].map((element) => element.getAttribute('aria-describedby'))
    expect(described.some((ids) => ids?.split(' ').includes(notice?.id ?? '-'))).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(lastPlan(source)?.items[0]?.changes).toEqual({ mode: 'spoke' })
  })
})

describe('a field with a check rule', () => {
  it('shows the error on blur, and is not sent', async () => {
    const { user, source } = renderEditor({ schema, record: served(siteBox()) })
    const field = screen.getByLabelText(/^preference/)
    await user.clear(field)
    await user.type(field, '700')
    await user.tab()
    expect((await screen.findAllByText('tooMuch')).length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(source.plan).not.toHaveBeenCalled()
  })
})
