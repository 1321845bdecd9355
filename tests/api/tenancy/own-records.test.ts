import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { apiWorld, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'

const SETTINGS = '/api/v1/settings'
const CLOUD = '/api/v1/cloudSecSettings'

describe.each(places)('records that each customer has exactly one of on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
    await world.grant('admin@world.test', world.oid['managed'] ?? '', 'admin')
  })
  afterAll(() => world.dispose())

  const read = async (route: string, tenant: string, as?: string): Promise<Answer> =>
    world.call('GET', `${route}/${world.oid[tenant] ?? tenant}`, as === undefined ? {} : { as })
  const put = (route: string, tenant: string, changes: Rec): Promise<Answer> =>
    world.call('PUT', route, { body: { data: [{ oid: world.oid[tenant], ...changes }] } })
  /** Enables cloud security of a customer. Returns the revision of its settings. */
  const enableCloud = async (tenant: string): Promise<number> => {
    const [{ revision = 0 } = {}] = (await read(CLOUD, tenant)).body.data as { revision?: number }[]
    const client = { enabled: true, clientID: 'bay', clientSecret: 'open sesame 4712' }
    const { status, body } = await put(CLOUD, tenant, { revision, ...client })
    expect(status, JSON.stringify(body)).toBe(200)
    return Number(body.data[0]?.['revision'])
  }
  const tableText = async (table: string): Promise<string> =>
    world.database.withScope(EVERYTHING, async (queries) => {
      const { rows } = await sql<{ text: string }>`select coalesce(string_agg(x::text, ' '), '') as text from ${sql.raw(table)} x`.execute(
        queries,
      )
      return rows[0]?.text ?? ''
    })

  it('exist as soon as the customer does, and for customers only', { tags: ['S0-7.36'] }, async () => {
    expect((await read(SETTINGS, 'managed')).body.data).toEqual([
      expect.objectContaining({ oid: world.oid['managed'], name: 'managed', reporting: 'disabled', revision: 1, can: { update: true } }),
    ])
    expect((await read(CLOUD, 'managed')).body.data).toEqual([
      expect.objectContaining({ enabled: false, configured: false, fqdns: [], revision: 1 }),
    ])
    for (const tenant of ['platform', 'msp', 'unknown', '%00']) expect((await read(SETTINGS, tenant)).status).toBe(404)
    expect((await read(SETTINGS, 'otherCustomer', 'msp@world.test')).status).toBe(404)
    for (const method of ['POST', 'DELETE', 'GET'])
      expect((await world.call(method, SETTINGS, method === 'GET' ? {} : { body: { data: [{ reporting: 'standard' }] } })).status).toBe(404)
    const create = { entity: 'settings', action: 'create', changes: { reporting: 'standard' } }
    const plan = { items: [create], source: 'api', tenantOid: world.oid['managed'] }
    expect((await world.call('POST', '/api/v1/plans', { body: plan })).status).toBe(403)
  })

  it('are read by viewers of the customer, and changed by its administrators alone', { tags: ['S0-6.28', 'S0-6.29'] }, async () => {
    const managed = world.oid['managed'] ?? ''
    await world.grant('sees@world.test', managed, 'viewer')
    await world.grant('network@world.test', managed, 'network_manager')
    for (const [route, changes] of [
      [SETTINGS, { reporting: 'disabled' }],
      [CLOUD, { enabled: false }],
    ] as const) {
      const change = (as: string) => world.call('PUT', route, { as, body: { data: [{ oid: managed, revision: 1, ...changes }] } })
      const readers = ['sees@world.test', 'network@world.test', 'admin@world.test']
      const statuses = await Promise.all(readers.map(async (as) => [(await read(route, 'managed', as)).status, (await change(as)).status]))
      expect([route, ...statuses]).toEqual([route, [200, 403], [404, 404], [200, 200]])
      expect((await change('sees@world.test')).body.errors).toMatchObject([{ key: 'service.because.update' }])
    }
  })

  it(
    'are changed with a revision and a journal entry, and the list of customers shows the change',
    { tags: ['S0-6.39', 'S0-7.37'] },
    async () => {
      expect((await put(SETTINGS, 'managed', { reporting: 'standard' })).status).toBe(428)
      expect((await put(SETTINGS, 'managed', { revision: 1, reporting: 'disabled' })).body.data).toMatchObject([{ revision: 1 }])
      const data = [{ oid: world.oid['managed'], revision: 1, reporting: 'standard' }]
      const changed = await world.call('PUT', SETTINGS, { as: 'admin@world.test', body: { data } })
      expect(changed).toMatchObject({ status: 200, body: { data: [{ revision: 2, reporting: 'standard' }] } })
      expect(await put(SETTINGS, 'managed', { revision: 1, reporting: 'enhanced' })).toMatchObject({
        status: 409,
        body: { current: [{ revision: 2, reporting: 'standard' }] },
      })
      const journal = await world.call('GET', `/journal/api/v1/journal/entries/${world.oid['managed']}/Settings`)
      expect(journal.body.data).toMatchObject([
        {
          eventType: 'update',
          subject: { name: 'managed' },
          eventDetails: { changes: { reporting: { before: 'disabled', after: 'standard' } } },
        },
      ])
      const listed = await world.call('GET', `/api/v1/customers?parentTenantOid=${world.oid['msp']}&condition=reporting`)
      expect(listed.body.data).toMatchObject([{ oid: world.oid['managed'], reporting: 'standard' }])
      expect((await verifyJournal(world.database)).faults).toEqual([])
    },
  )

  it('are written by only one of two people who make the first change at the same time', async () => {
    const answers = await Promise.all(['standard', 'enhanced'].map((reporting) => put(SETTINGS, 'diy', { revision: 1, reporting })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await read(SETTINGS, 'diy')).body.data).toMatchObject([{ revision: 2 }])
  })

  it('can neither choose reporting where it is not available, nor make it unavailable', async () => {
    await world.database.transaction(EVERYTHING, (queries) =>
      sql`update entity.customer set data = data || '{"reporting": "not_available"}' where oid = ${world.oid['otherCustomer']}`.execute(
        queries,
      ),
    )
    await world.database.transaction(EVERYTHING, (queries) =>
      sql`update tenant set reporting = 'not_available' where oid = ${world.oid['otherCustomer']}`.execute(queries),
    )
    expect((await read(SETTINGS, 'otherCustomer')).body.data).toMatchObject([{ reporting: 'not_available', reportingAvailable: false }])
    expect(await put(SETTINGS, 'otherCustomer', { revision: 1, reporting: 'standard' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/data/0/reporting', key: 'settings.reporting.not.available' }] },
    })
    expect(await put(SETTINGS, 'managed', { revision: 2, reporting: 'not_available' })).toMatchObject({
      body: { errors: [{ pointer: '/data/0/reporting', key: 'settings.because.reportingChosen' }] },
    })
    expect(await put(SETTINGS, 'otherCustomer', { revision: 1, reportingAvailable: true })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/data/0/reportingAvailable', key: 'validation.field.readOnly' }] },
    })
  })

  it('hold a secret that is in plain text in no answer, journal or table', { tags: ['S0-3.32', 'S0-7.38', 'S0-7.39'] }, async () => {
    const secret = 'open sesame 4711'
    const client = { enabled: true, clientID: 'bay' }
    expect((await put(CLOUD, 'managed', { revision: 1, ...client })).body.errors).toMatchObject([
      { pointer: '/data/0/clientSecret', key: 'validation.field.mandatory' },
    ])
    expect((await put(CLOUD, 'managed', { revision: 1, clientSecret: secret })).body.errors).toMatchObject([
      { pointer: '/data/0/clientID', key: 'validation.field.mandatory' },
    ])
    const answers = [await put(CLOUD, 'managed', { revision: 1, ...client, clientSecret: secret })]
    expect(answers[0]?.body.data).toMatchObject([{ revision: 2, configured: true }])
    // Fields that are not sent stay unchanged, so a stored secret need not be sent again.
    answers.push(await put(CLOUD, 'managed', { revision: 2, clientID: 'bay-2' }), await read(CLOUD, 'managed'))
    answers.push(await put(CLOUD, 'managed', { revision: 2, clientSecret: 'late' }))
    answers.push(await world.call('GET', `/journal/api/v1/journal/entries/${world.oid['managed']}/CloudSecSettings`))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409, 200])
    expect(answers[2]?.body.data).toMatchObject([{ revision: 3, clientID: 'bay-2', configured: true }])
    const everything = [
      ...answers.map(({ body }) => JSON.stringify(body)),
      await tableText('entity."cloud-security-settings"'),
      await tableText('journal'),
    ]
    for (const text of everything) expect(text).not.toContain(secret)
  })

  it(
    'refresh the host names of cloud security where it is enabled and the caller may change it',
    { tags: ['S0-2.37', 'S0-7.40'] },
    async () => {
      const region = { entity: 'cloud-security-region', action: 'create', changes: { name: 'Europe West' } }
      const plan = { items: [region], source: 'api', tenantOid: world.oid['managed'] }
      expect((await world.call('POST', '/api/v1/plans', { body: plan })).status).toBe(200)
      await world.grant('reader@world.test', world.oid['managed'] ?? '', 'viewer')
      const revision = (await enableCloud('managed')) + 1
      const sync = (tenant: string, as?: string, key = crypto.randomUUID()): Promise<Answer> =>
        world.call('POST', `${CLOUD}/refreshCloudsec/${world.oid[tenant] ?? tenant}`, {
          headers: { 'idempotency-key': key },
          ...(as !== undefined && { as }),
        })
      const key = crypto.randomUUID()
      const first = await sync('managed', 'admin@world.test', key)
      expect(first).toMatchObject({
        status: 200,
        body: { data: [{ revision, fqdns: [expect.stringMatching(/^gw1\.europe-west\.\w+\.cloudsec\.example$/), expect.any(String)] }] },
      })
      expect((await sync('managed', 'admin@world.test', key)).body).toEqual(first.body)
      expect((await sync('managed', 'reader@world.test')).body.errors).toMatchObject([{ key: 'service.because.update' }])
      expect(await sync('diy')).toMatchObject({ status: 400, body: { errors: [{ key: 'cloud-security-settings.because.needsEnabled' }] } })
      for (const tenant of ['otherCustomer', 'msp', 'nowhere', '%00']) expect((await sync(tenant, 'msp@world.test')).status).toBe(404)
      expect((await put(CLOUD, 'managed', { revision, fqdns: ['evil.example'] })).body.errors).toMatchObject([
        { pointer: '/data/0/fqdns', key: 'validation.field.readOnly' },
        { pointer: '/data/0/fqdns/0', key: 'validation.field.readOnly' },
      ])
    },
  )

  it(
    'are reset by disabling and clearing everything in one change; clearing a required field alone is refused',
    { tags: ['S0-2.36'] },
    async () => {
      const reset = { enabled: false, clientID: null, clientSecret: null }
      const revision = await enableCloud('managed')
      expect((await put(CLOUD, 'managed', { revision, clientID: null })).status).toBe(400)
      expect(await put(CLOUD, 'managed', { revision, ...reset })).toMatchObject({
        status: 200,
        body: { data: [{ revision: revision + 1, enabled: false, configured: false }] },
      })
      expect((await read(CLOUD, 'managed')).body.data[0]).toMatchObject({ configured: false })
    },
  )

  it('are deleted with their customer and restored with it', async () => {
    const [before = {}] = (await read(SETTINGS, 'diy')).body.data
    const customer = await world.call('GET', `/api/v1/customers/${world.oid['diy']}`)
    const { revision } = customer.body.data[0] as { revision: number }
    const deleted = await world.call('DELETE', '/api/v1/customers', { body: { data: [{ oid: world.oid['diy'], revision }] } })
    expect(deleted.status).toBe(200)
    expect((await read(SETTINGS, 'diy')).status).toBe(404)
    const undone = await world.call(
      'POST',
      `/journal/api/v1/journal/actions/${String(deleted.body['actionId'])}/undo?tenantOid=${world.oid['msp']}`,
    )
    expect(undone.status).toBe(200)
    expect((await read(SETTINGS, 'diy')).body.data).toMatchObject([{ reporting: before['reporting'], revision: 3 }])
    expect((await verifyJournal(world.database)).faults).toEqual([])
  })
})
