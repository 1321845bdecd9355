import { beforeEach, expect, it, vi } from 'vitest'
import { failingService, refusal } from '../../tests/support/failing-service.ts'
import { documentationAddress, documentationState, loadDocumentation } from './documentation.ts'

beforeEach(() => {
  documentationState.entries = []
})

const service = failingService()

it(
  'loads the table of contents with three retries',
  { tags: ['S0-1.13', 'S0-7.10', 'S0-7.53', 'S0-9.30', 'S2-2.20', 'S2-7.52', 'S2-9.26'] },
  async () => {
    const request = vi.spyOn(service.client, 'request')
    service.on('GET /toc.json', () => ({
      entries: [{ id: 'partner', title: { fr: 'Partenaires' }, address: { fr: '/docs/fr/partner.html#top' } }],
    }))
    await loadDocumentation(service.client)
    expect(request).toHaveBeenCalledWith('GET', '/toc.json', { retries: 3 })
    expect(documentationAddress('/docs', 'fr', 'partner')).toBe('/docs/fr/partner.html#top')
  },
)

it('only logs that loading failed', { tags: ['S0-7.10', 'S2-7.52', 'S2-8.11'] }, async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  service.on('GET /toc.json', () => refusal({ status: 500, detail: 'Down' }))
  await loadDocumentation(service.client)
  expect(log).toHaveBeenCalledExactlyOnceWith('Error while retrieving documentation.')
  log.mockRestore()
})

it('guesses addresses until the table of contents is loaded', { tags: ['S2-2.20'] }, () => {
  expect(documentationAddress('/docs', 'de', 'customer')).toBe('/docs/de/customer.html')
  expect(documentationAddress('/docs', 'de')).toBe('/docs/de/index.html')
})
