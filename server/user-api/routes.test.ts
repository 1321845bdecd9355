import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PermissionData, TenantHit, TenantsAnswer, UserContext, UserInfo } from '../../schemas/tenancy.ts'
import { permissionsOf } from '../../schemas/rights/rights.ts'
import type { Database } from '../db/database.ts'
import { bareService, smallWorld } from '../identity/small-world.ts'
import { EVERYTHING } from '../db/scope.ts'
import { loadCaller } from '../policies/load-caller.ts'
import { registerUserApi } from './routes.ts'

let db: Database
let app: FastifyInstance

beforeAll(async () => {
  db = await smallWorld()
  app = await bareService('http://localhost:18200')
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      const found = await loadCaller(db, { mail: String(request.headers['x-mail']) })
      if (found) request.caller = found.caller
    })
    registerUserApi(scope, { db })
  })
})
afterAll(async () => {
  await app.close()
  await db.close()
})

interface Answer<T> {
  status: number
  body: T & { detail: string; errors: { pointer: string; key: string }[] }
}

async function get<T>(mail: string, url: string): Promise<Answer<T>> {
  const answer = await app.inject({ url, headers: { 'x-mail': `${mail}@demo.test` } })
  return { status: answer.statusCode, body: answer.json() }
}

const contextOf = async (mail: string, query = ''): Promise<UserContext> =>
  (await get<{ data: [UserContext] }>(mail, `/api/user/v2/context${query}`)).body.data[0]
const tenantsOf = async (mail: string, query = ''): Promise<TenantHit[]> =>
  (await get<TenantsAnswer>(mail, `/api/user/v2/tenants${query}`)).body.data
const names = (hits: TenantHit[]): string[] => hits.map(({ name }) => name)
const search = (pattern: string): string => `?filter=${encodeURIComponent(`name=ilike="${pattern}"`)}`

describe('info of the current user', () => {
  it('names the person and the tenant to start in', { tags: ['S0-3.37', 'S0-7.12'] }, async () => {
    const { body } = await get<{ data: [UserInfo] }>('msp', '/api/user/v2/info')
    expect(body.data[0].user).toMatchObject({
      oid: 'person-msp',
      name: 'Mats Provider',
      mail: 'msp@demo.test',
      locale: '',
      hasManyTenants: true,
      canListCustomers: true,
      canListPartners: false,
    })
    expect(body.data[0].tenant).toEqual({ id: 'msp', name: 'Northwind', type: 'msp' })
  })

  it.each(['nobody', 'shut'])('has no tenant for %s', async (mail) => {
    const { body } = await get<{ data: [UserInfo] }>(mail, '/api/user/v2/info')
    expect(body.data[0]).not.toHaveProperty('tenant')
    expect(body.data[0].user).toMatchObject({ hasManyTenants: false, canListUsers: false })
    expect((await contextOf(mail)).scopes).toEqual([])
  })
})

