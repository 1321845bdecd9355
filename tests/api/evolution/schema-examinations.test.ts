import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { permissionsOf, roles } from '../../../schemas/rights/rights.ts'
import type { Examination, SchemaChanges, SchemaFile } from '../../../schemas/schema-plan.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { loadTree } from '../../../scripts/generate/tree.ts'
import { schemaFileOf } from '../../../scripts/release/schema-file.ts'
import { asService } from '../../../server/db/database.ts'
import { Examinations, examinationOf } from '../../../server/evolution/examinations.ts'
import { noteRewrite } from '../../../server/evolution/rewrite-speed.ts'
import { apiWorld, OWNER, places, type ApiWorld } from '../../support/api/api-world.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

const CALL = '/api/v1/schemaExaminations'
/** For names of a map; backtracks for hours on one of forty letters. No other keyword brings a regular expression. */
const CATASTROPHIC = String.raw`^(([a-zA-Z ])+)+\d$`

describe.each(places)('an examination against the schemas of another version on %s', (place) => {
  let world: ApiWorld
  let service: WholeService
  let file: SchemaFile
  beforeAll(async () => {
    file = schemaFileOf(await loadTree(resolve(import.meta.dirname, '../../..')))
    world = await apiWorld(place)
    service = await wholeService(world.database)
  })
  afterAll(async () => {
    await service.close()
    await world.dispose()
  })

  const send = async (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    { mail = OWNER, payload }: { mail?: string; payload?: unknown } = {},
  ) => {
    const headers = {
      authorization: `Bearer ${await service.token(mail)}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    }
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
    return service.app.inject({ method, url, headers, ...(payload !== undefined && { payload: body }) })
  }
  const next = (change: (partner: EntitySchema, customer: EntitySchema) => void): SchemaFile => {
    const own = structuredClone(file)
    const [partner, customer] = [own.schemas['partner'], own.schemas['customer']]
    if (partner && customer) change(partner, customer)
    return { ...own, version: '9.9' }
  }
  const begin = async (payload: unknown): Promise<Examination> => {
    const answer = await send('POST', CALL, { payload })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<{ data: [Examination] }>().data[0]
  }
  const look = async ({ oid }: Examination): Promise<Examination> =>
    (await send('GET', `${CALL}/${oid}`)).json<{ data: [Examination] }>().data[0]
  const ended = async (begun: Examination): Promise<Examination> => {
    let found = begun
    await vi.waitFor(
      async () => {
        found = await look(begun)
        expect(found.state).not.toBe('running')
      },
      { timeout: 60_000, interval: 100 },
    )
    return found
  }
  const examined = async (payload: unknown): Promise<Examination> => ended(await begin(payload))
  const withSlowNames = (partner: EntitySchema): void => {
    const entry = { type: 'object' as const, properties: { note: { type: 'string' as const, description: 'Note.' } } }
    const names = { pattern: CATASTROPHIC }
    partner.properties['tags'] = { type: 'object', description: 'Tags.', propertyNames: names, additionalProperties: entry }
  }
  const nameSlowly = () =>
    asService(world.database, (queries) =>
      sql`update entity.partner set data = data || jsonb_build_object('tags', jsonb_build_object(repeat('a', 40), '{}'::jsonb))
        where oid = (select min(oid) from entity.partner)`.execute(queries),
    )
  const state = () =>
    asService(world.database, (queries) =>
      sql<{ rows: string }>`select string_agg(oid || revision || data::text, '' order by oid) as rows from entity.partner`.execute(queries),
    )

  it('is for whoever the table of rights lets read the installation', async () => {
    const calls = [
      ['GET', '/api/v1/schemaChanges'],
      ['POST', CALL],
      ['GET', `${CALL}/unknown`],
      ['DELETE', `${CALL}/unknown`],
    ] as const
    const statuses = (mail: string) =>
      Promise.all(
        calls.map(async ([method, url]) => (await send(method, url, { mail, ...(method === 'POST' && { payload: {} }) })).statusCode),
      )
    for (const mail of ['vad@world.test', 'msp@world.test', 'reseller@world.test', 'diy@world.test'])
      expect(await statuses(mail), mail).toEqual([403, 403, 403, 403])
    for (const role of roles.filter((one) => one !== 'sa')) {
      const mail = `planner-${role.replace('_', '-')}@world.test`
      await world.grant(mail, 'platform', role)
      await world.prove(mail)
      const may = permissionsOf(role, 'po').has('installation:read')
      expect(await statuses(mail), role).toEqual(may ? [200, 400, 404, 404] : [403, 403, 403, 403])
    }
    expect(await statuses(OWNER)).toEqual([200, 400, 404, 404])
    expect((await service.app.inject({ method: 'POST', url: CALL, payload: {} })).statusCode).toBe(401)
  })

  it('finds rows that are rewritten, records that could not be saved or would be alike, and what it cannot examine, and changes nothing', async () => {
    const before = await state()
    const changed = next((partner, customer) => {
      const { contactDetails, ...properties } = partner.properties
      partner.properties = { ...properties, details: { ...contactDetails, 'x-was': ['contactDetails'] } }
      partner['x-evolution'] = {
        version: 1,
        base: 0,
        steps: [{ moves: [{ from: '/contactDetails', to: '/details' }], changed: ['contactDetails'] }],
      }
      Object.assign(partner.properties['name'] ?? {}, { maxLength: 3 })
      customer['x-unique'] = [{ fields: ['type'], because: 'customer.because.domain' }]
    })
    const server = changed.schemas['syslog-server']
    if (server)
      server['x-evolution'] = { version: 1, base: 0, steps: [{ migrations: ['0001-split'], writes: ['name'], changed: ['name'] }] }
    const pier = JSON.parse(JSON.stringify(file.schemas['time-synchro']).replaceAll('time-synchro', 'pier')) as EntitySchema
    const { failure, plan, progress, version } = await examined({ ...changed, schemas: { ...changed.schemas, pier } })
    expect(failure).toBeNull()
    expect(version).toBe('9.9')
    const partner = plan?.entities.find(({ entity }) => entity === 'partner')
    const customer = plan?.entities.find(({ entity }) => entity === 'customer')
    expect(partner).toMatchObject({ isNew: false, notExamined: null, rows: partner?.touched })
    const tooLong = partner?.invalid.find(({ at }) => at === '/name')
    expect(tooLong?.count).toBeGreaterThan(0)
    for (const { name, tenant, oid } of tooLong?.records ?? []) {
      expect(name.length).toBeGreaterThan(3)
      expect(tenant).not.toBe('')
      expect(oid).not.toBe('')
    }
    expect(customer?.collisions).toMatchObject([{ fields: ['type'], key: 'customer.because.domain' }])
    expect(customer?.collisions[0]?.sets.every((set) => set.length > 1)).toBe(true)
    expect(plan?.differences.map(({ kind, entity }) => `${entity} ${kind}`)).toEqual(
      expect.arrayContaining(['partner field.renamed', 'partner field.narrower', 'customer unique.added']),
    )
    expect(plan?.affected.api).toContain('/contactDetails → /details')
    expect(plan?.areSecretsChecked).toBe(false)
    expect(plan?.entities.find(({ entity }) => entity === 'syslog-server')).toMatchObject({
      notExamined: 'function',
      touched: 0,
      invalid: [],
    })
    expect(plan?.entities.find(({ entity }) => entity === 'pier')).toMatchObject({ isNew: true, rows: 0 })
    expect(progress?.entities.done).toBe(progress?.entities.of)
    expect(await state()).toEqual(before)
  })

  it.each([
    ['is not JSON', '{', undefined],
    ['is of another product', { product: 'other' }, 'schema-changes.failure.product'],
    ['is of a later format', { product: 'sdwan-console', format: 99 }, 'schema-changes.failure.format'],
    ['has no schemas', { product: 'sdwan-console', format: 1, version: '1' }, 'schema-changes.failure.schemas'],
  ])('refuses a file at once that %s', async (_what, payload, key) => {
    const answer = await send('POST', CALL, { payload })
    expect(answer.statusCode).toBe(400)
    if (key !== undefined) expect(answer.json<{ errors: { key: string }[] }>().errors.map((one) => one.key)).toEqual([key])
  })

  it('refuses a file that is too large', async () => {
    const answer = await send('POST', CALL, { payload: { ...file, texts: { en: { long: 'x'.repeat(2 * 1024 * 1024) } } } })
    expect(answer.statusCode).toBe(413)
  })

  it('says what this version cannot read in the schemas', async () => {
    const { state: how, failure } = await examined(next((partner) => Object.assign(partner.properties['name'] ?? {}, { 'x-later': true })))
    expect(how).toBe('failed')
    expect(failure).toMatchObject({ reason: 'schemas', params: { detail: expect.stringContaining('x-later') } })
  })

  it('is ended where a pattern takes too long, while everybody else is answered', async () => {
    const examinations = new Examinations(world.database, { silentMs: 1_500 })
    const payload = next(withSlowNames)
    await nameSlowly()
    const begun = await examinations.begin(payload)
    if (begun === undefined) throw new Error('another one runs')
    let found = begun
    let slowestMs = 0
    while (found.state === 'running') {
      const from = performance.now()
      expect((await send('GET', '/api/v1/schemaChanges')).statusCode).toBe(200)
      slowestMs = Math.max(slowestMs, performance.now() - from)
      found = (await examinationOf(world.database, begun.oid)) ?? found
    }
    expect(found).toMatchObject({ state: 'failed', failure: { reason: 'silent' }, progress: { entity: 'partner' }, plan: null })
    expect(slowestMs).toBeLessThan(1_500)
    await examinations.end()
  })

  it('tells how far it is, runs alone, and can be cancelled', async () => {
    await nameSlowly()
    const examinations = new Examinations(world.database)
    const begun = await examinations.begin(next(withSlowNames))
    if (begun === undefined) throw new Error('another one runs')
    const second = await send('POST', CALL, { payload: file })
    expect(second.statusCode).toBe(409)
    expect(second.json<{ errors: { key: string }[] }>().errors[0]?.key).toBe('schema-changes.failure.running')
    await vi.waitFor(async () => expect((await look(begun)).progress?.entities.of).toBeGreaterThan(10), { timeout: 30_000 })
    const latest = (await send('GET', '/api/v1/schemaChanges')).json<{ data: [SchemaChanges] }>().data[0].examination
    expect(latest?.oid).toBe(begun.oid)
    const answer = await send('DELETE', `${CALL}/${begun.oid}`)
    expect(answer.json<{ data: [Examination] }>().data[0].state).toBe('cancelled')
    await vi.waitFor(() => expect(examinations.running).toBe(0), { timeout: 5_000 })
    expect((await look(begun)).state).toBe('cancelled')
  })

  it('finds nothing in what is the same, and expects the time that the last rewrite in this database took', async () => {
    await asService(world.database, (queries) => noteRewrite(queries, { entity: 'customer', version: 1, rows: 10_000, seconds: 2 }))
    const { plan } = await examined(file)
    expect(plan?.differences).toEqual([])
    expect(plan?.entities.filter(({ invalid, touched, collisions }) => invalid.length > 0 || touched > 0 || collisions.length > 0)).toEqual(
      [],
    )
    expect(plan?.entities.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(0)
    expect(plan?.speed).toMatchObject({ from: 'backfill', entity: 'customer', rowsPerSecond: 2_500 })
  })

  it('is lost with the copy of the service that worked on it', async () => {
    const examinations = new Examinations(world.database)
    const begun = await examinations.begin(file)
    await examinations.end()
    expect((await examinationOf(world.database, begun?.oid))?.state).toBe('lost')
    await asService(world.database, (queries) =>
      sql`update schema_examination set state = 'running', seen_at = now() - interval '31 seconds' where oid = ${begun?.oid}`.execute(
        queries,
      ),
    )
    expect((await examinationOf(world.database, begun?.oid))?.state).toBe('lost')
  })
})
