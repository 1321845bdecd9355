// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlotData } from '../../../renderer/plots/plot-data.ts'
import type { OverlayStats } from '../../../schemas/supervision.ts'
import type { OverlayResource } from '../../../schemas/tenancy.ts'
import { failingService, noAnswer, refusal } from '../../support/failing-service.ts'
import { scopeWith, renderConsole } from '../../support/shell/render-console.tsx'

// Plots measure their container, which has no size in happy-dom.
vi.mock('../../../renderer/plots/plot.tsx', () => ({
  Plot: ({ label, data }: { label: string; data: PlotData }) => (
    <figure aria-label={label}>{data.points.map((point) => point.label).join(', ')}</figure>
  ),
}))

const service = failingService()
const stats: OverlayStats = {
  enginesCount: 5,
  totalEnginesCount: 7,
  edgeBoxesCount: 6,
  hubsCount: 2,
  spokesCount: 4,
  teleEnginesCount: 1,
  connectionsCount: 9,
  connections: { internalCount: 8, externalCount: 1 },
  applicationGroupsCount: 3,
  apo: { throughputValue: 123_456, throughputMaxValue: 200_000, flowsCount: 1500, flowsMaxCount: 24_000 },
  history: [0, 1].map((minute) => ({ at: new Date(minute * 60_000).toISOString(), throughputValue: 100, flowsCount: 1 })),
}
const overlay = (overrides: Partial<OverlayResource> = {}): OverlayResource => ({
  oid: 'o1',
  name: 'Northwind',
  sdcOid: 's1',
  dashboards: [],
  alertingConfigurationUrl: null,
  reportingHomeUrl: null,
  ...overrides,
})
const scope = (overrides?: Partial<OverlayResource>, resources = ['overlay', 'supervision']) =>
  scopeWith('managed_customer', resources, { resources: { overlay: overlay(overrides) } })

// happy-dom loads no iframe pages; count every iframe as loaded.
Object.assign((window as unknown as { happyDOM: { settings: object } }).happyDOM.settings, { handleDisabledFileLoadingAsSuccess: true })
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Opens the home page of a customer; the service answers the nth request for figures with `answer(n)`. */
async function home(answer: (call: number) => unknown, scopes = [scope()]) {
  serveTickets()
  const requests = service.on('GET /service/stats', () => answer(requests.length))
  const rendered = await renderConsole('/oid/t1', { scopes, client: service.client, ownViews: ['supervision'] })
  return { ...rendered, requests }
}
/** Answers requests for tickets: the console needs one before it shows a view. */
function serveTickets(): void {
  service.on('* /service/*', () => ({ data: [] }))
  service.on('POST /service/overlays/:oid/context', () => ({ data: [{ ticket: 't~1' }] }))
}
/** Serves pages of dashboards that may run scripts. */
const servePages = (statusOf = () => 200) =>
  service.on(
    'GET /supervision/:dashboard/',
    () => new Response('', { status: statusOf(), headers: { 'content-security-policy': "default-src 'none'; sandbox allow-scripts" } }),
  )
const region = (name: string) => screen.findByRole('region', { name })
const minutes = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 60_000))

