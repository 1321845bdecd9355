// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { overlays } from '../../../renderer/parts/overlays/overlays.ts'
import { palette } from '../../../src/shell/palette/palette-host.tsx'
import { scopeWith, renderConsole } from '../../support/shell/render-console.tsx'

vi.mock('../../../renderer/list/list-page.tsx', () => ({ ListPage: () => <h1>A list</h1> }))

configure({ asyncUtilTimeout: 5000 })
afterEach(cleanup)

/** Waits for work that libraries defer to the next animation frames. */
const nextFrames = () =>
  act(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  })

const everyList = ['partners', 'customers']

describe('the command palette', () => {
  it('goes to a screen, by keyboard alone', async () => {
    const { user, path } = await renderConsole('/oid/t1/admin/partners', { scopes: [scopeWith('vad', everyList)] })
    await screen.findByRole('heading', { name: 'A list' })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Search and commands' })
    await user.keyboard('cust{Enter}')
    expect(path()).toBe('/oid/t1/admin/customers')
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('closes when the browser goes back', async () => {
    const { user, router } = await renderConsole('/oid/t1/admin/partners', { scopes: [scopeWith('vad', everyList)] })
    await screen.findByRole('heading', { name: 'A list' })
    await act(() => router.navigate('/oid/t1/admin/customers'))
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Search and commands' })
    await act(() => router.navigate(-1))
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })

  it('stays open over a redirect that was under way', async () => {
    const { user, router } = await renderConsole('/oid/t1/admin/partners', { scopes: [scopeWith('vad', everyList)] })
    await screen.findByRole('heading', { name: 'A list' })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Search and commands' })
    await act(() => router.navigate('/oid/t1/admin/customers', { replace: true }))
    expect(router.state.location.pathname).toBe('/oid/t1/admin/customers')
    await user.keyboard('sheet')
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Search and commands' }).value).toBe('sheet')
  })

  it('goes on behind what was typed once other code has taken the focus', async () => {
    const { user } = await renderConsole('/oid/t1/admin/partners', { scopes: [scopeWith('vad', everyList)] })
    await screen.findByRole('heading', { name: 'A list' })
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search and commands' })
    await user.keyboard('shee')
    // A page that has just been opened takes it, as after a redirect.
    document.getElementById('content')?.focus()
    await nextFrames()
    await user.keyboard('t')
    expect([document.activeElement, field.value]).toEqual([field, 'sheet'])
  })

  it('takes the focus at once, and returns the focus there when other code takes it', async () => {
    const { user } = await renderConsole('/oid/t1/admin/partners', { scopes: [scopeWith('vad', everyList)] })
    await screen.findByRole('heading', { name: 'A list' })
    await Promise.all([overlays.load(), palette.load()])
    const opener = screen.getByRole('button', { name: /User menu/ })
    opener.focus()
    fireEvent.keyDown(opener, { key: 'k', ctrlKey: true })
    const field = screen.getByRole('combobox', { name: 'Search and commands' })
    expect(document.activeElement).toBe(field)
    // A popover that has just closed does the same: in the first frame, and later.
    opener.focus()
    expect(document.activeElement).toBe(field)
    await nextFrames()
    opener.focus()
    await nextFrames()
    expect(screen.getByRole('combobox', { name: 'Search and commands' })).toBe(field)
    expect(document.activeElement).toBe(field)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })
})
