// @vitest-environment happy-dom
import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { example, exampleScreen } from '../../../renderer/data/example.fixture.ts'
import type { DataSource } from '../../../renderer/data/data-source.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { ListPage } from '../../../renderer/list/list-page.tsx'
import { device, link, siteWith } from '../../../renderer/views/overlay-map/overlay.fixture.ts'
import { failingService } from '../../support/failing-service.ts'
import { exampleListService, renderPage, type RenderPageOptions } from '../../support/list/render-page.tsx'

vi.mock('../../../renderer/list/list-grid.tsx', () => import('../../support/list/plain-grid.tsx'))

await Promise.all([
  import('../../../renderer/list/list-grid.tsx'),
  import('../../../renderer/list/list-view.tsx'),
  import('../../../renderer/views/overlay-map/view.tsx'),
])

configure({ asyncUtilTimeout: 5000 })
const failing = failingService()
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const mapped: Screen = {
  ...exampleScreen,
  list: {
    ...(exampleScreen.list ?? { columns: [] }),
    views: { map: { use: 'overlay-map', options: { from: 'example/map', middle: 'hub' } } },
  },
}

const overlay = {
  sites: [
    siteWith('s1', device('hub', { mode: 'hub', networks: ['MPLS', 'Internet'] })),
    siteWith('s2', device('b/free'), device('b/closed', { provisioned: false })),
    siteWith('s3', device('tele', { mode: null, type: 'tele_engine' })),
  ],
  links: [link('hub', 'b/free'), link('hub', 'b/closed'), link('hub', 'b/closed', { transportNetwork: 'Internet', count: 2 })],
}

const documentOf = (answer: DataSource['document']) => ({ ...serviceOfRacks(), document: vi.fn<DataSource['document']>(answer) })
const serviceOfRacks = () =>
  exampleListService([example(1, { oid: 'b/free', state: 'free' }), example(2, { oid: 'b/closed', state: 'closed' })])

function showMap(rest: Partial<RenderPageOptions> = {}) {
  const source = documentOf(async () => overlay)
  return { source, ...renderPage(ListPage, { source, screen: mapped, address: '/racks?view=map', ...rest }) }
}
const devices = () => screen.getAllByRole('link').filter((one) => one.hasAttribute('data-device'))
const nameOf = (one: Element) => one.getAttribute('data-device')
const mapThere = () => screen.findByRole('group', { name: /^Map of/ })

describe('another view of a list', () => {
  it('is offered where the screen knows one, stands in the address, and is remembered', async () => {
    const first = renderPage(ListPage, { source: serviceOfRacks() })
    await screen.findByText('A1')
    expect(screen.queryByRole('radiogroup')).toBeNull()
    first.unmount()

    const second = showMap({ address: '/racks' })
    await screen.findByText('A1')
    expect(second.source.document).not.toHaveBeenCalled()
    await second.user.click(within(screen.getByRole('radiogroup', { name: 'View' })).getByRole('radio', { name: 'map' }))
    await mapThere()
    expect(second.source.document).toHaveBeenCalledWith('example/map')
    expect(second.router.state.location.search).toBe('?view=map')
    second.unmount()

    showMap({ address: '/racks' })
    await mapThere()
  })

  it('shows the failure of its document and tries again', async () => {
    const source = documentOf(failing.refuses('document', { status: 500, detail: 'Out of order' }))
    const { user } = showMap({ source })
    await screen.findByText('Out of order')
    source.document.mockResolvedValue(overlay)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await mapThere()
  })
})

