// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Operations, ServiceCopy } from '../../../schemas/operations.ts'
import { failingService, refusal } from '../../support/failing-service.ts'
import { scopeWith, renderConsole } from '../../support/shell/render-console.tsx'

afterEach(cleanup)

const service = failingService()
const operator = scopeWith('po', ['partners'], { oid: 'platform', roles: ['sa'] })

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
  database: { kind: 'postgres', version: '15.9', role: 'primary', isDistributed: false, sizeBytes: 3 * 1024 ** 3 },
  copies: [copyNamed('aaaa1', { isHere: true }), copyNamed('bbbb2', { version: '1.1' }), copyNamed('cccc3', { silentSeconds: 300 })],
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
    const facts = await screen.findByRole('region', { name: 'Database' })
    for (const text of ['PostgreSQL 15.9', 'Primary', '3 GB', /2 faults in 1,000 entries/, 'In use since before this was recorded'])
      expect(within(facts).getByText(text)).toBeDefined()
    const [copies] = screen.getAllByRole('table')
    expect(within(copies as HTMLElement).getByRole('row', { name: /aaaa.*answers you.*Serving.*1\.0/ })).toBeDefined()
    expect(within(copies as HTMLElement).getByRole('row', { name: /cccc.*Silent for 300 sec/ })).toBeDefined()
    expect(screen.getByText('Several versions are running')).toBeDefined()
  })

  it('adds up statements and routes of copies that are not silent', async () => {
    await openPage()
    expect(await screen.findByRole('row', { name: /select customer.*20.*4 sec.*200 ms.*80/ })).toBeDefined()
    expect(screen.getByRole('row', { name: /GET \/api\/v1\/customers.*6.*200/ })).toBeDefined()
  })

  it('says that no call has failed where none has', async () => {
    const quiet = { ...known, copies: [copyNamed('aaaa1', { figures: { ...copyNamed('a').figures, routes: [] } })] }
    await openPage(() => ({ data: [quiet] }))
    expect(await screen.findByText('No call has failed since these copies started.')).toBeDefined()
  })

  it('says that the figures could not be loaded', async () => {
    await openPage(() => refusal({ status: 503, detail: 'Busy' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The figures could not be loaded.')
  })

  it.each([scopeWith('po', ['partners'], { roles: ['admin'] }), scopeWith('msp', ['customers'], { roles: ['sa'] })])(
    'asks nothing for others, and has no entry in their menu',
    async (scope) => {
      const { user, calls } = await openPage(undefined, [scope])
      expect(await screen.findByText(/Only administrators of the platform owner/)).toBeDefined()
      await user.click(await screen.findByRole('button', { name: /User menu/ }))
      expect(screen.queryByRole('menuitem', { name: 'Operations' })).toBeNull()
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
})
