import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../http/client.ts'
import { failingService } from '../../tests/support/failing-service.ts'
import { documentationAddress, documentationState, loadDocumentation } from './documentation.ts'

beforeEach(() => {
  documentationState.entries = []
})

const service = failingService()

const entries = [{ id: 'partner', title: { fr: 'Partenaires' }, address: { fr: '/docs/fr/partner.html#top' } }]

it('shows the addresses of the loaded table of contents', { tags: ['S0-1.13', 'S2-2.20'] }, async () => {
  service.on('GET /toc.json', () => ({ entries }))
  await loadDocumentation(service.client)
  expect(documentationAddress('/docs', 'fr', 'partner')).toBe('/docs/fr/partner.html#top')
})

describe('loading the table of contents', () => {
  const client = createClient({ token: () => 'token', overlayOid: () => undefined, renew: async () => false, end: () => undefined })

  /** Loads it from a service whose first answers are failures; returns the requests and when they came. */
  async function loadAfter(failures: number): Promise<{ at: number; address: string; authorization: string | null }[]> {
    const requests: { at: number; address: string; authorization: string | null }[] = []
    const start = Date.now()
    vi.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
      const authorization = new Headers(init?.headers).get('authorization')
      requests.push({ at: Date.now() - start, address: String(address), authorization })
      return Promise.resolve(
        requests.length > failures ? Response.json({ entries }) : Response.json({ status: 503, detail: 'Down' }, { status: 503 }),
      )
    })
    const loading = loadDocumentation(client)
    await vi.runAllTimersAsync()
    await loading
    return requests
  }

  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  const tries = [0, 1000, 2000, 3000].map((at) => ({ at, address: '/toc.json', authorization: 'Bearer token' }))

  it(
    'asks with the bearer token, and three times more, a second apart',
    { tags: ['S0-7.10', 'S0-7.53', 'S0-9.1', 'S0-9.30', 'S2-7.52', 'S2-9.26'] },
    async () => {
      expect(await loadAfter(3)).toEqual(tries)
      expect(documentationState.entries).toEqual(entries)
    },
  )

  it('only logs a failure after the last try', { tags: ['S0-7.10', 'S2-7.52', 'S2-8.11'] }, async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(await loadAfter(9)).toEqual(tries)
    expect(log).toHaveBeenCalledExactlyOnceWith('Error while retrieving documentation.')
    expect(documentationAddress('/docs', 'fr', 'partner')).toBe('/docs/fr/partner.html')
  })
})

it('guesses addresses until the table of contents is loaded', { tags: ['S2-2.20'] }, () => {
  expect(documentationAddress('/docs', 'de', 'customer')).toBe('/docs/de/customer.html')
  expect(documentationAddress('/docs', 'de')).toBe('/docs/de/index.html')
})
