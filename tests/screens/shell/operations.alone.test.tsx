// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Follower, Operations, Replication, ServiceCopy } from '../../../schemas/operations.ts'
import { failingService, refusal } from '../../support/failing-service.ts'
import { scopeWith, renderConsole } from '../../support/shell/render-console.tsx'

afterEach(cleanup)

const service = failingService()
const operator = scopeWith('po', ['partners', 'installation'], { oid: 'platform', roles: ['viewer'] })

function copyNamed(id: string, over: Partial<ServiceCopy> = {}): ServiceCopy {
  const statements = [{ name: 'select customer', count: 10, seconds: 2, rows: 40 }]
  const routes = [{ method: 'GET', route: '/api/v1/customers', calls: 100, failed: 3 }]
  const pools = [{ name: 'primary', max: 10, used: 2, waiting: 0 }]
  const figures = {
    memoryBytes: 210_000_000,
    eventLoopMs: 12,
    requestsInFlight: 1,
    importsRunning: 0,
    pools,
    standbys: [],
    statements,
    routes,
  }
  return { id, host: 'host', version: '1.0', startedAt: '2026-11-01T10:00:00.000Z', silentSeconds: 2, isHere: false, figures, ...over }
}

const known: Operations = {
  database: { kind: 'postgres', version: '15.9', role: 'primary', isDistributed: false, sizeBytes: 3 * 1024 ** 3, replication: null },
  copies: [copyNamed('aaaa1', { isHere: true }), copyNamed('bbbb2', { version: '1.1' }), copyNamed('cccc3', { silentSeconds: 300 })],
  outbox: {
    stages: [
      { stage: 'changes', waiting: 3, retrying: 0, oldestSeconds: 2, failed: null },
      { stage: 'mail', waiting: 0, retrying: 0, oldestSeconds: null, failed: 0 },
      { stage: 'webhook', waiting: 1_200, retrying: 40, oldestSeconds: 7_200, failed: 5 },
    ],
    webhooks: { failing: 2, stopped: 1 },
  },
  migrations: [{ id: 312, name: 'operations', appliedAt: '2026-11-01T10:00:00.000Z' }],
  keySince: null,
  verification: { at: '2026-11-01T10:00:00.000Z', chains: 3, entries: 1_000, faults: 2 },
}

async function openPage(answer: () => unknown = () => ({ data: [known] }), scopes = [operator]) {
  const calls = service.on('GET /api/v1/operations', answer)
  const { user } = await renderConsole('/operations', { scopes, client: service.client })
  return { user, calls }
}