describe('the context', () => {
  it(
    'lists the tenants on which the person has roles, with permissions, features and customer overlays',
    { tags: ['S0-3.36', 'S2-3.12'] },
    async () => {
      const { scopes, all } = await contextOf('many')
      expect(scopes.map(({ oid, roles }) => [oid, roles])).toEqual([
        ['acme', ['admin']],
        ['reseller', ['viewer']],
      ])
      expect(scopes[0]?.ancestors.map(({ oid, type }) => [oid, type])).toEqual([
        ['platform', 'po'],
        ['vad', 'vad'],
        ['msp', 'msp'],
      ])
      expect(scopes[0]?.permissions).toContainEqual({ resource: 'edge_box', operation: 'create' })
      const overlay = scopes[0]?.resources?.overlay
      expect(overlay).toEqual({
        oid: 'acme',
        name: 'Acme',
        sdcOid: expect.stringMatching(/^[0-9a-f]{8}-/),
        sdc: { oid: overlay?.sdcOid },
        dashboards: expect.any(Array),
        alertingConfigurationUrl: `/supervision/alerting-config/${overlay?.sdcOid}/`,
        reportingHomeUrl: '/api/reporting/v1/overlays/acme/home',
        grafanaDashboards: overlay?.dashboards,
        reportingServiceUrl: overlay?.reportingHomeUrl,
      })
      const shown = overlay?.dashboards.map(({ name, url, tags, primary }) => [name, url, tags, primary])
      const address = expect.stringMatching(/^\/supervision\/overlays\/acme\/d\/[-0-9a-f]{36}\/$/)
      expect(shown).toEqual([
        ['Alerts', address, ['sdwan-notifications-home'], false],
        ['Sites', address, [], false],
        ['Traffic', address, [], false],
      ])
      expect(scopes[1]).not.toHaveProperty('resources')
      expect(all).toEqual({ canListCustomers: true, canListPartners: false, canListRequests: true, canListUsers: true })
    },
  )

  it.each([
    ['owner', 'platform', 'sa', 'po', []],
    ['msp', 'msp', 'admin', 'msp', []],
    // Whoever may read the domains of a provider's customers may read them on these, too.
    ['msp', 'diy', 'admin', 'diy_customer', ['customer_domain:read']],
  ] as const)(
    'of %s in %s has one pair per resource and operation that %s allows there, and no others',
    { tags: ['S0-6.42'] },
    async (...[mail, tenant, role, type, fromAbove]) => {
      const { scopes } = await contextOf(mail, `?tenantOid=${tenant}`)
      const pairs = scopes[0]?.permissions.map(({ resource, operation }) => `${resource}:${operation}`)
      expect(pairs?.toSorted()).toEqual([...permissionsOf(role, type), ...fromAbove].toSorted())
    },
  )

  it('is the same in version 1 of the API', { tags: ['S0-7.11'] }, async () => {
    const { body } = await get<{ data: [UserContext] }>('many', '/api/user/v1/context')
    expect(body.data[0]).toEqual(await contextOf('many'))
  })

  it('of one tenant includes its features, and permissions inherited from roles above', { tags: ['S0-7.13', 'D-4.2'] }, async () => {
    const { scopes, all } = await contextOf('msp', '?tenantOid=diy')
    expect(scopes).toHaveLength(1)
    expect(scopes[0]).toMatchObject({ oid: 'diy', tenantType: 'diy_customer', parentOid: 'msp', roles: ['admin'] })
    const byName = (one: { name: string }, other: { name: string }): number => (one.name < other.name ? -1 : 1)
    expect(scopes[0]?.features.toSorted(byName)).toEqual([
      { name: 'directory_users', state: 'enabled' },
      { name: 'sdi', state: 'disabled' },
    ])
    expect(scopes[0]?.permissions).toContainEqual({ resource: 'users', operation: 'manage' })
    expect(Object.values(all ?? {})).toEqual([false, false, false, false])
  })

  it.each([
    ['msp', 'reseller'],
    ['msp', 'vad'],
    ['msp', 'platform'],
    ['viewer', 'msp'],
    ['shut', 'acme'],
    ['nobody', 'platform'],
    ['msp', 'unknown'],
    ['msp', 'all'],
    ['viewer', 'p:acme'],
  ])('is refused to %s in %s as if it did not exist', async (mail, tenantOid) => {
    expect((await get(mail, `/api/user/v2/context?tenantOid=${tenantOid}`)).status).toBe(404)
    expect((await get(mail, `/api/user/v2/context?tenantOid=${tenantOid}&resource=users`)).status).toBe(404)
  })

  it('of all tenants is for people with all-access', async () => {
    expect((await contextOf('owner', '?tenantOid=all')).all).toMatchObject({ canListPartners: true })
    expect((await contextOf('many', '?tenantOid=all')).scopes).toEqual([])
  })

  it('with a resource lists what the person may do with it', { tags: ['S0-7.13'] }, async () => {
    const answer = async (mail: string, tenantOid: string, resource: string): Promise<PermissionData> =>
      (await get<{ data: [PermissionData] }>(mail, `/api/user/v2/context?tenantOid=${tenantOid}&resource=${resource}`)).body.data[0]
    expect(await answer('viewer', 'c:acme', 'edge_box')).toMatchObject({
      tenantOid: 'acme',
      operations: ['list', 'read'],
      can: { update: false, readExternalGateway: true },
    })
    expect(await answer('msp', 'msp', 'customers')).toMatchObject({ can: { create: true, readDomain: true } })
    expect(await answer('owner', 'all', 'partners')).toMatchObject({ operations: ['list', 'read'], can: { create: false } })
    expect((await get('msp', '/api/user/v2/context?tenantOid=msp&resource=boxes')).status).toBe(400)
    expect((await get('msp', '/api/user/v2/context?resource=users')).status).toBe(400)
  })
})

