import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { hasSecrets } from '../../../server/entities/records/secrets.ts'
import { apiWorld, OWNER, type ApiWorld } from '../../support/api/api-world.ts'
import { callsOf } from '../../support/api/entity-calls.ts'
import { sampleFileOf } from '../../support/samples/sample-fixtures.ts'
import { findPlaintext } from '../../support/service/find-plaintext.ts'
import { decodeAnswer, encodeBody, wireOfCall } from '../../support/api/wire-calls.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

/** A text that occurs nowhere else. */
const SECRET = 'tidal-lock-4711'

const schemas: EntitySchema[] = Object.values(entitySchemas).filter((schema) => hasSecrets(schema))

// Neither answers nor stored values depend on the database: one is enough.
describe('a secret', () => {
  let world: ApiWorld
  let service: WholeService
  let token = ''
  const answers: string[] = []
  beforeAll(async () => {
    world = await apiWorld('postgres')
    service = await wholeService(world.database, { LOG_LEVEL: 'trace' })
    token = await service.token(OWNER)
  })
  afterAll(async () => {
    await service.close()
    await world.dispose()
  })

  async function call(method: string, url: string, { headers = {}, body }: { headers?: Record<string, string>; body?: Rec } = {}) {
    const wire = wireOfCall(url)
    const sent = wire === undefined ? body : encodeBody(body, wire)
    const answer = await service.app.inject({
      method: method as 'GET',
      url,
      headers: { ...headers, authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
      ...(body && { payload: sent as object }),
    })
    answers.push(`${method} ${url} ${answer.statusCode} ${JSON.stringify(answer.headers)} ${answer.body}`)
    const received = JSON.parse(answer.body) as Rec & { data: Rec[] }
    return { status: answer.statusCode, body: wire === undefined ? received : decodeAnswer(received, wire) }
  }

  /** The record with this secret as the value of each of its secrets. */
  const withSecret = (record: Rec): Rec => JSON.parse(JSON.stringify(record).replaceAll('"secret"', JSON.stringify(SECRET))) as Rec

  /** Stores a record with the secret: a new one, or the customer's only one where the entity is a singleton. */
  async function storeSecret(
    schema: EntitySchema,
  ): Promise<{ oid: unknown; revision: number; fields: Rec; send: typeof call; route: string }> {
    const { route, singleton } = schema['x-entity']
    const calls = callsOf(world, schema)
    const send: typeof call = (method, url, rest = {}) => call(method, url, { ...rest, headers: calls.headers })
    if (singleton === true) {
      const oid = world.oid['managed']
      const fields = withSecret({ ...sampleFileOf(schema['x-entity'].name).valid[0]?.record })
      expect((await send('PUT', route, { body: { data: [{ oid, revision: 1, ...fields }] } })).status).toBe(200)
      return { oid, revision: 2, fields, send, route }
    }
    const fields = withSecret(await calls.validRecord())
    expect(JSON.stringify(fields)).toContain(SECRET)
    for (const query of ['dryRun=true', ''])
      expect((await send('POST', calls.collectionUrl(query), { body: { data: [fields] } })).status).toBe(201)
    const [{ oid = '' } = {}] = (await send('GET', calls.collectionUrl('size=1', 'sort=-updatedAt'))).body.data
    return { oid, revision: 1, fields, send, route: calls.collectionUrl() }
  }

  it.each(schemas.map((schema) => ({ name: schema['x-entity'].name, schema })))(
    'of $name is in no answer: to an accepted or refused change, a dry run, a repetition or a restore',
    { tags: ['S1-3.15', 'S2-3.32'] },
    async ({ schema }) => {
      const { name, theme, scope } = schema['x-entity']
      const { oid, revision, fields, send, route } = await storeSecret(schema)
      const tenantOid = world.oid['managed']
      const item = { entity: name, action: 'update', oid, revision, changes: fields }
      const plan = (items: Rec[]): Rec => ({ items, source: 'import', tenantOid: scope === 'overlay' ? tenantOid : 'platform' })
      const requests: [method: string, url: string, body?: Rec][] = [
        ['PUT', route, { data: [{ ...fields, oid, revision, nonsense: SECRET }] }],
        ['PUT', route, { data: [{ ...fields, oid, revision: revision + 7 }] }],
        ['PUT', route, { data: [{ ...fields, oid }] }],
        ['POST', '/api/v1/plans?dryRun=true', plan([item])],
        ['POST', '/api/v1/plans', plan([{ ...item, revision: 99 }])],
        ['POST', '/api/v1/plans', plan([item])],
        ['GET', `${route.split('?')[0]}/${String(oid)}`],
        ['GET', `/journal/api/v1/journal/entries/${tenantOid}/${theme}?limit=1000`],
      ]
      const statuses: number[] = []
      for (const [method, url, body] of requests) statuses.push((await send(method, url, body && { body })).status)
      expect(statuses).toEqual([400, 409, 428, 200, 409, 200, 200, 200])
      const { data } = (await call('GET', `/journal/api/v1/journal/entries/${tenantOid}/${theme}?limit=1`)).body
      const restore = `/journal/api/v1/journal/entries/${tenantOid}/${theme}/${String(data[0]?.['id'])}/restore?dryRun=true`
      expect((await call('POST', restore, { body: {} })).status).toBeLessThan(500)
      expect(answers.filter((answer) => answer.includes(SECRET))).toEqual([])
    },
  )

  it('of a gateway is shown by a mark beside its mode', { tags: ['S2-3.32'] }, async () => {
    const { oid, send, route } = await storeSecret(entitySchemas['external-gateway'])
    const { body } = await send('GET', `${route.split('?')[0]}/${String(oid)}`)
    expect(body.data).toMatchObject([{ security: { credentials: { configured: true } } }])
  })

  it('is in plain text in no table and in no log line; nor is the access token of the caller', { tags: ['D-3.7'] }, async () => {
    const { tables, holding } = await findPlaintext(world.database, [SECRET])
    expect(tables).toEqual(expect.arrayContaining(['entity."edge-box"', 'public.journal', 'public.idempotency']))
    expect(holding).toEqual([])
    expect(service.log.length).toBeGreaterThanOrEqual(answers.length)
    for (const hidden of [SECRET, token, token.split('.').at(-1) ?? ''])
      expect(service.log.filter((line) => line.includes(hidden))).toEqual([])
  })
})
