import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asService } from '../../../server/db/database.ts'
import { hashOf, newTokenSecret } from '../../../server/api-tokens/secret.ts'
import { RateCounts } from '../../../server/rate-limits/rate-counts.ts'
import { apiWorld, OWNER, places, type ApiWorld } from '../../support/api/api-world.ts'
import { callWith, newToken, type TokenAnswer } from '../../support/api/token-calls.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

const OWN = '/api/v1/profile/apiTokens'
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

describe.each(places)('API tokens, on %s', (place) => {
  let world: ApiWorld
  let service: WholeService
  beforeAll(async () => {
    world = await apiWorld(place)
    service = await wholeService(world.database)
  })
  afterAll(async () => {
    await service.close()
    await world.dispose()
  })

  const make = async (mail: string, wanted: Record<string, unknown>) => newToken(service.app, await service.token(mail), wanted)
  const as = (secret: string, call: Parameters<typeof callWith>[2]): Promise<TokenAnswer> => callWith(service.app, secret, call)
  const signedIn = async (mail: string, call: Parameters<typeof callWith>[2]): Promise<TokenAnswer> =>
    callWith(service.app, await service.token(mail), call)
  const customers = (secret: string, tenant: string): Promise<TokenAnswer> =>
    as(secret, { url: `/api/v1/customers?parentTenantOid=${tenant}` })
  const contact = (secret: string, revision: number, headers = {}): Promise<TokenAnswer> =>
    as(secret, {
      method: 'PUT',
      url: `/api/v1/customers?parentTenantOid=${world.oid['msp']!}`,
      headers,
      body: { data: [{ oid: world.oid['managed']!, revision, contactName: `By token ${revision}` }] },
    })
  const revisionOf = async (secret: string): Promise<number> =>
    Number((await as(secret, { url: `/api/v1/customers/${world.oid['managed']!}` })).body.data[0]?.['revision'])

  it('work within their tenant with the rights of their owner, and the journal says by which', async () => {
    const { secret, oid } = await make('msp@world.test', { tenantOid: world.oid['msp']!, name: 'Nightly sync' })
    expect(secret).toMatch(/^sdwan_[0-9A-Za-z]{49}$/)
    const changed = await contact(secret, await revisionOf(secret))
    expect(changed.status).toBe(200)
    const journal = await signedIn('msp@world.test', { url: `/journal/api/v1/journal/entries/${world.oid['msp']!}/Customers` })
    expect(journal.body.data[0]).toMatchObject({ principal: { name: 'Contact of msp', token: { oid, name: 'Nightly sync' } } })
    const own = await journalOf('creation')
    expect(own).toMatchObject({ subject: { oid, name: 'Nightly sync' }, principal: { name: 'Contact of msp' } })
  })

  const journalOf = async (eventType: string): Promise<unknown> =>
    (
      await signedIn('msp@world.test', {
        url: `/journal/api/v1/journal/entries/${world.oid['msp']!}/ApiTokens?filter=eventType==${eventType}`,
      })
    ).body.data[0]

  it('reach no tenant beside or above their own, though their owner may', async () => {
    const { secret } = await make(OWNER, { tenantOid: world.oid['msp']! })
    expect((await customers(secret, world.oid['msp']!)).status).toBe(200)
    for (const foreign of [world.oid['vad']!, world.oid['otherMsp']!, 'platform'])
      expect((await customers(secret, foreign)).status).toBe(404)
    expect((await as(secret, { url: `/api/v1/customers/${world.oid['otherCustomer']!}` })).status).toBe(404)
    expect((await as(secret, { url: '/api/v1/operations' })).status).toBe(403)
    await make(OWNER, { tenantOid: world.oid['otherMsp']!, name: 'of another' })
    expect((await as(secret, { url: OWN })).body.data.map((one) => one['tenantOid'])).toEqual([world.oid['msp']!])
    expect((await as(secret, { url: '/api/v1/partners' })).status).toBe(403)
    const plan = {
      items: [{ entity: 'customer', action: 'delete', oid: world.oid['otherCustomer']!, revision: 1 }],
      source: 'api',
      tenantOid: 'all',
    }
    expect((await as(secret, { method: 'POST', url: '/api/v1/plans', body: plan })).status).toBe(403)
    const context = await as(secret, { url: '/api/user/v1/context' })
    expect(context.body.data[0]).toMatchObject({ scopes: [{ oid: world.oid['msp']! }] })
  })

  it('have at most the rights of the role that they are limited to', async () => {
    const { secret } = await make('msp@world.test', { tenantOid: world.oid['msp']!, role: 'viewer' })
    const revision = await revisionOf(secret)
    expect((await customers(secret, world.oid['msp']!)).status).toBe(200)
    expect((await contact(secret, revision)).status).toBe(403)
    // A role that its owner does not have adds nothing.
    await world.grant('looker@world.test', world.oid['msp']!, 'viewer')
    const wide = await make('looker@world.test', { tenantOid: world.oid['msp']!, role: 'admin' })
    expect((await contact(wide.secret, revision)).status).toBe(403)
    expect((await as(wide.secret, { url: `/api/v1/apiTokens?tenantOid=${world.oid['msp']!}` })).status).toBe(200)
  })

  it('do not get an answer that their owner was given with more rights', async () => {
    const { secret } = await make('msp@world.test', { tenantOid: world.oid['msp']!, role: 'viewer' })
    const key = { 'idempotency-key': 'the-same-for-both' }
    const revision = await revisionOf(secret)
    expect((await contact(await service.token('msp@world.test'), revision, key)).status).toBe(200)
    // Were the keys the owner's, the owner's answer would be repeated.
    expect((await contact(secret, revision, key)).status).toBe(409)
  })

  it('lose a right with the next request after their owner, and end with the owner', async () => {
    await world.grant('leaver@world.test', world.oid['msp']!, 'admin')
    const { secret } = await make('leaver@world.test', { tenantOid: world.oid['msp']! })
    expect((await customers(secret, world.oid['msp']!)).status).toBe(200)
    await world.grant('leaver@world.test', world.oid['msp']!, 'viewer')
    expect((await contact(secret, await revisionOf(secret))).status).toBe(403)
    await world.revoke('leaver@world.test')
    expect((await customers(secret, world.oid['msp']!)).status).toBe(404)
    await asService(world.database, (queries) => sql`update person set state = 'removed' where mail = 'leaver@world.test'`.execute(queries))
    expect((await customers(secret, world.oid['msp']!)).status).toBe(401)
  })

  it('are refused once expired', async () => {
    const { secret, oid } = await make('msp@world.test', { tenantOid: world.oid['msp']! })
    await asService(world.database, (queries) =>
      sql`update api_token set expires_at = now() - interval '1 second' where oid = ${oid}`.execute(queries),
    )
    const { status, headers, body } = await customers(secret, world.oid['msp']!)
    expect({ status, detail: body.detail }).toEqual({ status: 401, detail: 'The API token has expired.' })
    expect(headers['www-authenticate']).toContain('error="invalid_token"')
  })

  it('are revoked by their owner, and by administrators, with the next request', async () => {
    const own = await make('msp@world.test', { tenantOid: world.oid['msp']! })
    expect((await signedIn('diy@world.test', { method: 'DELETE', url: `${OWN}/${own.oid}` })).status).toBe(404)
    expect((await signedIn('msp@world.test', { method: 'DELETE', url: `${OWN}/${own.oid}` })).status).toBe(204)
    expect((await customers(own.secret, world.oid['msp']!)).status).toBe(401)
    const other = await make('msp@world.test', { tenantOid: world.oid['msp']!, name: 'left behind' })
    const url = `/api/v1/apiTokens/${other.oid}?revision=1`
    expect((await signedIn('otherMsp@world.test', { method: 'DELETE', url })).status).toBe(404)
    expect((await customers(other.secret, world.oid['msp']!)).status).toBe(200)
    const listed = await signedIn('vad@world.test', { url: `/api/v1/apiTokens?tenantOid=${world.oid['vad']!}&filter=name=='left behind'` })
    expect(listed.body.data[0]).toMatchObject({ oid: other.oid, ownerName: 'Contact of msp', state: 'active', tenantName: 'msp' })
    expect((await signedIn('vad@world.test', { method: 'DELETE', url: `${url}&dryRun=true` })).status).toBe(200)
    expect((await customers(other.secret, world.oid['msp']!)).status).toBe(200)
    expect((await signedIn('vad@world.test', { method: 'DELETE', url })).status).toBe(200)
    expect((await customers(other.secret, world.oid['msp']!)).status).toBe(401)
    expect(await journalOf('deletion')).toMatchObject({
      subject: { name: 'left behind' },
      can: { restore: { because: 'service.because.restore' } },
    })
  })

  it('make neither tokens nor accounts, sessions, links or another name', async () => {
    const { secret, oid } = await make(OWNER, { tenantOid: 'platform' })
    const calls: [method: 'POST' | 'PUT' | 'DELETE', url: string][] = [
      ['POST', OWN],
      ['DELETE', `${OWN}/${oid}`],
      ['POST', '/api/v1/serviceAccounts'],
      ['PUT', '/api/v1/profile'],
      ['POST', '/api/v1/userroles/x/invitation'],
      ['POST', `/livemon/v1/${world.oid['managed']!}/sessions`],
      ['POST', `/supervision/overlays/${world.oid['managed']!}/context`],
    ]
    for (const [method, url] of calls) expect([url, (await as(secret, { method, url, body: {} })).status]).toEqual([url, 403])
    expect((await as(secret, { url: OWN })).body.data).toContainEqual(expect.objectContaining({ oid }))
    const created = { items: [{ entity: 'api-token', action: 'create', changes: { name: 'x' } }], source: 'api', tenantOid: 'platform' }
    expect((await as(secret, { method: 'POST', url: '/api/v1/plans', body: created })).status).toBe(400)
  })

  it('are stored as hashes only, and never told again', async () => {
    const key = { 'idempotency-key': 'made-once' }
    const body = { data: [{ name: 'once', tenantOid: world.oid['msp']!, expiresAt: inDays(1) }] }
    const again = (): Promise<TokenAnswer> => signedIn('msp@world.test', { method: 'POST', url: OWN, headers: key, body })
    const [first, repeated] = [await again(), await again()]
    const secret = String(first.body.data[0]!['secret'])
    const { secret: _, ...told } = first.body.data[0]!
    expect(repeated).toMatchObject({ status: 201, body: { data: [told] } })
    expect(repeated.body.data[0]).not.toHaveProperty('secret')
    const list = await signedIn('msp@world.test', { url: OWN })
    expect(list.body.data.filter(({ name }) => name === 'once')).toHaveLength(1)
    const { rows: tables } = await world.database.asOwner((queries) =>
      sql<{
        name: string
      }>`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'entity')`.execute(queries),
    )
    for (const { name } of tables) {
      const { rows } = await world.database.asOwner((queries) =>
        sql`select from ${sql.raw(name)} x where x::text like ${`%${secret.slice(6, 40)}%`}`.execute(queries),
      )
      expect([name, rows.length]).toEqual([name, 0])
    }
    await as(`${secret.slice(0, -1)}_`, { url: OWN })
    expect(service.log.join('\n')).not.toContain(secret.slice(6, 40))
    const { rows } = await asService(world.database, (queries) =>
      sql`select from api_token where hash = ${hashOf(secret)}`.execute(queries),
    )
    expect(rows).toHaveLength(1)
  })

  it('are asked for with everything that is wrong said at its field', async () => {
    const refused = async (item: Record<string, unknown>, mail = 'msp@world.test'): Promise<unknown[]> => {
      const { status, body } = await signedIn(mail, { method: 'POST', url: OWN, body: { data: [item] } })
      expect(status).toBe(400)
      return body.errors.map(({ pointer, key }) => [pointer, key])
    }
    expect(await refused({})).toEqual([
      ['/data/0/name', 'validation.field.mandatory'],
      ['/data/0/tenantOid', 'validation.field.mandatory'],
      ['/data/0/expiresAt', 'validation.field.mandatory'],
    ])
    const right = { name: 'x', tenantOid: world.oid['msp']!, expiresAt: inDays(1) }
    expect(await refused({ ...right, name: 'x'.repeat(101) })).toEqual([['/data/0/name', 'validation.field.max']])
    expect(await refused({ ...right, tenantOid: world.oid['otherMsp']! })).toEqual([['/data/0/tenantOid', 'api-token.because.noRole']])
    expect(await refused({ ...right, role: 'no_access' })).toEqual([['/data/0/role', 'validation.field.option']])
    expect(await refused({ ...right, expiresAt: inDays(-1) })).toEqual([['/data/0/expiresAt', 'api-token.because.past']])
    expect(await refused({ ...right, expiresAt: inDays(400) })).toEqual([['/data/0/expiresAt', 'api-token.because.far']])
    expect(await refused({ ...right, expiresAt: 'tomorrow' })).toEqual([['/data/0/expiresAt', 'api-token.because.instant']])
    expect(await refused({ ...right, hash: 'x' })).toEqual([['/data/0/hash', 'validation.field.unknown']])
    expect(await refused({ ...right, ownerOid: (await world.caller(OWNER)).oid })).toEqual([
      ['/data/0/ownerOid', 'api-token.because.owner'],
    ])
  })

  it('say when they were used last, at most once a minute', async () => {
    const { secret, oid } = await make('msp@world.test', { tenantOid: world.oid['msp']! })
    const lastUse = async (): Promise<unknown> =>
      (await signedIn('msp@world.test', { url: OWN })).body.data.find((one) => one['oid'] === oid)?.['lastUsedAt']
    expect(await lastUse()).toBeUndefined()
    await customers(secret, world.oid['msp']!)
    await expect.poll(lastUse).toMatch(/^\d{4}-/)
    const first = await lastUse()
    await customers(secret, world.oid['msp']!)
    await customers(secret, world.oid['msp']!)
    expect(await lastUse()).toBe(first)
    const listed = await signedIn('msp@world.test', { url: `/api/v1/apiTokens/${oid}` })
    expect(listed.body.data[0]).toMatchObject({ lastUsedAt: first, revision: 1 })
  })

  it('count alone: neither cookies nor further headers or parameters sign in beside them', async () => {
    const { secret } = await make('msp@world.test', { tenantOid: world.oid['msp']! })
    const access = await service.token(OWNER)
    const others = [
      { cookie: `session=${access}` },
      { 'x-forwarded-user': OWNER },
      { 'x-mail': OWNER },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { 'proxy-authorization': `Bearer ${access}` },
    ]
    for (const headers of others) {
      expect((await as(secret, { url: `/api/v1/partners?parentTenantOid=platform`, headers })).status).toBe(404)
      expect((await as(secret, { url: `/api/v1/customers?parentTenantOid=${world.oid['msp']!}`, headers })).status).toBe(200)
    }
    const bare = async (headers: Record<string, string>, url = OWN): Promise<number> =>
      (await service.app.inject({ url, headers })).statusCode
    expect(await bare({ cookie: `authorization=Bearer ${secret}` })).toBe(401)
    expect(await bare({ 'x-api-key': secret })).toBe(401)
    expect(await bare({ authorization: `Basic ${Buffer.from(`x:${secret}`).toString('base64')}` })).toBe(401)
    expect(await bare({ authorization: `Bearer ${secret}, Bearer ${access}` })).toBe(401)
    expect(await bare({}, `${OWN}?access_token=${secret}`)).toBe(401)
    expect(await bare({ authorization: `bearer  ${secret}` })).toBe(200)
    expect(await bare({ authorization: `Bearer ${secret.toUpperCase()}` })).toBe(401)
  })
})