describe('the tenant search', () => {
  it('lists what a person may reach by name, with type, roles and the tenants above', { tags: ['S0-2.15', 'S0-3.35'] }, async () => {
    const hits = await tenantsOf('msp')
    expect(names(hits)).toEqual(['Acme', 'Bolt 100% _pure_', 'Northwind'])
    expect(hits[0]).toEqual({
      oid: 'acme',
      name: 'Acme',
      parentOid: 'msp',
      type: 'managed_customer',
      roles: ['admin'],
      ancestors: [
        { oid: 'platform', name: 'Platform' },
        { oid: 'vad', name: 'Distributor' },
        { oid: 'msp', name: 'Northwind' },
      ],
    })
    expect(names(await tenantsOf('many'))).toEqual(['Acme', 'Zeta', 'Zoo'])
    expect(await tenantsOf('nobody')).toEqual([])
    expect(await tenantsOf('shut')).toEqual([])
  })

  it('returns one row more than requested if there are more', { tags: ['S0-7.14', 'S2-7.51', 'D-2.7'] }, async () => {
    expect(names(await tenantsOf('owner', '?page=0&size=3'))).toEqual(['Acme', 'Bolt 100% _pure_', 'Distributor', 'Northwind'])
    expect(names(await tenantsOf('owner', '?page=1&size=3'))).toEqual(['Northwind', 'Platform', 'Zeta', 'Zoo'])
    expect(names(await tenantsOf('owner', '?page=2&size=3'))).toEqual(['Zoo'])
    expect(names(await tenantsOf('owner', '?page=0&size=7'))).toHaveLength(7)
  })

  it('finds parts of names in any case', async () => {
    expect(names(await tenantsOf('owner', search('%orthw%')))).toEqual(['Northwind'])
    expect(names(await tenantsOf('owner', search('%ZE%')))).toEqual(['Zeta'])
    expect(names(await tenantsOf('msp', search('%zoo%')))).toEqual([])
  })

  it('treats escaped wildcards literally', { tags: ['S0-5.19', 'S2-5.24', 'D-2.6'] }, async () => {
    expect(names(await tenantsOf('owner', search('%00\\\\% \\\\_%')))).toEqual(['Bolt 100% _pure_'])
    expect(names(await tenantsOf('owner', search('%or\\\\_%')))).toEqual([])
  })

  it('orders by name ignoring case and diacritics, as lists do', async () => {
    const sorted = ['Ärla Nord', 'arlo nord', 'Øster nord', 'oyster Nord', 'zeal nord']
    const rows = sorted.toReversed().map((name, index) => ({ oid: `nord-${index}`, path: `a.2.1.${index + 1}.`, name }))
    await db.transaction(EVERYTHING, (queries) =>
      sql`insert into tenant (oid, parent_oid, type, name, path) select x.oid, 'zoo', 'managed_customer', x.name, x.path
        from json_to_recordset(${JSON.stringify(rows)}::json) as x(oid text, name text, path text)`.execute(queries),
    )
    try {
      expect(names(await tenantsOf('owner', search('% nord%')))).toEqual(sorted)
      expect(names(await tenantsOf('owner', `${search('% nord%')}&page=1&size=2`))).toEqual(sorted.slice(2))
    } finally {
      await db.transaction(EVERYTHING, (queries) => sql`delete from tenant where parent_oid = 'zoo'`.execute(queries))
    }
  })

  it('refuses invalid parameters', async () => {
    const urls = [
      '?filter=type==po',
      '?filter=name=ilike=',
      '?page=-1',
      '?size=0',
      '?size=101',
      '?size=ten',
      '?creates=nothing',
      '?filter=a&filter=b',
      `?filter=${encodeURIComponent("name=ilike='%a%';name=ilike='%b%'")}`,
    ]
    for (const url of urls) expect((await get('owner', `/api/user/v2/tenants${url}`)).status, url).toBe(400)
    for (const url of ['?tenantOid=%00', '?tenantOid=platform&resource=%00', '?tenantOid=a&tenantOid=b'])
      expect((await get('owner', `/api/user/v2/context${url}`)).status, url).toBe(400)
  })
})