describe('the map', () => {
  it('links every device to its page, says what it is, and sums up each hub in words', async () => {
    showMap()
    await mapThere()
    const [hub] = devices()
    expect(devices().map(nameOf).toSorted()).toEqual(['b/closed', 'b/free', 'hub', 'tele'])
    expect(hub?.getAttribute('href')).toBe('/racks/edit/hub')
    expect(hub?.getAttribute('aria-label')).toBe('hub, hub, Site s1, MPLS, Internet, 4 connections')
    expect(screen.getByText('hub: 1 device by Internet, 2 devices by MPLS')).toBeDefined()
  })

  it('leads who may not change records to the address where they are looked at', async () => {
    showMap({ can: { read: true } })
    await mapThere()
    expect(devices()[0]?.getAttribute('href')).toBe('/racks/consult/hub')
  })

  it('holds what the chosen tab holds, with the networks that are turned off, and marks what is searched for', async () => {
    const { source, user } = showMap()
    await mapThere()
    await user.click(screen.getByRole('button', { name: 'Internet' }))
    await user.click(screen.getByRole('tab', { name: /^free/ }))
    await waitFor(() => expect(devices().map(nameOf)).toEqual(['b/free']))
    expect(screen.getByRole('button', { name: 'Internet' }).getAttribute('aria-pressed')).toBe('false')
    await user.click(screen.getByRole('tab', { name: /^all/i }))
    source.list.mockResolvedValue({
      data: [example(2, { oid: 'b/closed' })],
      meta: { totalCount: 1, page: 1, size: 50, counts: {}, can: {} },
    })
    await user.type(screen.getByLabelText('Search'), 'closed{Enter}')
    await screen.findByText('1 device matches')
    expect(
      devices()
        .filter((one) => one.hasAttribute('data-found'))
        .map(nameOf),
    ).toEqual(['b/closed'])
    expect(devices()).toHaveLength(4)
  })

  it('goes from device to device by arrow keys, tells of the one it is at, and opens it with Enter', async () => {
    const { user, router } = showMap()
    await mapThere()
    const one = devices().find((link) => link.getAttribute('tabindex') === '0')
    expect(devices().filter((link) => link.getAttribute('tabindex') === '0')).toHaveLength(1)
    one?.focus()
    const keys = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']
    for (const key of keys) if (document.activeElement === one) await user.keyboard(`{${key}}`)
    const reached = nameOf(document.activeElement ?? document.body)
    expect(reached).not.toBe(nameOf(one ?? document.body))
    await user.keyboard(' ')
    expect(within(screen.getByRole('region', { name: reached ?? '' })).getByRole('link', { name: 'Open' })).toBeDefined()
    await user.keyboard('{Enter}')
    expect(router.state.location.pathname).toBe(`/racks/edit/${encodeURIComponent(reached ?? '')}`)
  })

  it('leaves out the lines of networks that are turned off', async () => {
    const { user, container } = showMap()
    await mapThere()
    const lines = () => container.querySelectorAll('svg path.line').length
    expect(lines()).toBe(2)
    await user.click(screen.getByRole('button', { name: 'Internet' }))
    expect(lines()).toBe(1)
    expect(screen.getByRole('button', { name: 'Internet' }).getAttribute('aria-pressed')).toBe('false')
  })

  it('is found again as it was left: the networks that are turned off, what was pinned, and the keyboard', async () => {
    const { user, router } = showMap()
    await mapThere()
    await user.click(screen.getByRole('button', { name: 'Internet' }))
    const left = devices().find((one) => nameOf(one) === 'b/closed')
    left?.focus()
    await user.keyboard(' {Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/racks/edit/b%2Fclosed'))
    await act(() => router.navigate(-1))
    await mapThere()
    expect(screen.getByRole('button', { name: 'Internet' }).getAttribute('aria-pressed')).toBe('false')
    expect(screen.getByRole('region', { name: 'b/closed' })).toBeDefined()
    await waitFor(() => expect(nameOf(document.activeElement ?? document.body)).toBe('b/closed'))
    await user.click(screen.getByRole('radio', { name: 'List' }))
    await user.click(screen.getByRole('radio', { name: 'map' }))
    await mapThere()
    expect(screen.getByRole('button', { name: 'Internet' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('draws many sites a few at a time, so that the window answers meanwhile', async () => {
    const sites = Array.from({ length: 100 }, (_, index) => siteWith(`s${index}`, device(`d${index}`)))
    showMap({ source: documentOf(async () => ({ sites, links: [] })) })
    const map = await mapThere()
    const before = devices().length
    expect([before > 0 && before < 100, map.getAttribute('aria-busy')]).toEqual([true, 'true'])
    await waitFor(() => expect(map.getAttribute('aria-busy')).toBe('false'))
    expect(devices()).toHaveLength(100)
  })

  it('says so where nothing stands on it', async () => {
    showMap({ source: documentOf(async () => ({ sites: [], links: [] })) })
    await screen.findByText('No device on the map')
  })
})

describe('the columns of a list', () => {
  const heads = () => [...document.querySelectorAll('th')].map(({ textContent }) => textContent).filter((head) => head !== '')

  it('are pinned from their panel, by pointer or keyboard, and stay so on the next visit', async () => {
    const source = exampleListService([example(1)])
    const { user } = renderPage(ListPage, { source })
    await screen.findByText('A1')
    expect(heads()).toEqual(['code', 'roomName', 'heightU', 'state', 'serverCount', 'updatedAt'])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const panel = within(screen.getByRole('dialog', { name: 'Columns' }))
    await user.click(await panel.findByRole('button', { name: 'Pin state' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Pin left' }))
    await waitFor(() => expect(heads()).toEqual(['state', 'code', 'roomName', 'heightU', 'serverCount', 'updatedAt']))
    panel.getByRole('button', { name: 'Pin code' }).focus()
    await user.keyboard('{Enter}')
    const menu = await screen.findByRole('menu', { name: 'Pin code' })
    await waitFor(() => expect(within(menu).getByRole('menuitemradio', { name: 'No pin' }).hasAttribute('data-highlighted')).toBe(true))
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(heads()).toEqual(['state', 'roomName', 'heightU', 'serverCount', 'updatedAt', 'code']))
    cleanup()
    const visit = renderPage(ListPage, { source })
    await screen.findByText('A1')
    expect(heads()).toEqual(['state', 'roomName', 'heightU', 'serverCount', 'updatedAt', 'code'])
    await visit.user.click(screen.getByRole('button', { name: 'Columns' }))
    await visit.user.click(await screen.findByRole('button', { name: 'Pin state' }))
    expect((await screen.findByRole('menuitemradio', { name: 'Pin left' })).getAttribute('aria-checked')).toBe('true')
    await visit.user.click(screen.getByRole('menuitemradio', { name: 'No pin' }))
    await waitFor(() => expect(heads()[0]).toBe('roomName'))
  })
})
