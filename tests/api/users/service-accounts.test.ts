import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asService } from '../../../server/db/database.ts'
import { apiWorld, bothPlaces, OWNER, type ApiWorld } from '../../support/api/api-world.ts'
import { callWith, newToken, type TokenAnswer } from '../../support/api/token-calls.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

const ACCOUNTS = '/api/v1/serviceAccounts'

// The embedded database has one connection, which nothing may wait for within a transaction.
describe.each(bothPlaces)('service accounts, on %s', (place) => {
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

  const as = async (mail: string, call: Parameters<typeof callWith>[2]): Promise<TokenAnswer> =>
    callWith(service.app, await service.token(mail), call)
  const make = (mail: string, item: Record<string, unknown>, query = ''): Promise<TokenAnswer> =>
    as(mail, { method: 'POST', url: `${ACCOUNTS}${query}`, body: { data: [item] } })
  const accountsOf = async (tenantOid: string, mail = OWNER): Promise<Record<string, unknown>[]> =>
    (await as(mail, { url: `${ACCOUNTS}?tenantOid=${tenantOid}` })).body.data
  const accountNamed = async (name: string): Promise<{ oid: string; mail: string }> => {
    const found = (await accountsOf('platform')).find((one) => one['name'] === name)
    return { oid: String(found?.['oid']), mail: String(found?.['mail']) }
  }

  it('are made with a role that works at once, and work by tokens that administrators make', async () => {
    const made = await make('msp@world.test', { name: 'Backup job', tenantOid: world.oid['msp']!, role: 'viewer' })
    expect(made).toMatchObject({ status: 201, body: { data: [{ name: 'Backup job', role: 'viewer', state: 'active' }] } })
    const { oid, mail } = await accountNamed('Backup job')
    expect(mail).toMatch(/^backup-job\.[0-9a-f]{10}@service\.invalid$/)
    const { secret } = await newToken(service.app, await service.token('msp@world.test'), { tenantOid: world.oid['msp']!, ownerOid: oid })
    const who = await callWith(service.app, secret, { url: '/api/user/v2/info' })
    expect(who.body.data[0]).toMatchObject({ user: { oid, name: 'Backup job' } })
    expect((await callWith(service.app, secret, { url: `/api/v1/customers?parentTenantOid=${world.oid['msp']!}` })).status).toBe(200)
    expect((await callWith(service.app, secret, { method: 'POST', url: ACCOUNTS, body: { data: [] } })).status).toBe(403)
    expect(await accountsOf(world.oid['otherMsp']!, 'otherMsp@world.test')).toEqual([])
  })

  it('get no role that their maker may not give, and leave nothing behind where they are refused', async () => {
    const count = async (): Promise<number> =>
      (await asService(world.database, (q) => sql`select from person where kind = 'service'`.execute(q))).rows.length
    const before = await count()
    expect((await make('diy@world.test', { name: 'x', tenantOid: world.oid['msp']!, role: 'viewer' })).status).toBe(404)
    const above = await make('msp@world.test', { name: 'x', tenantOid: world.oid['msp']!, role: 'sa' })
    expect(above).toMatchObject({ status: 400, body: { errors: [{ pointer: '/items/0/changes/role' }] } })
    expect((await make('msp@world.test', { name: 'x', tenantOid: world.oid['msp']!, role: 'viewer' }, '')).status).toBe(201)
    expect((await make('msp@world.test', { name: '', tenantOid: world.oid['msp']!, role: 'viewer' })).body.errors).toMatchObject([
      { pointer: '/data/0/name' },
    ])
    expect(await count()).toBe(before + 1)
  })

  it('give nobody rights above their own by a token', async () => {
    await make(OWNER, { name: 'Platform job', tenantOid: 'platform', role: 'admin' })
    const { oid, mail } = await accountNamed('Platform job')
    const body = (tenantOid: string) => ({
      data: [{ name: 'x', tenantOid, ownerOid: oid, expiresAt: new Date(Date.now() + 9e6).toISOString() }],
    })
    const url = '/api/v1/profile/apiTokens'
    expect((await as('msp@world.test', { method: 'POST', url, body: body(world.oid['msp']!) })).status).toBe(403)
    // Not even after a role of one's own was given to it.
    const role = { data: [{ tenantOid: world.oid['msp']!, mail, role: 'viewer' }] }
    expect((await as('msp@world.test', { method: 'POST', url: '/api/v1/userroles', body: role })).status).toBe(201)
    expect((await as('msp@world.test', { method: 'POST', url, body: body(world.oid['msp']!) })).status).toBe(403)
    expect((await as('otherMsp@world.test', { method: 'POST', url, body: body(world.oid['otherMsp']!) })).status).toBe(403)
    expect((await as(OWNER, { method: 'POST', url, body: body(world.oid['msp']!) })).status).toBe(201)
  })

  it('have addresses that nobody else gives or signs in with', async () => {
    const item = { tenantOid: world.oid['msp']!, mail: 'mine@service.invalid', name: 'x', role: 'viewer' }
    const { status, body } = await as('msp@world.test', { method: 'POST', url: '/api/v1/userroles', body: { data: [item] } })
    expect({ status, errors: body.errors }).toMatchObject({
      status: 400,
      errors: [{ pointer: '/data/0/mail', key: 'api-token.because.reserved' }],
    })
    const { mail } = await accountNamed('Backup job')
    expect((await as(mail, { url: '/api/user/v2/info' })).status).toBe(401)
  })

  it('work by access tokens of a client of the provider that the platform owner bound', async () => {
    const item = { name: 'Pipeline', tenantOid: world.oid['msp']!, role: 'viewer', subject: 'client-7' }
    expect((await make('msp@world.test', item)).body.errors).toMatchObject([
      { pointer: '/data/0/subject', key: 'api-token.because.platform' },
    ])
    expect((await make(OWNER, item)).status).toBe(201)
    expect((await make(OWNER, item)).body.errors).toMatchObject([{ pointer: '/data/0/subject', key: 'api-token.because.subjectTaken' }])
    const claims = { sub: 'client-7', email: undefined, email_verified: undefined }
    const access = await service.token('', { claims })
    const who = await callWith(service.app, access, { url: '/api/user/v2/info' })
    expect(who.body.data[0]).toMatchObject({ user: { name: 'Pipeline' } })
    expect((await callWith(service.app, access, { url: `/api/v1/customers?parentTenantOid=${world.oid['msp']!}` })).status).toBe(200)
    expect((await callWith(service.app, access, { url: `/api/v1/customers?parentTenantOid=${world.oid['otherMsp']!}` })).status).toBe(404)
    expect((await callWith(service.app, access, { method: 'POST', url: '/api/v1/profile/apiTokens', body: {} })).status).toBe(403)
    expect(
      (await callWith(service.app, await service.token('', { claims: { ...claims, sub: 'client-8' } }), { url: '/api/user/v2/info' }))
        .status,
    ).toBe(401)
  })
})
