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

await Promise.all([import('../../../renderer/list/list-view.tsx'), import('../../../renderer/views/overlay-map/view.tsx')])

configure({ asyncUtilTimeout: 5000 })
const failing = failingService()
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const screenWithMap: Screen = {
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

const serviceWithDocument = (answer: DataSource['document']) => ({ ...serviceOfRacks(), document: vi.fn<DataSource['document']>(answer) })
const serviceOfRacks = () =>
  exampleListService([example(1, { oid: 'b/free', state: 'free' }), example(2, { oid: 'b/closed', state: 'closed' })])

function showMap(options: Partial<RenderPageOptions> = {}) {
  const source = serviceWithDocument(async () => overlay)
  return { source, ...renderPage(ListPage, { source, screen: screenWithMap, address: '/racks?view=map', ...options }) }
}
const devices = () => screen.getAllByRole('link').filter((element) => element.hasAttribute('data-device'))
const nameOf = (element: Element) => element.getAttribute('data-device')
const findMap = () => screen.findByRole('group', { name: /^Map of/ })

describe('an alternative view of a list', () => {
  it('is offered if the descriptor has one, is kept in the address, and is remembered', async () => {
    const first = renderPage(ListPage, { source: serviceOfRacks() })
    await screen.findByText('A1')
    expect(screen.queryByRole('radiogroup')).toBeNull()
    first.unmount()

    const second = showMap({ address: '/racks' })
    await screen.findByText('A1')
    expect(second.source.document).not.toHaveBeenCalled()
    await second.user.click(within(screen.getByRole('radiogroup', { name: 'View' })).getByRole('radio', { name: 'map' }))
    await findMap()
    expect(second.source.document).toHaveBeenCalledWith('example/map')
    expect(second.router.state.location.search).toBe('?view=map')
    second.unmount()

    showMap({ address: '/racks' })
    await findMap()
  })

  it('is not offered where another service answers, which has no documents of views', async () => {
    const abilities = () => ({ plans: false, dryRun: false, revisions: false, filters: false })
    const { source } = showMap({ source: { ...serviceWithDocument(async () => overlay), abilities } })
    await screen.findByText('A1')
    expect(screen.queryByRole('radiogroup')).toBeNull()
    expect(source.document).not.toHaveBeenCalled()
  })

  it('shows an error when its document cannot be loaded, and loads it again on request', async () => {
    const source = serviceWithDocument(failing.refuses('document', { status: 500, detail: 'Out of order' }))
    const { user } = showMap({ source })
    await screen.findByText('Out of order')
    source.document.mockResolvedValue(overlay)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await findMap()
  })
})

describe('the map view', () => {
  it('links every device to its page, labels it, and summarises each hub as text', async () => {
    showMap()
    await findMap()
    const [hub] = devices()
    expect(devices().map(nameOf).toSorted()).toEqual(['b/closed', 'b/free', 'hub', 'tele'])
    expect(hub?.getAttribute('href')).toBe('/racks/edit/hub')
    expect(hub?.getAttribute('aria-label')).toBe('hub, hub, Site s1, MPLS, Internet, 4 connections')
    expect(screen.getByText('hub: 1 device by Internet, 2 devices by MPLS')).toBeDefined()
  })

  it('links to the read-only page for users who may not update records', async () => {
    showMap({ can: { read: true } })
    await findMap()
    expect(devices()[0]?.getAttribute('href')).toBe('/racks/consult/hub')
  })

  it('shows the devices of the tab, keeps networks turned off across tabs, and marks devices that match the search', async () => {
    const { source, user } = showMap()
    await findMap()
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
        .filter((element) => element.hasAttribute('data-found'))
        .map(nameOf),
    ).toEqual(['b/closed'])
    expect(devices()).toHaveLength(4)
  })

  it('moves between devices with the arrow keys, shows details on Space, and opens the device on Enter', async () => {
    const { user, router } = showMap()
    await findMap()
    const first = devices().find((link) => link.getAttribute('tabindex') === '0')
    expect(devices().filter((link) => link.getAttribute('tabindex') === '0')).toHaveLength(1)
    first?.focus()
    const keys = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']
    for (const key of keys) if (document.activeElement === first) await user.keyboard(`{${key}}`)
    const reached = nameOf(document.activeElement ?? document.body)
    expect(reached).not.toBe(nameOf(first ?? document.body))
    await user.keyboard(' ')
    expect(within(screen.getByRole('region', { name: reached ?? '' })).getByRole('link', { name: 'Open' })).toBeDefined()
    await user.keyboard('{Enter}')
    expect(router.state.location.pathname).toBe(`/racks/edit/${encodeURIComponent(reached ?? '')}`)
  })

  it('omits the lines of networks that are turned off', async () => {
    const { user, container } = showMap()
    await findMap()
    const lines = () => container.querySelectorAll('svg path.line').length
    expect(lines()).toBe(2)
    await user.click(screen.getByRole('button', { name: 'Internet' }))
    expect(lines()).toBe(1)
    expect(screen.getByRole('button', { name: 'Internet' }).getAttribute('aria-pressed')).toBe('false')
  })

  it('restores hidden networks, pinned device and focus when the user goes back', async () => {
    const { user, router } = showMap()
    await findMap()
    await user.click(screen.getByRole('button', { name: 'Internet' }))
    const closedBox = devices().find((device) => nameOf(device) === 'b/closed')
    closedBox?.focus()
    await user.keyboard(' {Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/racks/edit/b%2Fclosed'))
    await act(() => router.navigate(-1))
    await findMap()
    expect(screen.getByRole('button', { name: 'Internet' }).getAttribute('aria-pressed')).toBe('false')
    expect(screen.getByRole('region', { name: 'b/closed' })).toBeDefined()
    await waitFor(() => expect(nameOf(document.activeElement ?? document.body)).toBe('b/closed'))
    await user.click(screen.getByRole('radio', { name: 'List' }))
    await user.click(screen.getByRole('radio', { name: 'map' }))
    await findMap()
    expect(screen.getByRole('button', { name: 'Internet' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('renders many sites in small batches, so that the page stays responsive', async () => {
    const sites = Array.from({ length: 100 }, (_, index) => siteWith(`s${index}`, device(`d${index}`)))
    showMap({ source: serviceWithDocument(async () => ({ sites, links: [] })) })
    const map = await findMap()
    const before = devices().length
    expect([before > 0 && before < 100, map.getAttribute('aria-busy')]).toEqual([true, 'true'])
    await waitFor(() => expect(map.getAttribute('aria-busy')).toBe('false'))
    expect(devices()).toHaveLength(100)
  })

  it('says when there is no device', async () => {
    showMap({ source: serviceWithDocument(async () => ({ sites: [], links: [] })) })
    await screen.findByText('No device on the map')
  })
})

describe('the columns of a list', () => {
  const headers = () => [...document.querySelectorAll('th')].map(({ textContent }) => textContent).filter((header) => header !== '')

  it('can be pinned in the columns panel, by pointer or keyboard, and stay pinned on the next visit', async () => {
    const source = exampleListService([example(1)])
    const { user } = renderPage(ListPage, { source })
    await screen.findByText('A1')
    expect(headers()).toEqual(['code', 'roomName', 'heightU', 'state', 'serverCount', 'updatedAt'])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const panel = within(screen.getByRole('dialog', { name: 'Columns' }))
    await user.click(await panel.findByRole('button', { name: 'Pin state' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Pin left' }))
    await waitFor(() => expect(headers()).toEqual(['state', 'code', 'roomName', 'heightU', 'serverCount', 'updatedAt']))
    panel.getByRole('button', { name: 'Pin code' }).focus()
    await user.keyboard('{Enter}')
    const menu = await screen.findByRole('menu', { name: 'Pin code' })
    await waitFor(() => expect(within(menu).getByRole('menuitemradio', { name: 'No pin' }).hasAttribute('data-highlighted')).toBe(true))
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(headers()).toEqual(['state', 'roomName', 'heightU', 'serverCount', 'updatedAt', 'code']))
    cleanup()
    const secondVisit = renderPage(ListPage, { source })
    await screen.findByText('A1')
    expect(headers()).toEqual(['state', 'roomName', 'heightU', 'serverCount', 'updatedAt', 'code'])
    await secondVisit.user.click(screen.getByRole('button', { name: 'Columns' }))
    await secondVisit.user.click(await screen.findByRole('button', { name: 'Pin state' }))
    expect((await screen.findByRole('menuitemradio', { name: 'Pin left' })).getAttribute('aria-checked')).toBe('true')
    await secondVisit.user.click(screen.getByRole('menuitemradio', { name: 'No pin' }))
    await waitFor(() => expect(headers()[0]).toBe('roomName'))
  })
})
