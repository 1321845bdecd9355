import { readFileSync } from 'node:fs'
import type { LightMyRequestResponse } from 'fastify'
import { generateKeyPair } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { Queries } from '../../../server/db/database.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { catalogueOf } from '../../../server/entities/model/catalogue.ts'
import { fieldAt, fieldsOf, fieldValue, withFieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import { normalizeText } from '../../../schemas/vocabulary/normalize-text.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { apiWorld, OWNER, type ApiWorld } from '../../support/api/api-world.ts'
import { inExtent, isExhaustive } from '../../support/extent.ts'
import { callsOf } from '../../support/api/entity-calls.ts'
import { foreignCalls, type ForeignCall } from '../../support/api/foreign-calls.ts'
import { hostileAddresses, hostileBodies, hostileTexts } from '../../support/api/hostile.ts'
import { isCreatable } from '../../support/api/made-by-calls.ts'
import { encodeBody, recordsOfAnswer, wireOfCall } from '../../support/api/wire-calls.ts'
import { wholeService, type TokenOptions, type WholeService } from '../../support/api/whole-service.ts'

const MSP = 'msp@world.test'
const openApi = JSON.parse(readFileSync(new URL('../../../docs/generated/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>
}
const PROBLEM = 'application/problem+json; charset=utf-8'

describe('every route of the service', () => {
  let world: ApiWorld
  let service: WholeService
  beforeAll(async () => {
    world = await apiWorld('postgres')
    service = await wholeService(world.database)
    await world.call('PUT', '/api/v1/customers', {
      body: { data: [{ oid: world.oid['otherCustomer'], revision: 1, contactName: 'Known' }] },
    })
  })
  afterAll(async () => {
    await service.close()
    await world.dispose()
  })

  const send = async ({ method, url, headers, payload }: ForeignCall, token: string): Promise<LightMyRequestResponse> =>
    service.app.inject({
      method: method as 'GET',
      url,
      headers: { ...headers, ...(token !== '' && { authorization: `Bearer ${token}` }) },
      ...(payload !== undefined && { payload: payload as object }),
    })
  const callsToEveryRoute = (): ForeignCall[] => service.guarded.map(({ method, url }) => ({ method, url: url.replaceAll(/:\w+/g, 'x') }))

  it('requires an access token', { tags: ['S0-7.1'] }, async () => {
    for (const call of callsToEveryRoute()) await expectUnauthorized(call, '')
  })

  async function expectUnauthorized(call: ForeignCall, token: string): Promise<void> {
    const { statusCode, headers } = await send(call, token)
    expect([statusCode, headers['content-type']], `${call.method} ${call.url}`).toEqual([401, PROBLEM])
    expect(headers['www-authenticate']).toMatch(/^Bearer /)
  }

  it.each<[string, () => Promise<TokenOptions & { mail?: string }>]>([
    ['has expired', async () => ({ lifetime: '-1m' })],
    ['was signed with another key', async () => ({ signingKey: (await generateKeyPair('ES256')).privateKey })],
    ['is from another issuer', async () => ({ claims: { iss: 'https://evil.example' } })],
    ['is for another service', async () => ({ claims: { aud: 'other' } })],
    ['is an identity token', async () => ({ claims: { nonce: 'n' } })],
    ['belongs to an unknown person', async () => ({ mail: 'stranger@world.test' })],
  ])('refuses a token that %s', async (_what, optionsOf) => {
    const { mail = MSP, ...options } = await optionsOf()
    const token = await service.token(mail, options)
    for (const call of callsToEveryRoute()) await expectUnauthorized(call, token)
  })

  it('refuses a removed person from the next request on, and accepts one who is active again', async () => {
    const token = await service.token('diy@world.test')
    const setState = (state: string): Promise<unknown> =>
      world.database.transaction(EVERYTHING, (queries) =>
        sql`update person set state = ${state} where mail = 'diy@world.test'`.execute(queries),
      )
    const statuses = async (): Promise<number[]> => {
      const found: number[] = []
      for (const call of callsToEveryRoute()) found.push((await send(call, token)).statusCode)
      return found
    }
    expect(await statuses()).not.toContain(401)
    await setState('removed')
    expect(new Set(await statuses())).toEqual(new Set([401]))
    await setState('active')
    expect(await statuses()).not.toContain(401)
  })

  it('shows nothing to a person whose last role was revoked, from the next request on', async () => {
    const mail = 'once@world.test'
    await world.grant(mail, world.oid['managed'] ?? '', 'admin')
    const token = await service.token(mail)
    const contextBody = async (): Promise<string> => (await send({ method: 'GET', url: '/api/user/v2/context' }, token)).body
    // A list call uses the cached caller, and the database confirms that it is still current.
    const listStatus = async (): Promise<number> =>
      (await send({ method: 'GET', url: `/api/v1/tenants?tenantOid=${world.oid['managed']}` }, token)).statusCode
    expect(await contextBody()).toContain(world.oid['managed'])
    expect(await listStatus()).toBe(200)
    await world.revoke(mail)
    expect(await listStatus()).toBe(404)
    expect(await contextBody()).not.toContain(world.oid['managed'])
    for (const { method, url } of service.guarded) {
      const answer = await send(
        { method, url: url.replace(/:(?:oid|tenantOid)/, world.oid['managed'] ?? '').replaceAll(/:\w+/g, 'x') },
        token,
      )
      expect(answer.body, `${method} ${url}`).not.toContain('Contact of managed')
    }
  })

  const securityStates = [
    { security: 'enabled', state: 'enable' },
    { security: 'disabled', state: 'disable' },
  ]
  it.each(inExtent(securityStates, 'security', ['enabled']))(
    'refuses foreign identifiers, reveals nothing and changes nothing, with row-level security $security',
    async ({ state }) => {
      const token = await service.token(MSP)
      await send({ method: 'GET', url: '/api/user/v2/info' }, token)
      const foreign = ['otherMsp', 'otherCustomer', 'vad'].map((name) => world.oid[name] ?? '')
      const families = {
        own: world.oid['msp'] ?? '',
        ownRecord: { oid: world.oid['managed'] ?? '', entity: 'customer' },
        foreign,
        foreignAction: await actionOf(world.oid['otherMsp'] ?? ''),
      }
      const before = await digestOfTables()
      await setRowSecurity(state)
      let refused = 0
      for (const [index, route] of service.guarded.entries()) {
        const calls = foreignCalls(route, catalogueOf(world.database), families)
        const perTenant = calls.length / foreign.length
        // In the short extent, every call names one of the foreign tenants, and another one on the next route.
        const isSent = (position: number): boolean =>
          isExhaustive || ((position % perTenant) + Math.floor(position / perTenant) + index) % foreign.length === 0
        for (const call of calls.filter((_call, position) => isSent(position))) {
          const about = JSON.stringify(call)
          const { statusCode, body } = await send(call, token)
          expect(body.replaceAll(/[0-9a-f]{8}-[\w-]{27}/g, ''), about).not.toMatch(/otherMsp|otherCustomer|Known/)
          const callText = `${call.url} ${JSON.stringify(call.payload ?? '')}`
          const isNamed = foreign.some((oid) => callText.includes(oid)) || callText.includes(families.foreignAction)
          const isIgnored = ['/toc.json', '/api/user/v1/context', '/api/user/v2/info', '/api/user/v2/tenants', '/api/v1/profile']
          if (!isNamed || (['GET', 'HEAD'].includes(call.method) && isIgnored.some((url) => call.url.startsWith(url)))) continue
          if (call.url.startsWith('/api/user/v2/context?parent')) continue
          expect([400, 403, 404, 409, 422], `${statusCode} ${about} ${body.slice(0, 300)}`).toContain(statusCode)
          refused++
        }
      }
      await setRowSecurity('enable')
      expect(refused).toBeGreaterThan(200)
      expect(await digestOfTables()).toEqual(before)
    },
  )

  it('refuses an unknown query parameter, suggesting the nearest, and accepts the documented ones', async () => {
    const token = await service.token(OWNER)
    const detailOf = async (method: string, url: string): Promise<string> =>
      (await send({ method, url }, token)).json<{ detail?: string }>().detail ?? ''
    for (const { method, url, parameters } of service.guarded.filter((route) => route.method !== 'HEAD')) {
      const address = url.replaceAll(/:\w+/g, 'x')
      const [known = ''] = parameters
      const misspelt = { parameter: `${known}x`, ...(known !== '' && { nearest: known }) }
      const answer = await send({ method, url: `${address}?${known}x=1` }, token)
      expect([answer.statusCode, answer.json()], `${method} ${url}`).toMatchObject([
        400,
        { detail: expect.stringContaining(`'${known}x'`), errors: [{ key: 'service.parameter.unknown', params: misspelt }] },
      ])
      for (const name of documentedParameters(method, url)) expect(await detailOf(method, `${address}?${name}=1`)).not.toMatch(/^Unknown p/)
    }
  })

  /** Names of the parameters that the OpenAPI document gives a call. */
  function documentedParameters(method: string, url: string): string[] {
    const { parameters = [] } = openApi.paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
    return parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  }

  it('answers hostile texts in every part of an address with an error document or a result', async () => {
    const token = await service.token(OWNER)
    const [worst = '', ...others] = hostileTexts
    const readRoutes = service.guarded.filter(({ method }) => method === 'GET')
    for (const [index, route] of readRoutes.entries())
      for (const text of [worst, ...others.filter((_text, position) => position % readRoutes.length === index)])
        for (const url of hostileAddresses(route, text)) await expectNoServerError({ method: 'GET', url }, token)
  })

  it('answers hostile texts in headers with an error document or a result', async () => {
    const token = await service.token(OWNER)
    const texts = hostileTexts.filter((text) => /^[\x20-\x7e]+$/.test(text))
    for (const [index, { method, url }] of service.guarded.entries()) {
      const isReading = ['GET', 'HEAD'].includes(method)
      // In the short extent, every route gets one of the texts.
      for (const text of isReading || !isExhaustive ? texts.slice(index % texts.length, (index % texts.length) + 1) : texts) {
        const headers = { 'x-overlay-oid': text, 'idempotency-key': text, 'x-request-id': text }
        const call = { method, url: url.replaceAll(/:\w+/g, 'x'), headers }
        await expectNoServerError(isReading ? call : { ...call, payload: { data: [], items: [], source: 'api', tenantOid: 'all' } }, token)
      }
    }
  })

  it('answers malformed bodies of any type, size and depth with an error document', async () => {
    const token = await service.token(OWNER)
    const writeRoutes = service.guarded.filter(({ method }) => !['GET', 'HEAD'].includes(method))
    // In the short extent, every route gets every third body, and every body goes to every third route.
    const step = isExhaustive ? 1 : 3
    for (const [index, { method, url }] of writeRoutes.entries())
      for (const [type, payload] of hostileBodies.filter((_body, position) => (position + index) % step === 0)) {
        const headers = { 'content-type': type, 'idempotency-key': crypto.randomUUID() }
        await expectNoServerError({ method, url: url.replaceAll(/:\w+/g, 'x'), headers, payload }, token)
      }
  })

  const written = Object.values(entitySchemas).filter(isCreatable)
  const writtenCases = written.map((schema) => ({ name: schema['x-entity'].name, schema }))
  it.each(inExtent(writtenCases, 'name', ['customer', 'external-gateway']))(
    'stores hostile texts unchanged in every text field of a $name, or refuses them',
    async ({ schema }) => {
      const token = await service.token(OWNER)
      const calls = callsOf(world, schema)
      const texts = fieldsOf(schema).filter(([, one]) => one.type === 'string' && one.readOnly !== true && one['x-ref'] === undefined)
      const record = await calls.validRecord()
      const url = calls.collectionUrl('dryRun=true')
      const wire = wireOfCall(url)
      const stored = new Set<string>()
      for (const [path] of texts)
        for (const text of hostileTexts) {
          const body = { data: [withFieldValue(record, path, text)] }
          const payload = (wire === undefined ? body : encodeBody(body, wire)) as object
          const create = { method: 'POST', url, headers: calls.headers, payload }
          const answer = await expectNoServerError(create, token)
          if (answer.statusCode !== 201) continue
          const [made] = recordsOfAnswer(url, answer.json() as { data: [Rec] }).data
          const property = fieldAt(schema, path)
          // Blank text is stored as empty, and names are trimmed.
          if (property !== undefined && property['x-secret'] !== true)
            expect(fieldValue(made, path) ?? '', path).toBe(normalizeText(text, property))
          stored.add(path)
        }
      expect(stored.size).toBeGreaterThan(0)
    },
  )

  /** Sends a call and expects a status below 500, with a problem document from 400 on. */
  async function expectNoServerError(call: ForeignCall, token: string): Promise<LightMyRequestResponse> {
    const answer = await send(call, token)
    const about = `${call.method} ${call.url.slice(0, 200)} ${String(call.payload).slice(0, 100)}: ${answer.body.slice(0, 200)}`
    expect(answer.statusCode, about).toBeLessThan(500)
    if (answer.statusCode >= 400) expect(answer.headers['content-type'], about).toBe(PROBLEM)
    return answer
  }

  async function actionOf(tenantOid: string): Promise<string> {
    const { body } = await world.call('GET', `/journal/api/v1/journal/entries/${tenantOid}/Customers`)
    return String(body.data[0]?.['actionId'])
  }

  /** Tables with row-level security after the migrations; the others hold data of no tenant. */
  let securedTables: string[] | undefined

  function setRowSecurity(state: string): Promise<void> {
    return world.database.asOwner(async (queries) => {
      securedTables ??= (
        await sql<{
          name: string
        }>`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'entity') and rowsecurity`.execute(
          queries,
        )
      ).rows.map(({ name }) => name)
      for (const name of securedTables) await sql.raw(`alter table ${name} ${state} row level security`).execute(queries)
    })
  }

  async function tablesOf(queries: Queries): Promise<string[]> {
    const { rows } = await sql<{
      name: string
    }>`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'entity') order by 1`.execute(
      queries,
    )
    return rows.map(({ name }) => name)
  }

  /** A digest of the rows of every table. */
  function digestOfTables(): Promise<Record<string, string>> {
    return world.database.asOwner(async (queries) => {
      const found: Record<string, string> = {}
      for (const name of await tablesOf(queries)) {
        const { rows: digests } = await sql<{
          digest: string
        }>`select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as digest from ${sql.raw(name)} t`.execute(
          queries,
        )
        found[name] = digests[0]?.digest ?? ''
      }
      return found
    })
  }
})
