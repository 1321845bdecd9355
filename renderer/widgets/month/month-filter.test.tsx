// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Popover } from '../../parts/overlays/popover.tsx'
import { showPart } from '../../parts/parts.fixture.tsx'
import type { FilterValue } from '../contract.ts'
import { MonthFilter } from './filter.tsx'

beforeEach(() => void vi.setSystemTime(new Date('2026-11-22T10:00:00Z')))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const texts: Record<string, string> = {
  'list.filter.from': 'From',
  'list.filter.to': 'To',
  'editor.month.open': 'Choose a month: {{field}}',
}
const t = (key: string, params: Record<string, unknown> = {}) =>
  Object.entries(params).reduce((text, [name, value]) => text.replace(`{{${name}}}`, String(value)), texts[key] ?? key)

/** The filter in the panel of a list, with the applied value. */
async function show(start: FilterValue | undefined, language = 'en') {
  const changed = vi.fn<(value: FilterValue | undefined) => void>()
  const closed = vi.fn<() => void>()
  function Holder() {
    const [value, setValue] = useState(start)
    const opener = useRef<HTMLButtonElement>(null)
    return (
      <>
        <button ref={opener}>Filter</button>
        <Popover anchor={opener} label="Filter" onClose={closed}>
          <MonthFilter
            id="starts"
            label="Starts"
            value={value}
            property={{ type: 'string', format: 'month' }}
            optionLabel={String}
            language={language}
            t={t}
            onChange={(next) => {
              changed(next)
              setValue(next)
            }}
          />
        </Popover>
      </>
    )
  }
  const { user } = showPart(<Holder />)
  const from = await screen.findByLabelText<HTMLInputElement>('From')
  return { user, changed, closed, from, to: screen.getByLabelText<HTMLInputElement>('To') }
}

describe('the month filter', () => {
  it('focuses its first box and applies on Enter, in the month format of the language', async () => {
    const { user, changed, from } = await show(undefined, 'de')
    await waitFor(() => expect(document.activeElement).toBe(from))
    await user.keyboard('Mai 2026')
    expect(changed).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    expect(changed).toHaveBeenLastCalledWith({ kind: 'months', from: '2026-05' })
  })

  it('applies when a box loses the focus, and is removed when both are empty', async () => {
    const { user, changed, from, to } = await show({ kind: 'months', from: '2026-05' })
    expect([from.value, to.value]).toEqual(['May 2026', ''])
    await user.type(to, '7/2026')
    await user.tab()
    expect(changed).toHaveBeenLastCalledWith({ kind: 'months', from: '2026-05', to: '2026-07' })
    for (const box of [from, to]) await user.clear(box)
    await user.keyboard('{Enter}')
    expect(changed).toHaveBeenLastCalledWith(undefined)
  })

  it('rejects input that is not a month', async () => {
    const { user, changed, from } = await show({ kind: 'months', from: '2026-05' })
    await user.clear(from)
    await user.type(from, 'soon{Enter}')
    expect(changed).toHaveBeenLastCalledWith(undefined)
    expect(changed.mock.calls.flat().filter((value) => JSON.stringify(value)?.includes('soon'))).toEqual([])
  })

  it('applies as soon as a month is chosen from the calendar', async () => {
    const { user, changed } = await show(undefined)
    await user.click(screen.getByRole('button', { name: 'Choose a month: From', hidden: true }))
    await user.click(await screen.findByRole('option', { name: 'March 2026', hidden: true }))
    expect(changed).toHaveBeenLastCalledWith({ kind: 'months', from: '2026-03' })
  })

  it('closes its calendar on Escape, and the panel on the next Escape', async () => {
    const { user, closed, from } = await show(undefined)
    const isOpen = () => screen.getByRole('button', { name: 'Choose a month: From', hidden: true }).getAttribute('aria-expanded')
    await user.click(screen.getByRole('button', { name: 'Choose a month: From', hidden: true }))
    expect(isOpen()).toBe('true')
    await user.keyboard('{Escape}')
    expect(isOpen()).toBe('false')
    expect(closed).not.toHaveBeenCalled()
    from.focus()
    await user.keyboard('{Escape}')
    expect(closed).toHaveBeenCalled()
  })
})