describe('the overview of an overlay', () => {
  it(
    'shows every figure with its maximum, and throughput in Mbps',
    { tags: ['S0-2.21', 'S2-2.1', 'S2-2.26', 'S2-3.15', 'S2-7.47'] },
    async () => {
      await home(() => ({ data: [stats] }))
      const flows = await region('APO flows')
      expect((await within(flows).findByText('1,500')).parentElement?.textContent).toBe('1,500of at most 24,000')
      expect(within(flows).getByRole('meter').getAttribute('aria-valuenow')).toBe('6')
      const throughput = await region('APO throughput')
      expect(within(throughput).getByText('1,234.56 Mbps').parentElement?.textContent).toBe('1,234.56 Mbpsof at most 2,000 Mbps')
      const boxes = within(await region('Edge boxes'))
      expect(boxes.getByText('6').parentElement?.textContent).toBe('65 of 7 devices in service')
      expect(boxes.getByRole('figure').textContent).toBe('Hubs 2, Spokes 4, Tele engines 1')
      const connections = within(await region('Connections'))
      expect(connections.getByText('9')).toBeDefined()
      expect(connections.getByRole('figure').textContent).toBe('Internal 8, External 1')
      expect(within(await region('Application groups')).getByText('3')).toBeDefined()
    },
  )

  it('shows placeholders while it waits, and no error when the service fails', { tags: ['S0-8.22', 'S2-8.9'] }, async () => {
    const { requests } = await home(() => refusal({ status: 503, detail: 'away' }))
    expect(await screen.findByRole('status', { name: 'Edge boxes: loading' })).toBeDefined()
    await waitFor(() => expect(requests).toHaveLength(1))
    await minutes(3)
    await waitFor(() => expect(requests.length).toBeGreaterThan(1))
    expect(screen.getByRole('status', { name: 'Edge boxes: loading' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText(/away/)).toBeNull()
  })

  it(
    'polls every minute; a failed or malformed response leaves the last figures in place',
    { tags: ['S1-7.1', 'S1-9.21', 'S2-4.27', 'S2-9.22'] },
    async () => {
      const answers = [
        { data: [stats] },
        { data: [{ ...stats, connectionsCount: 'many' }] },
        { data: [{ ...stats, connectionsCount: 10 }] },
      ]
      const { requests } = await home((call) => answers[call - 1])
      const count = async () => within(await region('Connections')).findByText(/^(9|10)$/)
      expect((await count()).textContent).toBe('9')
      await minutes(1)
      expect([requests.length, (await count()).textContent]).toEqual([2, '9'])
      await minutes(1)
      expect([requests.length, (await count()).textContent]).toEqual([3, '10'])
    },
  )

  it('fetches at once when the overlay changes, and shows no figures of the previous one', { tags: ['S2-4.27'] }, async () => {
    const other = { ...scope({ oid: 'o2' }), oid: 't2', name: 'Acme' }
    const { requests, router } = await home((call) => (call === 1 ? { data: [stats] } : noAnswer()), [scope(), other])
    await within(await region('Connections')).findByText('9')
    await act(() => router.navigate('/oid/t2'))
    expect(await screen.findByRole('status', { name: 'Connections: loading' })).toBeDefined()
    expect(requests).toHaveLength(2)
  })

  it('is not shown to users who may not read the overlay', { tags: ['S2-6.16'] }, async () => {
    const { requests } = await home(() => ({ data: [stats] }), [scope({}, ['edge_box'])])
    expect(await screen.findByRole('heading', { level: 1, name: /Northwind/ })).toBeDefined()
    expect(requests).toEqual([])
  })

  it('is replaced by the primary dashboard', { tags: ['S2-2.25', 'S2-3.11'] }, async () => {
    const dashboards = [
      { oid: 'd1', name: 'Sites', url: '/supervision/d1/', tags: [], primary: false },
      { oid: 'd2', name: 'Main', url: '/supervision/d2/', tags: [], primary: true },
    ]
    servePages()
    const { path } = await home(() => ({ data: [stats] }), [scope({ dashboards })])
    expect(await screen.findByTitle('Main')).toBeDefined()
    expect(path()).toBe('/oid/t1/supervision/d/d2')
  })
})

describe('a dashboard', () => {
  const dashboards = [{ oid: 'd1', name: 'Sites', url: '/supervision/d1/', tags: [], primary: false }]

  it('that the overlay does not have shows ERROR', { tags: ['S2-2.10', 'S2-8.12'] }, async () => {
    serveTickets()
    await renderConsole('/oid/t1/supervision/d/d9', { scopes: [scope({ dashboards })], client: service.client })
    expect(await screen.findByRole('heading', { level: 1, name: 'ERROR' })).toBeDefined()
  })

  it('loads in an iframe that cannot navigate the console, and shows an error when its service fails', { tags: ['S2-2.5'] }, async () => {
    let status = 502
    serveTickets()
    servePages(() => status)
    const scopes = [scope({ dashboards })]
    const { user } = await renderConsole('/oid/t1/supervision/d/d1', { scopes, client: service.client, ownViews: ['supervision'] })
    expect(await screen.findByText('Sites could not be shown')).toBeDefined()
    status = 200
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    const frame = await screen.findByTitle('Sites')
    expect(frame.getAttribute('sandbox')).toBe('allow-scripts')
  })

  it('from another origin is not shown', { tags: ['S2-2.5'] }, async () => {
    const foreign = [{ ...dashboards[0], url: 'https://elsewhere.example/' } as (typeof dashboards)[number]]
    serveTickets()
    const requests = service.on('* https://elsewhere.example/*', () => new Response(''))
    await renderConsole('/oid/t1/supervision/d/d1', { scopes: [scope({ dashboards: foreign })], client: service.client })
    expect(await screen.findByText('Sites could not be shown')).toBeDefined()
    expect(requests).toEqual([])
  })
})
