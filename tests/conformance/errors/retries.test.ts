import { describe, expect, it } from 'vitest'
import type { PlanItem } from '../../../schemas/plan.ts'
import type { FactId } from '../../proofs/facts.ts'
import type { Item } from '../client/http.ts'
import { OIDS } from '../platform/fixtures/tenants.ts'
import { consoleCalls, failureOf } from './console-calls.ts'

const calls = consoleCalls()
const partners = '/api/v1/partners'
const requests = '/api/v1/requests'

const list = () => calls.source.list('partner', { tenantOid: 'platform', page: 1, size: 20 })
const newPartner = {
  parentOid: 'platform',
  name: 'Fjord Networks',
  type: 'vad',
  contactName: 'Ann Fjord',
  contactEmail: 'ann@fjord.example',
}
const create: PlanItem = { entity: 'partner', action: 'create', changes: newPartner }
const rename: PlanItem = { entity: 'partner', action: 'update', oid: OIDS.msp, revision: 0, changes: { name: 'Renamed' } }
const remove: PlanItem = { entity: 'partner', action: 'delete', oid: OIDS.secondReseller, revision: 0 }
const comment: PlanItem = { entity: 'request', action: 'update', oid: 'r', revision: 0, changes: { comment: 'Seen.' } }

/** A call of each method, as the console makes it. */
const methods = {
  GET: { path: partners, call: list },
  POST: { path: partners, call: () => calls.save(create) },
  PUT: { path: partners, call: () => calls.save(rename) },
  PATCH: { path: requests, call: () => calls.save(comment) },
  DELETE: { path: partners, call: () => calls.save(remove) },
} as const
type Method = keyof typeof methods

interface Case {
  about: string
  fault: Item
  /** Calls that the platform receives when every one of them fails so. */
  calls: 1 | 6
  /** What the failure is to the console: 0 where there was no answer. */
  status: number
  facts: FactId[]
}

const once = (status: number, ...facts: FactId[]): Case => ({ about: `${status}`, fault: { status }, calls: 1, status, facts })
const often = (status: number, ...facts: FactId[]): Case => ({ about: `${status}`, fault: { status }, calls: 6, status, facts })

/** S0 sections 7 and 9: five more tries, a second apart, of everything but 400, 401, 403 and 404. */
const failures: Case[] = [
  ...[400, 401, 403, 404].map((status) => once(status, 'S0-7.2', 'S0-9.2')),
  ...[408, 409, 410, 412, 413, 415, 422, 428, 429].map((status) => often(status, 'S0-7.2', 'S0-9.1')),
  ...[500, 501, 502, 503, 504].map((status) => often(status, 'S0-7.2', 'S0-9.1')),
  { about: 'a line cut before the answer', fault: { close: 'before' }, calls: 6, status: 0, facts: ['S0-7.2', 'S0-9.1'] },
  { about: 'a line cut in the middle of the answer', fault: { close: 'middle' }, calls: 6, status: 0, facts: ['S0-7.2', 'S0-9.1'] },
  // The method that nobody offers is an answer of its own: S2 section 8 hides the cloud mesh by it.
  once(405, 'S2-8.4'),
  // The call was carried out, or refused for good: these errors are thrown.
  { about: 'errors with status 200', fault: { status: 200, shape: 'texts' }, calls: 1, status: 200, facts: ['S0-7.8', 'S0-8.4'] },
  { about: 'a page with status 200', fault: { status: 200, shape: 'html' }, calls: 1, status: 200, facts: ['S0-8.2'] },
  { about: 'a text with status 200', fault: { status: 200, text: 'OK' }, calls: 1, status: 200, facts: ['S0-8.2'] },
]

describe.each(Object.keys(methods) as Method[])('%s', (method) => {
  const { path, call } = methods[method]
  for (const { about, fault, calls: expected, status, facts } of failures) {
    const times = method === 'DELETE' ? 1 : expected
    it(
      `is sent ${times === 1 ? 'once' : `${times} times, a second apart,`} where it fails with ${about}`,
      {
        tags: method === 'DELETE' ? [...facts, 'S0-7.3'] : facts,
      },
      async () => {
        await calls.platform.fail({ path, method, times: 99, ...fault })
        expect((await failureOf(call())).status).toBe(status)
        const received = await calls.received(method, path)
        expect(received).toHaveLength(times)
        expect(calls.pauses).toEqual(Array.from({ length: times - 1 }, () => 1000))
        expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
        expect(calls.ended).toEqual(status === 401 ? ['Something broke.'] : [])
      },
    )
  }
})

describe('a failure that passes', () => {
  it.each([
    ['503', { status: 503 }],
    ['429', { status: 429, shape: 'empty' }],
    ['a page of a proxy', { status: 502, shape: 'html' }],
    ['a line cut in the middle', { close: 'middle' }],
  ])('is not seen: %s, twice', { tags: ['S0-7.2', 'S0-9.1'] }, async (_about, fault) => {
    const before = await list()
    await calls.platform.fail({ path: partners, method: 'PUT', times: 2, ...fault })
    await calls.save(rename)
    const puts = await calls.received('PUT', partners)
    expect(puts).toHaveLength(3)
    expect(puts.map(({ body }) => body)).toEqual([puts[0]?.body, puts[0]?.body, puts[0]?.body])
    expect(calls.pauses).toEqual([1000, 1000])
    const { data } = await list()
    expect(data.map(({ name }) => name).includes('Renamed')).toBe(true)
    expect(data).toHaveLength(before.data.length)
  })

  it('is waited for, however long the answer takes', async () => {
    await calls.platform.fail({ path: partners, method: 'GET', status: 200, body: { data: [] }, delayMs: 300 })
    expect((await list()).data).toEqual([])
    expect(await calls.received('GET', partners)).toHaveLength(1)
  })

  it('is not waited for by a caller that has left', async () => {
    await calls.platform.fail({ path: partners, method: 'GET', status: 503, times: 99 })
    const leaving = new AbortController()
    calls.onPause(() => leaving.abort(new Error('left')))
    await expect(calls.client.request('GET', partners, { signal: leaving.signal })).rejects.toThrow('left')
    expect(await calls.received('GET', partners)).toHaveLength(1)
  })

  it('leaves the key of a creation whose answer was lost to the service', async () => {
    await calls.platform.fail({ path: partners, method: 'POST', close: 'before', carriedOut: true })
    // The stand-in keeps no keys: it refuses the name that the first try took.
    await failureOf(calls.save(create))
    const posts = await calls.received('POST', partners)
    expect(posts.map(({ headers }) => headers['idempotency-key'])).toEqual([expect.any(String), posts[0]?.headers['idempotency-key']])
  })
})