describe('API tokens over two copies of the service', () => {
  let world: ApiWorld
  let services: WholeService[]
  let counts: RateCounts[]
  let close: () => Promise<void>
  beforeAll(async () => {
    world = await apiWorld('postgres')
    const { rows } = await world.database.asOwner((queries) => sql<{ name: string }>`select current_database() as name`.execute(queries))
    expect(rows).toHaveLength(1)
    const log = { info: () => undefined, warn: () => undefined }
    counts = [0, 1].map(() => new RateCounts({ database: world.database, log, everyMs: 20 }))
    services = [
      await wholeService(world.database, {}, { rateCounts: counts[0] }),
      await wholeService(world.database, {}, { rateCounts: counts[1] }),
    ]
    close = async () => {
      for (const one of services) await one.close()
      for (const one of counts) await one.close()
      await world.dispose()
    }
  })
  afterAll(() => close())

  it('are refused by one as soon as they were revoked at the other', async () => {
    const [one, other] = services as [WholeService, WholeService]
    const { secret, oid } = await newToken(one.app, await one.token('msp@world.test'), { tenantOid: world.oid['msp']! })
    for (let round = 0; round < 3; round++) expect((await callWith(other.app, secret, { url: OWN })).status).toBe(200)
    expect((await callWith(one.app, await one.token('msp@world.test'), { method: 'DELETE', url: `${OWN}/${oid}` })).status).toBe(204)
    expect((await callWith(other.app, secret, { url: OWN })).status).toBe(401)
  })

  it('cannot be guessed: an address that tries is refused everywhere, without keeping known tokens out', async () => {
    const [one, other] = services as [WholeService, WholeService]
    const { secret } = await newToken(one.app, await one.token('msp@world.test'), { tenantOid: world.oid['msp']! })
    const unused = await newToken(one.app, await one.token('msp@world.test'), { tenantOid: world.oid['msp']! })
    const remoteAddress = '192.0.2.77'
    expect((await callWith(one.app, secret, { url: OWN, remoteAddress })).status).toBe(200)
    const statuses: number[] = []
    for (let guess = 0; guess < 70; guess++) statuses.push((await callWith(one.app, newTokenSecret(), { url: OWN, remoteAddress })).status)
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(401))
    expect(statuses.slice(-5)).toEqual(Array(5).fill(429))
    // Were the right one among them, it would not be told.
    expect((await callWith(one.app, unused.secret, { url: OWN, remoteAddress })).status).toBe(429)
    expect((await callWith(one.app, secret, { url: OWN, remoteAddress })).status).toBe(200)
    await expect.poll(async () => (await callWith(other.app, newTokenSecret(), { url: OWN, remoteAddress })).status).toBe(429)
    expect((await callWith(one.app, unused.secret, { url: OWN, remoteAddress: '192.0.2.78' })).status).toBe(200)
  })

  it('have a limit of calls each, wherever they are used', async () => {
    const limited = await wholeService(world.database, { TOKEN_RATE_LIMIT: '5' }, {})
    const made = await Promise.all(
      [1, 2].map(async () => newToken(limited.app, await limited.token('msp@world.test'), { tenantOid: world.oid['msp']! })),
    )
    const statuses: number[] = []
    for (let call = 0; call < 7; call++)
      statuses.push((await callWith(limited.app, made[0]!.secret, { url: OWN, remoteAddress: `192.0.2.${call}` })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect((await callWith(limited.app, made[1]!.secret, { url: OWN })).status).toBe(200)
    await limited.close()
  })
})
