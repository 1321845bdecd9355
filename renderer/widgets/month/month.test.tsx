// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import editorTexts from '../../../locales/en/editor.json' with { type: 'json' }
import { showControl, shownControl } from '../control.fixture.tsx'
import type { GivenControl } from '../control.fixture.tsx'
import { MonthControl } from './control.tsx'

beforeEach(() => void vi.setSystemTime(new Date('2026-11-22T10:00:00Z')))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const t = (key: string, params?: Record<string, unknown>): string =>
  (editorTexts as Record<string, string>)[key]!.replace('{{field}}', String(params?.['field']))

/** Shows the control with its value, as in an editor, after its input has loaded. */
async function show(start: string | undefined, given: GivenControl = {}) {
  const { user, changed } = showControl(MonthControl, start, { schema: { type: 'string', format: 'month' }, t, ...given })
  const isThere = () => expect(shownControl().value).not.toBe('')
  await (start === undefined ? screen.findByRole('button') : waitFor(isThere))
  return { user, changed, box: shownControl }
}
const opener = () => screen.getByRole('button', { name: 'Choose a month: Field' })
const focused = () => document.activeElement?.getAttribute('aria-label')

describe('the month widget', () => {
  it('shows the month in the language of the reader, and stores it in the schema format', async () => {
    const { user, changed, box } = await show('2026-05', { language: 'de' })
    expect(box().value).toBe('Mai 2026')
    await user.clear(box())
    expect(changed).toHaveBeenLastCalledWith(undefined)
    await user.type(box(), '3.2027')
    expect(box().value).toBe('3.2027')
    expect(changed).toHaveBeenLastCalledWith('2027-03')
    await user.tab()
    expect(box().value).toBe('März 2027')
  })

  it('keeps invalid input, so that validation against the schema fails', async () => {
    const { user, changed, box } = await show(undefined)
    await user.type(box(), 'soon')
    await user.tab()
    expect(changed).toHaveBeenLastCalledWith('soon')
    expect(box().value).toBe('soon')
  })

  it('steps with arrow and page keys, from the current month if it is empty', async () => {
    const { user, changed, box } = await show(undefined)
    await user.click(box())
    await user.keyboard('{ArrowUp}')
    expect(changed).toHaveBeenLastCalledWith('2026-11')
    await user.keyboard('{ArrowUp}{ArrowUp}{PageDown}{ArrowDown}')
    expect(changed).toHaveBeenLastCalledWith('2025-12')
  })

  it('supports choosing from the calendar with the keyboard, and restores the focus', async () => {
    const { user, changed, box } = await show('2026-11')
    await user.click(box())
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(focused()).toBe('November 2026')
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(focused()).toBe('March 2027')
    await user.keyboard('{PageDown}{Home}')
    expect(focused()).toBe('January 2028')
    await user.keyboard('{Enter}')
    expect(changed).toHaveBeenLastCalledWith('2028-01')
    expect(document.activeElement).toBe(box())
    expect(screen.queryByRole('listbox')).toBeNull()
    await user.click(opener())
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(box())
    await user.click(opener())
    await user.click(opener())
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('disables months that would be refused, and shows why', async () => {
    const refusal = (value: unknown): string | undefined => (String(value) <= '2026-11' ? 'It lies in the future.' : undefined)
    const { user, changed } = await show('2026-12', { options: { refusal } })
    await user.click(opener())
    const november = screen.getByRole('option', { name: 'November 2026' })
    expect(november.getAttribute('aria-disabled')).toBe('true')
    await user.click(november)
    expect(changed).not.toHaveBeenCalled()
    expect(screen.getByRole('status').textContent).toBe('It lies in the future.')
    await user.click(screen.getByRole('option', { name: 'December 2026' }))
    expect(changed).toHaveBeenLastCalledWith('2026-12')
  })

  it('is read-only if it is locked', async () => {
    const { user, changed, box } = await show('2026-05', { readonly: true })
    expect(screen.queryByRole('button')).toBeNull()
    await user.click(box())
    await user.keyboard('{ArrowUp}{Alt>}{ArrowDown}{/Alt}')
    expect(changed).not.toHaveBeenCalled()
    expect(screen.queryByRole('listbox')).toBeNull()
  })
})
