import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { all, connect, type Call } from '../client/http.ts'
import { newPartner } from '../client/tenants.ts'
import { startPlatform, type Platform } from './http/server.ts'

const path = '/api/v1/partners'
let platform: Platform
let owner: Call
beforeAll(async () => {
  platform = await startPlatform()
  owner = connect(platform.origin, 'any')
})
afterAll(() => platform.close())
beforeEach(() => owner('POST', '/_control/reset'))

const fail = (fault: object) => owner('POST', '/_control/faults', { path, ...fault })

describe('failures that the stand-in platform plays', () => {
  it.each([
    ['objects', { status: 400, errors: [{ message: 'One.' }, { message: 'Two.' }] }],
    ['texts', { errors: ['One.', 'Two.'] }],
    ['detail', { status: 400, detail: 'One. Two.' }],
    ['both', { status: 400, detail: 'One. Two.', errors: [{ message: 'One.' }, { message: 'Two.' }] }],
    ['empty', {}],
    ['html', {}],
  ])('says it as %s', async (shape, body) => {
    await fail({ status: 400, shape, messages: ['One.', 'Two.'] })
    const answer = await owner('GET', path)
    expect(answer).toMatchObject({ status: 400, body })
    expect(answer.type).toContain({ html: 'text/html', empty: '' }[shape] ?? 'application/json')
    expect(await owner('GET', path)).toMatchObject({ status: 200 })
  })

  it.each([401, 403, 404, 405, 500, 503])('answers %i as often as asked, then recovers', async (status) => {
    await fail({ status, times: 2 })
    const statuses = [await owner('GET', path), await owner('GET', path), await owner('GET', path)].map((answer) => answer.status)
    expect(statuses).toEqual([status, status, 200])
  })

  it('answers some calls before one fails', async () => {
    await fail({ after: 1, status: 503 })
    const statuses = [await owner('GET', path), await owner('GET', path), await owner('GET', path)].map((answer) => answer.status)
    expect(statuses).toEqual([200, 503, 200])
  })

  it('sends errors with status 200, and any other body', async () => {
    await fail({ status: 200, shape: 'texts', messages: ['No.'] })
    expect(await owner('GET', path)).toMatchObject({ status: 200, body: { errors: ['No.'] } })
    await fail({ status: 200, body: { data: [], errors: [{ code: 7 }] } })
    expect(await owner('GET', path)).toMatchObject({ status: 200, body: { data: [], errors: [{ code: 7 }] } })
  })

  it('sends any text under any content type', async () => {
    await fail({ status: 200, text: 'OK', type: 'application/json' })
    await expect(owner('GET', path)).rejects.toThrow('JSON')
    await fail({ status: 200, body: { data: [] }, type: 'text/plain' })
    expect(await owner('GET', path)).toMatchObject({ status: 200, type: 'text/plain' })
  })

  it.each(['before', 'middle'])('breaks the connection off %s the answer', async (close) => {
    await fail({ close })
    await expect(owner('GET', path)).rejects.toThrow()
    expect(await owner('GET', path)).toMatchObject({ status: 200 })
  })

  it('carries a call out whose answer is lost', async () => {
    const before = all(await owner('GET', path)).length
    await fail({ method: 'POST', close: 'before', carriedOut: true })
    await expect(owner('POST', path, { data: [newPartner('platform')] })).rejects.toThrow()
    expect(all(await owner('GET', path))).toHaveLength(before + 1)
  })

  it('waits for the named method and path', async () => {
    await fail({ method: 'PUT', path: '/api/v1/partners' })
    expect(await owner('GET', path)).toMatchObject({ status: 200 })
    expect(all(await owner('GET', '/_control/faults'))).toHaveLength(1)
    await owner('DELETE', '/_control/faults')
    expect(await owner('PUT', path, { data: [] })).toMatchObject({ status: 400 })
  })

  it('refuses calls without a token, bodies that are no JSON, unknown paths and methods', async () => {
    expect(await connect(platform.origin)('GET', path)).toMatchObject({ status: 401 })
    const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }
    expect((await fetch(platform.origin + path, { method: 'POST', headers, body: '{' })).status).toBe(400)
    expect(await owner('GET', '/api/v1/nothing')).toMatchObject({ status: 404 })
    expect(await owner('PATCH', path)).toMatchObject({ status: 405 })
  })

  it('refuses a failure that it does not know', async () => {
    expect(await fail({ shape: 'square' })).toMatchObject({ status: 400 })
    expect(await owner('POST', '/_control/faults', {})).toMatchObject({ status: 400 })
  })

  it('tells the calls that came in, without their tokens', async () => {
    await owner('POST', `${path}?dryRun=true`, { data: [{ name: 'x' }] })
    const [call] = all(await owner('GET', '/_control/calls'))
    expect(call).toMatchObject({ method: 'POST', path, query: { dryRun: 'true' }, body: { data: [{ name: 'x' }] }, status: 400 })
    expect(call?.['headers']).not.toHaveProperty('authorization')
    await owner('DELETE', '/_control/calls')
    expect(all(await owner('GET', '/_control/calls'))).toEqual([])
  })
})
