import { describe, expect, it } from 'vitest'
import { RequestError } from '../../../renderer/data/data-source.ts'
import type { Item } from '../client/http.ts'
import { OIDS } from '../platform/fixtures/tenants.ts'
import { consoleCalls, failureOf, shownOf } from './console-calls.ts'

const calls = consoleCalls()
const { managed } = OIDS

/** Every way in which pages read, by the path of its first call. */
const reads = {
  'a list': { path: '/api/v1/partners', read: () => calls.source.list('partner', { tenantOid: 'platform', page: 1, size: 20 }) },
  'a record': { path: `/api/v1/partners/${OIDS.msp}`, read: () => calls.source.one('partner', OIDS.msp, 'platform') },
  'the record of an overlay': {
    path: '/api/v1/overlay/routing',
    read: () => calls.source.one('overlay-routing', managed, managed),
  },
  'the settings of a tenant': {
    path: `/api/v1/cloudSecSettings/${managed}`,
    read: () => calls.source.one('cloud-security-settings', managed, managed),
  },
  'rows of options': {
    path: '/api/v1/wanEndpoints',
    read: () => calls.source.rows({ entity: 'edge-box', path: 'wanEndpoints' }, { page: 1, size: 20 }),
  },
  'a document': { path: '/api/v1/profile', read: () => calls.source.document('profile') },
  figures: {
    path: '/api/licensing/v2/licenses/cmd/summary/platform',
    read: () => calls.source.figures({ from: '/api/licensing/v2/licenses/cmd/summary/{tenantOid}', tenantOid: 'platform', filters: {} }),
  },
  'a journal': {
    path: '/journal/api/v1/journal/entries/platform/Partners',
    read: () => calls.source.journal({ tenantOid: 'platform', theme: 'Partners', limit: 20 }),
  },
  'a matrix': {
    path: '/api/v1/firewall/vpn/policies',
    read: () => calls.source.matrix('vpn-zone-policy', managed),
  },
} satisfies Record<string, { path: string; read: () => Promise<unknown> }>

const all = Object.entries(reads)

describe.each(all)('%s', (_name, { path, read }) => {
  it.each([
    ['a detail', { status: 400, shape: 'detail', messages: ['Not today.'] }, 400, ['Not today.']],
    ['errors with status 200', { status: 200, shape: 'objects', messages: ['One.', 'Two.'] }, 200, ['One.', 'Two.']],
    ['texts with status 200', { status: 200, body: { data: [{ name: 'Half' }], errors: ['One.'] } }, 200, ['One.']],
    ['a page with status 200', { status: 200, shape: 'html' }, 200, ['Unknown error']],
    ['nothing with status 500', { status: 500, shape: 'empty' }, 500, ['Unknown error']],
    ['no answer', { close: 'before' }, 0, ['The service did not answer. Please try again.']],
  ] as [string, Item, number, string[]][])(
    'that fails with %s is a failure that says so',
    { tags: ['S0-8.1', 'S0-8.2', 'S0-8.4'] },
    async (...[, fault, status, shown]) => {
      await calls.platform.fail({ path, times: 99, ...fault })
      const error = await failureOf(read())
      expect({ status: error.status, shown: shownOf(error) }).toEqual({ status, shown })
    },
  )

  it.each([
    ['nothing', { status: 200, shape: 'empty' }],
    ['nothing with status 204', { status: 204, shape: 'empty' }],
    ['null', { status: 200, text: 'null' }],
    ['an object without data', { status: 200, body: {} }],
    ['no data', { status: 200, body: { data: null } }],
    ['data that is no list', { status: 200, body: { data: 'none' } }],
    ['empty data', { status: 200, body: { data: [] } }],
    ['an empty list of errors', { status: 200, body: { data: [], errors: [] } }],
  ])('that answers %s is empty or a failure of the service, never one of the page', async (_about, fault) => {
    await calls.platform.fail({ path, times: 99, ...fault })
    const outcome = await read().catch((error: unknown) => error)
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(RequestError)
    // A record that its own call does not tell stands in the list.
    else expect(rowsOf(outcome)).toEqual(path === reads['a record'].path ? [expect.objectContaining({ oid: OIDS.msp })] : [])
  })
})

/** The rows of a list or a journal, the named ones of a matrix, and what figures or a record hold. */
function rowsOf(outcome: unknown): unknown[] {
  if (Array.isArray(outcome)) return outcome
  const { data, entries, cells } = outcome as { data?: unknown[]; entries?: unknown[]; cells?: string }
  return data ?? entries ?? (cells === undefined ? [outcome] : [...cells.replaceAll('.', '')])
}
