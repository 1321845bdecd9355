import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { RequestError } from '../../../renderer/data/data-source.ts'
import { readEnv } from '../../../server/env/env.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { startTracing } from '../../../server/tracing/open-telemetry.ts'
import { useTracing, type Tracing } from '../../../server/tracing/spans.ts'
import { createClient } from '../../../src/http/client.ts'
import { apiWorld, OWNER, type ApiWorld } from '../../support/api/api-world.ts'
import { startCollector, type CollectedSpan, type Collector } from '../../support/api/collector.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

const SERVER = 2
const FAILED = 2
/** All that spans tell besides their names: what the guide lists, and the kind of a failure. */
const ATTRIBUTES = [
  'db.collection.name',
  'db.operation.name',
  'db.query.summary',
  'db.response.returned_rows',
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'plan.dry_run',
  'plan.items',
  'plan.outcome',
  'plan.source',
  'request.id',
  'url.scheme',
]

describe('traces', () => {
  let world: ApiWorld
  let collector: Collector
  let tracing: Tracing
  let service: WholeService
  let origin = ''
  let token = ''
  const lines: { text: string; fields: object }[] = []
  const log = {
    info: (text: string) => void lines.push({ text, fields: {} }),
    warn: (fields: object, text: string) => void lines.push({ text, fields }),
  }
  const trace = (url: string): Tracing => {
    const { traces } = readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SERVICE_NAME: 'console-of-a-test' }, [])
    if (traces === undefined) throw new Error('no traces')
    return startTracing(traces, log)
  }

  beforeAll(async () => {
    vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50')
    world = await apiWorld('postgres')
    collector = await startCollector()
    tracing = trace(collector.url)
    useTracing(tracing)
    service = await wholeService(world.database, { LOG_LEVEL: 'debug' })
    origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    token = await service.token(OWNER)
  })
  afterEach(() => useTracing(tracing))
  afterAll(async () => {
    useTracing(undefined)
    await service.close()
    await tracing.end()
    await collector.close()
    await world.dispose()
    vi.unstubAllEnvs()
  })

  /** Calls as the console does, and tells what it sent and was answered. */
  async function call(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ): Promise<{ traceId: string; spanId: string; requestId: string }> {
    const fetching = vi.spyOn(globalThis, 'fetch')
    const client = createClient({ token: () => token, overlayOid: () => undefined, renew: async () => false, end: () => undefined })
    let requestId = ''
    try {
      await client.request(method, origin + path, { body, retries: 0 })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      requestId = error.requestId ?? ''
    }
    // The service fetches, too: keys of its identity provider.
    const at = fetching.mock.calls.findIndex(([url]) => String(url).startsWith(origin))
    const answer = await fetching.mock.results[at]?.value
    const { headers } = fetching.mock.calls[at]?.[1] ?? {}
    fetching.mockRestore()
    const [, traceId = '', spanId = ''] = new Headers(headers).get('traceparent')?.split('-') ?? []
    return { traceId, spanId, requestId: requestId || String(answer?.headers.get('x-request-id')) }
  }

  async function spansOf(traceId: string): Promise<CollectedSpan[]> {
    const found = (): CollectedSpan[] => collector.spans.filter((one) => one.traceId === traceId)
    await vi.waitFor(() => expect(found().map(({ kind }) => kind)).toContain(SERVER), { timeout: 5_000 })
    return found()
  }

  const customer = (name: string) => ({
    data: [{ parentOid: world.oid['msp'], name, type: 'diy_customer', contactName: 'Carla Contact', contactEmail: `${name}@world.test` }],
  })

  it('go from the call of the console over its plan to each statement', async () => {
    const { traceId, spanId, requestId } = await call('POST', '/api/v1/customers', customer('Traced'))
    expect(requestId).toBe(traceId)
    const spans = await spansOf(traceId)
    const [server, ...others] = spans.filter(({ kind }) => kind === SERVER)
    expect(others).toEqual([])
    expect(server).toMatchObject({
      name: 'POST /api/v1/customers',
      parentSpanId: spanId,
      status: { code: 0 },
      facts: {
        'http.request.method': 'POST',
        'http.route': '/api/v1/customers',
        'http.response.status_code': 201,
        'request.id': requestId,
      },
    })
    const plan = spans.find(({ name }) => name === 'plan')
    expect(plan).toMatchObject({
      parentSpanId: server?.spanId,
      facts: { 'plan.items': 1, 'plan.outcome': 'applied', 'plan.dry_run': false },
    })
    const insert = spans.find(({ name }) => name === 'insert journal')
    expect(insert).toMatchObject({
      parentSpanId: plan?.spanId,
      facts: {
        'db.system.name': 'postgresql',
        'db.operation.name': 'insert',
        'db.collection.name': 'journal',
        'db.query.summary': 'insert journal',
      },
    })
    expect(spans.map(({ name }) => name)).toContain('commit')
    const known = new Set(spans.map((one) => one.spanId))
    for (const one of spans.filter((span) => span !== server)) expect(known).toContain(one.parentSpanId)
    expect(collector.paths[0]).toBe('/v1/traces')
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'console-of-a-test', 'service.version': expect.any(String) })
  })

  it('hold no value, no person and no identifier of a record, whatever is called and whether it fails', async () => {
    const msp = String(world.oid['msp'])
    const named = 'filter=name==Secretive'
    const calls = [await call('POST', '/api/v1/customers', customer('Secretive'))]
    const oid = String((await world.call('GET', `/api/v1/customers?${named}`)).body.data[0]?.oid)
    calls.push(await call('GET', `/api/v1/customers?tenantOid=${msp}&${named}`))
    calls.push(await call('GET', `/api/v1/customers/${oid}`))
    calls.push(await call('GET', `/journal/api/v1/journal/entries/${msp}/Customers?filter=subject.name==Secretive`))
    calls.push(await call('POST', '/api/v1/customers', customer('Secretive')))
    const { withScope } = world.database
    const failing = vi.spyOn(world.database, 'withScope').mockImplementation(async (scopes, work) => {
      await withScope(scopes, (queries) => sql`select ${'Secretive'}::text::integer`.execute(queries))
      return withScope(scopes, work)
    })
    calls.push(await call('GET', `/journal/api/v1/journal/entries/${msp}/Customers`).finally(() => failing.mockRestore()))
    const { rows } = await world.database.asOwner((queries) =>
      sql<{ path: string }>`select path from tenant where oid = ${msp}`.execute(queries),
    )
    const spans = (await Promise.all(calls.map(({ traceId }) => spansOf(traceId)))).flat()
    expect(spans.map(({ facts }) => facts['error.type'])).toContain('22P02')
    const text = JSON.stringify(spans)
    for (const part of ['Secretive', 'Carla', 'world.test', 'Olga', msp, oid, rows[0]?.path]) expect(text).not.toContain(part)
    expect([...new Set(spans.flatMap(({ facts }) => Object.keys(facts)))].toSorted()).toEqual(ATTRIBUTES)
  })

  it('are found by the request id, as lines of the log and the entry of the journal are', async () => {
    const { traceId, requestId } = await call('POST', '/api/v1/customers', customer('Found'))
    const line = await vi.waitFor(() => {
      const found = service.log.map((text) => JSON.parse(text)).find((one) => one.reqId === requestId && one.msg === 'answered')
      expect(found).toBeDefined()
      return found
    })
    const server = (await spansOf(traceId)).find(({ kind }) => kind === SERVER)
    expect(line).toMatchObject({ trace_id: traceId, span_id: server?.spanId })
    const entries = async (filter: string) =>
      (await world.call('GET', `/journal/api/v1/journal/entries/${world.oid['msp']}/Customers?filter=${filter}`)).body.data
    expect(await entries(`requestId==${requestId}`)).toMatchObject([{ requestId, eventType: 'creation', subject: { name: 'Found' } }])
    expect(await entries(`requestId==${'0'.repeat(32)}`)).toEqual([])
    expect((await verifyJournal(world.database)).faults).toEqual([])
  })

  it('tell refusals, by the id that stands in their error text, and no failure of the service', async () => {
    const { traceId, requestId } = await call('POST', '/api/v1/customers', { data: [{ parentOid: world.oid['msp'], name: '' }] })
    expect(requestId).toBe(traceId)
    const spans = await spansOf(traceId)
    expect(spans.find(({ kind }) => kind === SERVER)).toMatchObject({ status: { code: 0 }, facts: { 'http.response.status_code': 400 } })
  })

  it('mark calls that fail', async () => {
    const broken = vi.spyOn(world.database, 'withScope').mockRejectedValue(new Error('inner'))
    const { traceId } = await call('GET', `/journal/api/v1/journal/entries/${world.oid['msp']}/Customers`).finally(() =>
      broken.mockRestore(),
    )
    const server = (await spansOf(traceId)).find(({ kind }) => kind === SERVER)
    expect(server).toMatchObject({ status: { code: FAILED }, facts: { 'http.response.status_code': 500, 'error.type': '500' } })
  })

  it('begin with the service where the caller names none', async () => {
    const answer = await fetch(`${origin}/api/v1/customers`, { headers: { authorization: `Bearer ${token}` } })
    const id = answer.headers.get('x-request-id')
    await vi.waitFor(() => expect(collector.spans.map(({ facts }) => facts['request.id'])).toContain(id))
    expect(collector.spans.find(({ facts }) => facts['request.id'] === id)?.parentSpanId).toBeUndefined()
  })

  it('are not made of probes, figures and pages', async () => {
    // In a trace of its own: spans of earlier calls may still be on their way.
    const traceId = randomBytes(16).toString('hex')
    const headers = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` }
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/']) await fetch(origin + path, { headers })
    await spansOf((await call('GET', '/api/v1/customers')).traceId)
    expect(collector.spans.filter((one) => one.traceId === traceId)).toEqual([])
  })

  it('hurt nobody where the collector is away, which is told once, and once that it is back', async () => {
    const rejections: unknown[] = []
    const onRejection = (error: unknown): void => void rejections.push(error)
    process.on('unhandledRejection', onRejection)
    const gone = await startCollector()
    await gone.close()
    lines.length = 0
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '200')
    const impatient = trace(gone.url)
    useTracing(impatient)
    for (let times = 0; times < 5; times++) {
      const { traceId, requestId } = await call('GET', '/api/v1/customers')
      expect(requestId).toBe(traceId)
      await sleep(400)
    }
    expect(lines.map(({ text }) => text)).toEqual(['the collector takes no traces'])
    const back = await startCollector(Number(new URL(gone.url).port))
    await call('GET', '/api/v1/customers')
    await vi.waitFor(() => expect(lines.at(-1)?.text).toBe('the collector takes traces again'), { timeout: 5_000 })
    const from = performance.now()
    await back.close()
    await impatient.end()
    expect(performance.now() - from).toBeLessThan(4_000)
    process.off('unhandledRejection', onRejection)
    expect(rejections).toEqual([])
  })

  it('do not hold up the end of the service where the collector takes them and never answers', async () => {
    const asked: string[] = []
    const silent = createServer(({ url = '' }) => void asked.push(url)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '600000')
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '10000')
    const waiting = trace(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    waiting.begin({ name: 'last', kind: 'internal', parent: undefined, facts: {} }).end()
    const from = performance.now()
    await waiting.end()
    expect(asked).toEqual(['/v1/traces'])
    expect(performance.now() - from).toBeLessThan(4_000)
    silent.closeAllConnections()
    silent.close()
  })
})
