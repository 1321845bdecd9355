// @vitest-environment happy-dom
import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ListPage } from '../../../renderer/list/list-page.tsx'
import { examples, findRow, tabNamed } from '../../support/list/example-rows.ts'
import { exampleListService, renderPage } from '../../support/list/render-page.tsx'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()

// Checking for hidden elements computes the style of each one; these tests need no such check.
configure({ asyncUtilTimeout: 5000, defaultHidden: true })
beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('a list', () => {
  it('offers to add the first record when it is empty', async () => {
    renderPage(ListPage, { source: exampleListService([]) })
    expect(await screen.findByRole('heading', { name: 'Nothing here yet' })).toBeDefined()
    expect(screen.getAllByRole('link', { name: 'Add' }).map((link) => link.getAttribute('href'))).toEqual(['/racks/new', '/racks/new'])
  })

  it('says when nothing matches, and resets search, tab and filters on request', async () => {
    const source = exampleListService([])
    const { user, router } = renderPage(ListPage, { source, address: '/racks?q=x&tab=free&f.holder=y' })
    await user.click(await screen.findByRole('button', { name: 'Show all rows' }))
    expect(router.state.location.search).toBe('')
  })

  it('shows the error and the request id, and loads again on request', { tags: ['S0-8.7'] }, async () => {
    const source = exampleListService(examples(1))
    source.list.mockImplementationOnce(failing.refuses('list', { status: 503, detail: 'No database', requestId: 'r-17' }))
    const { user } = renderPage(ListPage, { source })
    expect((await screen.findByRole('alert')).textContent).toContain('No database')
    expect(screen.getByText('r-17')).toBeDefined()
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await findRow('A1')).toBeDefined()
  })

  it.each([
    { answer: 'no connection', status: 0, recovers: true },
    { answer: 'a service without its database', status: 503, recovers: true },
    { answer: 'a refusal', status: 400, recovers: false },
    { answer: 'an error of the service', status: 500, recovers: false },
  ])('recovers without a click after $answer: $recovers', async ({ status, recovers }) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const source = exampleListService(examples(1))
      const fails = failing.refuses('list', { status, detail: 'Not now' })
      source.list.mockImplementationOnce(fails).mockImplementationOnce(fails)
      renderPage(ListPage, { source })
      await screen.findByRole('alert')
      for (let pause = 0; pause < 2; pause++) await act(() => vi.advanceTimersByTimeAsync(10_000))
      expect(screen.queryByRole('alert') === null).toBe(recovers)
      expect(screen.queryByText('A1') !== null).toBe(recovers)
      expect(source.list).toHaveBeenCalledTimes(recovers ? 3 : 1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('does not poll more often after "Try again" is pressed in between', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const source = exampleListService(examples(1))
      source.list.mockImplementation(failing.refuses('list', { status: 503, detail: 'Not now' }))
      renderPage(ListPage, { source })
      await screen.findByRole('alert')
      for (let press = 1; press <= 3; press++) {
        act(() => screen.getByRole('button', { name: 'Try again' }).click())
        await waitFor(() => expect(source.list).toHaveBeenCalledTimes(1 + press))
        await act(() => vi.advanceTimersByTimeAsync(100))
      }
      await act(() => vi.advanceTimersByTimeAsync(5000))
      expect(source.list).toHaveBeenCalledTimes(5)
    } finally {
      vi.useRealTimers()
    }
  })

  it('shows neither counts nor a pager after a failure', async () => {
    const source = exampleListService(examples(1))
    source.list.mockImplementationOnce(failing.refuses('list', { status: 503, detail: 'No database' }))
    renderPage(ListPage, { source })
    const tab = await screen.findByRole('tab', { name: 'All' })
    await screen.findByRole('alert')
    expect(tab.childElementCount).toBe(0)
    expect(screen.queryByRole('navigation', { name: 'Pages', hidden: false })).toBeNull()
  })

  it('does not keep the old rows when another page fails to load', async () => {
    const source = exampleListService(examples(53))
    const { user } = renderPage(ListPage, { source })
    await findRow('A1')
    source.list.mockImplementationOnce(failing.refuses('list', { status: 500, detail: 'Broken' }))
    await user.click(screen.getByLabelText('Page 2'))
    expect((await screen.findByRole('alert')).textContent).toContain('Broken')
    expect(screen.queryByText('A1')).toBeNull()
  })

  it('shows no counts of a failed search, and repeats the search on request', async () => {
    const source = exampleListService(examples(53))
    const { user } = renderPage(ListPage, { source })
    await findRow('A1')
    source.list.mockImplementationOnce(failing.refuses('list', { status: 500, detail: 'Broken' }))
    await user.type(screen.getByRole('searchbox'), 'server{Enter}')
    await screen.findByRole('alert')
    expect(screen.queryByText('1–50 of 53')).toBeNull()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['All', 'free', 'closed'])
    expect(screen.queryByRole('navigation', { name: 'Pages', hidden: false })).toBeNull()
    expect(screen.getByRole('button', { name: 'Export' }).getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await findRow('A1')
    expect(screen.getByText('1–50 of 53')).toBeDefined()
    expect(tabNamed('All').textContent).toBe('All53')
  })

  it('keeps its rows when a refresh fails, and offers to try again', async () => {
    const source = exampleListService(examples(3))
    const { user } = renderPage(ListPage, { source })
    await findRow('A1')
    source.list.mockImplementationOnce(failing.refuses('list', { status: 500, detail: 'Broken' }))
    globalThis.dispatchEvent(new Event('online'))
    const region = await screen.findByRole('region', { name: 'The list could not be loaded' })
    await waitFor(() => expect(region.textContent).toContain('Broken'))
    expect(screen.getByText('1–3 of 3')).toBeDefined()
    await user.click(within(region).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('Broken')).toBeNull())
  })

  it('says which right is missing and who can grant it', async () => {
    const source = exampleListService([])
    source.list.mockImplementation(failing.refuses('list', { status: 403, detail: 'no' }))
    renderPage(ListPage, { source })
    expect(
      await screen.findByText('The right to read “Racks” in Acme is missing. An administrator of Acme can give it to you.'),
    ).toBeDefined()
  })

  it('shows its column headers while it loads', { tags: ['S2-2.29'] }, async () => {
    const source = exampleListService([])
    source.list.mockImplementation(failing.ignores('list'))
    renderPage(ListPage, { source })
    expect(within(await screen.findByRole('status', { name: 'Loading' })).getByText('roomName')).toBeDefined()
  })
})