describe('the profile', () => {
  const put = async (mail: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<{ data: unknown[] }>> => {
    const answer = await app.inject({
      method: 'PUT',
      url: '/api/v1/profile',
      headers: { 'x-mail': `${mail}@demo.test`, ...headers },
      payload: body as object,
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  const nothingChosen = { timeZone: '', dateFormat: 'language', theme: 'system' }

  it('keeps how a person wants to see the console, and tells it with the context as far as they chose', async () => {
    const about = async () => {
      const { timeZone, dateFormat, theme } = (await contextOf('owner')).user
      return { timeZone, dateFormat, theme }
    }
    expect(await about()).toEqual({})
    expect((await put('owner', { data: [{ timeZone: 'Asia/Tokyo', revision: 1 }] })).body.data).toMatchObject([
      { ...nothingChosen, timeZone: 'Asia/Tokyo', revision: 2 },
    ])
    expect(await about()).toEqual({ timeZone: 'Asia/Tokyo' })
    // One choice does not undo another one, and each counts against the revision.
    expect((await put('owner', { data: [{ theme: 'dark', revision: 1 }] })).status).toBe(409)
    expect((await put('owner', { data: [{ theme: 'dark', dateFormat: 'iso', revision: 2 }] })).status).toBe(200)
    expect(await about()).toEqual({ timeZone: 'Asia/Tokyo', dateFormat: 'iso', theme: 'dark' })
    expect((await put('owner', { data: [{ timeZone: '', revision: 3 }] })).body.data).toMatchObject([{ timeZone: '', theme: 'dark' }])
  })

  it('stores name and language, and changes only what was sent', { tags: ['S0-7.34', 'S2-3.13', 'D-2.14'] }, async () => {
    expect((await put('viewer', { data: [{ locale: 'fr', revision: 1 }] })).body.data).toEqual([
      { oid: 'person-viewer', name: 'Vera Viewer', mail: 'viewer@demo.test', locale: 'fr', ...nothingChosen, revision: 2 },
    ])
    expect((await put('viewer', { data: [{ name: 'Vera V.', mail: 'viewer@demo.test', revision: 2 }] })).status).toBe(200)
    const { body } = await get<{ data: unknown[] }>('viewer', '/api/v1/profile')
    expect(body.data).toEqual([
      { oid: 'person-viewer', name: 'Vera V.', mail: 'viewer@demo.test', locale: 'fr', ...nothingChosen, revision: 3 },
    ])
    expect((await contextOf('viewer')).user).toMatchObject({ name: 'Vera V.', locale: 'fr' })
  })

  it('returns its revision, is changed once by a repeated call, and is recorded in the journal', { tags: ['S0-7.35'] }, async () => {
    expect((await put('many', { data: [{ locale: 'de' }] })).status).toBe(428)
    const headers = { 'idempotency-key': 'once' }
    const first = await put('many', { data: [{ name: 'Mona M.', revision: 1 }] }, headers)
    expect(first.body.data).toMatchObject([{ name: 'Mona M.', revision: 2 }])
    expect(await put('many', { data: [{ name: 'Mona M.', revision: 1 }] }, headers)).toEqual(first)
    expect(await put('many', { data: [{ name: 'Late', revision: 1 }] })).toMatchObject({
      status: 409,
      body: { current: [{ name: 'Mona M.', revision: 2 }] },
    })
    // What is as it was is no change.
    expect((await put('many', { data: [{ name: 'Mona M.', revision: 2 }] })).body.data).toMatchObject([{ revision: 2 }])
    const both = await Promise.all(['fr', 'es'].map((locale) => put('many', { data: [{ locale, revision: 2 }] })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { rows } = await db.withScope(EVERYTHING, (queries) =>
      sql<{
        entry: unknown
      }>`select entry from journal where event_type = 'profile' and entry#>>'{subject,name}' = 'Mona M.' order by seq`.execute(queries),
    )
    expect(rows).toMatchObject([
      { entry: { theme: 'UserRoles', principal: { name: 'Mona M.' }, details: { changes: { locale: { before: '' } } } } },
    ])
  })

  it.each([
    [{ name: '' }, '/data/0/name', 'validation.field.mandatory'],
    [{ name: '  ' }, '/data/0/name', 'validation.field.mandatory'],
    [{ name: 'x'.repeat(251) }, '/data/0/name', 'validation.field.max'],
    [{ name: 'a\u0000b' }, '/data/0/name', 'service.value.unstorable'],
    [{ name: 'a\ud800' }, '/data/0/name', 'service.value.unstorable'],
    [{ locale: 'xx' }, '/data/0/locale', 'validation.field.option'],
    [{ timeZone: 'Mars/Olympus' }, '/data/0/timeZone', 'service.timeZone.unknown'],
    [{ timeZone: '+01:00' }, '/data/0/timeZone', 'service.timeZone.unknown'],
    [{ timeZone: `Europe/${'x'.repeat(60)}` }, '/data/0/timeZone', 'service.timeZone.unknown'],
    [{ timeZone: 5 }, '/data/0/timeZone', 'service.timeZone.unknown'],
    [{ dateFormat: 'ymd' }, '/data/0/dateFormat', 'validation.field.option'],
    [{ theme: ['dark'] }, '/data/0/theme', 'validation.field.option'],
    [{ role: 'sa' }, '/data/0/role', 'validation.field.unknown'],
    [{ mail: 'other@demo.test' }, '/data/0/mail', 'validation.field.readOnly'],
  ])('refuses %j', { tags: ['S0-5.67', 'S2-3.13', 'S2-5.20'] }, async (item, pointer, key) => {
    const { status, body } = await put('msp', { data: [item] })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ pointer, key }])
  })

  it('takes a name of 250 characters', { tags: ['S0-5.67', 'S0-9.18', 'S2-5.20', 'S2-9.15'] }, async () => {
    const { name, revision } = (await get<{ data: { name: string; revision: number }[] }>('shut', '/api/v1/profile')).body.data[0]!
    const saved = await put('shut', { data: [{ name: 'x'.repeat(250), revision }] })
    expect(saved).toMatchObject({ status: 200, body: { data: [{ name: 'x'.repeat(250) }] } })
    expect((await put('shut', { data: [{ name, revision: revision + 1 }] })).status).toBe(200)
  })

  it('refuses bodies of another shape', { tags: ['S0-5.67', 'S2-3.13', 'S2-5.20'] }, async () => {
    for (const body of [{}, { data: [] }, { data: [{}, {}] }, { data: ['x'] }, { data: [5] }, { data: [null] }, { data: [{ role: 'sa' }] }])
      expect((await put('msp', body)).status).toBe(400)
  })
})