describe('the operations page', () => {
  it('shows database, journal and key, and each copy', async () => {
    await openPage()
    await screen.findByText('PostgreSQL 15.9')
    const facts = screen.getByRole('region', { name: 'Database, journal and key' })
    for (const text of ['PostgreSQL 15.9', 'Primary', '3 GB', /2 faults in 1,000 entries/, 'In use since before this was recorded'])
      expect(within(facts).getByText(text)).toBeDefined()
    const [copies] = screen.getAllByRole('table')
    expect(within(copies as HTMLElement).getByRole('row', { name: /aaaa.*answers you.*Serving.*1\.0/ })).toBeDefined()
    expect(within(copies as HTMLElement).getByRole('row', { name: /cccc.*Silent for 5 min/ })).toBeDefined()
    expect(screen.getByText('Several versions are running')).toBeDefined()
  })

  it('adds up statements and routes of copies that are not silent', async () => {
    await openPage()
    expect(await screen.findByRole('row', { name: /select customer.*20.*4 sec.*200 ms.*80/ })).toBeDefined()
    expect(screen.getByRole('row', { name: /GET \/api\/v1\/customers.*6.*200/ })).toBeDefined()
  })

  const follower: Follower = { name: 'db2', address: '10.0.0.2', state: 'streaming', sync: 'sync', lagBytes: 0, lagSeconds: 0 }
  const replicated = (replication: Replication | null): Operations => ({ ...known, database: { ...known.database, replication } })
  const late: Follower = { ...follower, name: 'db3', state: 'catchup', sync: 'async', lagBytes: 3 * 1024 ** 2, lagSeconds: null }

  it('shows who follows the primary, and how far behind', async () => {
    await openPage(() => ({ data: [replicated({ isReadable: true, followers: [follower, late] })] }))
    expect(await screen.findByRole('row', { name: 'db2 10.0.0.2 Streaming Synchronous 0 byte 0 sec' })).toBeDefined()
    expect(screen.getByRole('row', { name: 'db3 10.0.0.2 Catching up Asynchronous 3 MB –' })).toBeDefined()
  })

  it.each([
    ['nobody follows', { isReadable: true, followers: [] }, 'No standby follows this server.'],
    ['that may not be read', { isReadable: false, followers: [] }, /Grant it pg_read_all_stats/],
  ])('says that %s', async (_what, replication, words) => {
    await openPage(() => ({ data: [replicated(replication)] }))
    expect(await screen.findByText(words)).toBeDefined()
  })

  it('says nothing of followers of the embedded database', async () => {
    await openPage()
    await screen.findByText('PostgreSQL 15.9')
    expect(screen.queryByRole('region', { name: /^Replication/ })).toBeNull()
  })

  it('shows standbys as each copy sees them, and which of the servers that it may read from is the primary', async () => {
    const names = ['db1:5432', 'db2:5432', 'db3:5432']
    const pools = names.map((name) => ({ name, max: 10, used: 1, waiting: 0 }))
    const standbys = names.map((name, index) => ({ name, answers: index === 1, isPrimary: index === 0, behindSeconds: 0.5 }))
    await openPage(() => ({
      data: [{ ...known, copies: [copyNamed('aaaa1', { figures: { ...copyNamed('a').figures, pools, standbys } })] }],
    }))
    expect(await screen.findByRole('row', { name: 'db1:5432 host · aaaa 1 / 10 0 Primary' })).toBeDefined()
    expect(screen.getByRole('row', { name: 'db2:5432 host · aaaa 1 / 10 0 500 ms' })).toBeDefined()
    expect(screen.getByRole('row', { name: 'db3:5432 host · aaaa 1 / 10 0 Does not answer' })).toBeDefined()
  })

  it('shows the latest migrations, and all of them to whoever wants them', async () => {
    const migrations = Array.from({ length: 12 }, (_, index) => ({ id: 312 - index, name: 'step', appliedAt: '2026-11-01T10:00:00.000Z' }))
    const { user } = await openPage(() => ({ data: [{ ...known, migrations }] }))
    await screen.findByRole('row', { name: /^303 step/ })
    expect(screen.queryByRole('row', { name: /^302 step/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show all 12' }))
    expect(screen.getByRole('row', { name: /^301 step/ })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
  })

  it('shows what has not arrived, and leads to the deliveries of subscriptions whose webhooks do not answer', async () => {
    await openPage()
    const card = await screen.findByRole('region', { name: 'Notifications on their way' })
    expect(within(card).getByRole('row', { name: 'Changes still to be reported 3 0 2 sec –' })).toBeDefined()
    expect(within(card).getByRole('row', { name: 'Mails 0 0 – 0' })).toBeDefined()
    expect(within(card).getByRole('row', { name: 'Webhooks 1,200 40 2 hr 5' })).toBeDefined()
    expect(within(card).getByText('2 webhooks do not answer')).toBeDefined()
    expect(within(card).getByText('1 webhook was given up')).toBeDefined()
    const link = within(card).getByRole('link', { name: 'Deliveries of each subscription' })
    expect(link.getAttribute('href')).toBe('/oid/platform/admin/subscriptions?f.webhookState=failing,stopped')
  })

  it('says that no call has failed where none has', async () => {
    const quiet = { ...known, copies: [copyNamed('aaaa1', { figures: { ...copyNamed('a').figures, routes: [] } })] }
    await openPage(() => ({ data: [quiet] }))
    expect(await screen.findByText('No call has failed since these copies started.')).toBeDefined()
  })

  it('says that the figures could not be loaded', async () => {
    let isBusy = true
    const { user } = await openPage(() => (isBusy ? refusal({ status: 503, detail: 'Busy' }) : { data: [known] }))
    expect((await screen.findByRole('alert')).textContent).toContain('The figures could not be loaded.Busy')
    isBusy = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('PostgreSQL 15.9')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([scopeWith('po', ['partners'], { roles: ['sa'] }), scopeWith('msp', ['customers'], { roles: ['admin'] })])(
    'asks nothing for whom the service names no such right, whatever their role, and has no entry for them',
    async (scope) => {
      const { user, calls } = await openPage(undefined, [scope])
      expect(await screen.findByRole('heading', { level: 1, name: 'You may not look at this page' })).toBeDefined()
      await user.click(await screen.findByRole('button', { name: /User menu/ }))
      expect(screen.queryByRole('menuitem', { name: 'Operations' })).toBeNull()
      await user.keyboard('{Escape}')
      await user.keyboard('{Control>}k{/Control}')
      await screen.findByRole('combobox', { name: 'Search and commands' })
      await user.keyboard('o')
      expect(await screen.findByRole('option', { name: 'Log out' })).toBeDefined()
      expect(screen.queryByRole('option', { name: 'Operations' })).toBeNull()
      expect(calls).toEqual([])
    },
  )

  it('is reached from the menu of the person', async () => {
    service.on('GET /api/v1/operations', () => ({ data: [known] }))
    const { user } = await renderConsole('/userInfo', { scopes: [operator], client: service.client })
    await user.click(await screen.findByRole('button', { name: /User menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Operations' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Operations' })).toBeDefined()
  })

  it('is reached from the palette', async () => {
    service.on('GET /api/v1/operations', () => ({ data: [known] }))
    const { user, path } = await renderConsole('/userInfo', { scopes: [operator], client: service.client })
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Search and commands' })
    await user.keyboard('operat{Enter}')
    expect(path()).toBe('/operations')
  })
})
