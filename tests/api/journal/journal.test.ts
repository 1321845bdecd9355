import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { WRITTEN_COLUMNS } from '../../../server/journal/partitions.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { apiWorld, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'

describe.each(places)('the journal on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
  })
  afterAll(() => world.dispose())

  const entries = async (theme: string, query = ''): Promise<Rec[]> =>
    (await world.call('GET', `/journal/api/v1/journal/entries/${world.oid['msp']}/${theme}?${query}`)).body.data
  const restore = (entry: Rec | undefined, query = ''): Promise<Answer> =>
    world.call('POST', `/journal/api/v1/journal/entries/${world.oid['msp']}/Customers/${String(entry?.['id'])}/restore${query}`)

  async function createCustomer(name: string): Promise<{ oid: string; revision: number }> {
    const data = [{ parentOid: world.oid['msp'], name, type: 'diy_customer', contactName: 'C', contactEmail: `${name}@world.test` }]
    const { body } = await world.call('POST', '/api/v1/customers', { body: { data } })
    return { oid: String(body.data[0]?.['oid']), revision: 1 }
  }
  const change = (oid: string, revision: number, fields: Rec): Promise<Answer> =>
    world.call('PUT', '/api/v1/customers', { body: { data: [{ oid, revision, ...fields }] } })

  it('records who did what, with the values and names of that time', { tags: ['S0-3.33'] }, async () => {
    const { oid } = await createCustomer('Arbor')
    await change(oid, 1, { contactName: 'New' })
    const [update, creation] = await entries('Customers', 'limit=2&sort=-creationDate')
    expect(update).toMatchObject({
      id: expect.any(String),
      creationDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      theme: 'Customers',
      eventType: 'update',
      principal: { name: 'Olga Owner' },
      subject: { oid, name: 'Arbor' },
      tenant: { name: 'msp' },
      eventDetails: { changes: { contactName: { before: 'C', after: 'New' } } },
    })
    expect(creation).toMatchObject({
      eventType: 'creation',
      eventDetails: { type: 'diy_customer', changes: { parentOid: { after: world.oid['msp'], afterName: 'msp' } } },
    })
  })

  it('is filtered by event and time, is limited, and refuses unknown filter fields', { tags: ['S0-7.52'] }, async () => {
    const updates = await entries('Customers', 'filter=eventType==update')
    expect(new Set(updates.map(({ eventType }) => eventType))).toEqual(new Set(['update']))
    const [newest] = await entries('Customers', 'limit=1')
    const newestTime = String(newest?.['creationDate'])
    const times = async (operator: string): Promise<string[]> =>
      (await entries('Customers', `filter=creationDate${operator}${newestTime}`)).map(({ creationDate }) => String(creationDate))
    expect(new Set(await times('=ge='))).toEqual(new Set([newestTime]))
    expect(Math.max(...(await times('=lt=')).map((time) => Date.parse(time)))).toBeLessThan(Date.parse(newestTime))
    expect(await times('=lt=')).not.toEqual([])
    expect(await entries('Customers', 'limit=1')).toHaveLength(1)
    const { status, body } = await world.call('GET', `/journal/api/v1/journal/entries/${world.oid['msp']}/Customers?filter=eventTyp==x`)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      detail: "Unknown field 'eventTyp'; did you mean 'eventType'?",
      errors: [{ pointer: '', key: 'service.field.unknown', params: { field: 'eventTyp', nearest: 'eventType' } }],
    })
  })

  it('is paged without gaps or repeats although many entries share a time, in one tenant and across several', async () => {
    const data = ['Walk 1', 'Walk 2', 'Walk 3', 'Walk 4'].map((name) => ({
      parentOid: world.oid['msp'],
      name,
      type: 'diy_customer',
      contactName: 'C',
      contactEmail: 'walk@world.test',
    }))
    await world.call('POST', '/api/v1/customers', { body: { data } })
    const walk = async (tenant: string, sort: string): Promise<unknown[]> => {
      const found: unknown[] = []
      for (let after = ''; ;) {
        const { body } = await world.call(
          'GET',
          `/journal/api/v1/journal/entries/${tenant}/Customers?limit=3&sort=${sort}${after && `&after=${after}`}`,
        )
        found.push(...body.data.map(({ id }: Rec) => id))
        if (body.data.length < 3) return found
        after = String(body.data.at(-1)?.['id'])
      }
    }
    for (const tenant of [String(world.oid['msp']), 'platform', 'all']) {
      for (const sort of ['-creationDate', 'creationDate']) {
        const { body } = await world.call('GET', `/journal/api/v1/journal/entries/${tenant}/Customers?limit=1000&sort=${sort}`)
        expect(body.data.length).toBeGreaterThan(4)
        expect(await walk(tenant, sort)).toEqual(body.data.map(({ id }: Rec) => id))
      }
    }
    const nonsense = await world.call('GET', `/journal/api/v1/journal/entries/${world.oid['msp']}/Customers?after=nonsense`)
    expect(nonsense).toMatchObject({ status: 400, body: { detail: "The parameter 'after' must be the identifier of an entry." } })
  })

  it('requires the right to update, and refuses unknown themes', { tags: ['S0-6.20'] }, async () => {
    await world.grant('viewer@world.test', world.oid['msp'] ?? '', 'viewer')
    expect(
      (await world.call('GET', `/journal/api/v1/journal/entries/${world.oid['msp']}/Customers`, { as: 'viewer@world.test' })).status,
    ).toBe(403)
    expect((await world.call('GET', `/journal/api/v1/journal/entries/${world.oid['msp']}/Nonsense`)).status).toBe(404)
  })

  it('restores one change, and keeps later changes of other fields', async () => {
    const { oid } = await createCustomer('Birch')
    await change(oid, 1, { contactName: 'Second' })
    const [update] = await entries('Customers', 'limit=1')
    await change(oid, 2, { contactDetails: 'kept' })
    const dry = await restore(update, '?dryRun=true')
    expect(dry).toMatchObject({ status: 200, body: { applied: true, dryRun: true } })
    expect(await restore(update)).toMatchObject({
      status: 200,
      body: { applied: true, items: [{ record: { contactName: 'C', contactDetails: 'kept', revision: 4 } }] },
    })
  })

  it('refuses to restore a field that was changed again, and returns the current record', async () => {
    const { oid } = await createCustomer('Cedar')
    await change(oid, 1, { contactName: 'Second' })
    const [update] = await entries('Customers', 'limit=1')
    await change(oid, 2, { contactName: 'Third' })
    expect(await restore(update)).toMatchObject({
      status: 409,
      body: { errors: [{ key: 'service.restore.changedSince' }], current: [{ oid, contactName: 'Third' }] },
    })
  })

  it('restores a deleted record under its identifier, without a second invitation', async () => {
    const { oid } = await createCustomer('Dogwood')
    await world.call('DELETE', '/api/v1/customers', { body: { data: [{ oid, revision: 1 }] } })
    const [deletion] = await entries('Customers', 'limit=1')
    expect(await restore(deletion)).toMatchObject({
      status: 200,
      body: {
        items: [
          { oid, record: { name: 'Dogwood', revision: 2, userCount: 1 } },
          { record: { mail: 'Dogwood@world.test', role: 'admin', revision: 2 } },
        ],
      },
    })
    expect(await restore(deletion)).toMatchObject({ status: 409, body: { errors: Array(2).fill({ key: 'service.restore.backAlready' }) } })
  })

  it('restores a deleted customer in its place with features, people and records, and counts the records whose secrets are lost', async () => {
    const msp = 'msp@world.test'
    const oid = world.oid['managed'] ?? ''
    const headers = { 'x-overlay-oid': oid }
    const read = (url: string): Promise<Answer> => world.call('GET', url, { headers })
    const put = (route: string, record: Rec): Promise<Answer> =>
      world.call('PUT', route, { body: { data: [{ oid, revision: 1, ...record }] } })
    const statuses = [
      await put('/api/v1/cloudSecSettings', { enabled: true, clientID: 'bay', clientSecret: 'never told' }),
      await put('/api/v1/settings', { reporting: 'enhanced' }),
      await world.call('POST', '/api/v1/cloudsec/regions', { headers, body: { data: [{ name: 'Europe West' }] } }),
      await world.call('POST', '/api/v1/userroles', { body: { data: [{ tenantOid: oid, mail: 'new@managed.test', role: 'viewer' }] } }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 201, 201])
    await world.prove('new@managed.test')
    const snapshot = async (): Promise<unknown[]> => {
      const urls = [
        `/api/v1/customers/${oid}`,
        `/api/v1/userroles?parentTenantOid=${oid}&sort=mail`,
        `/api/v1/settings/${oid}`,
        `/api/v1/cloudSecSettings/${oid}`,
        '/api/v1/cloudsec/regions',
        `/journal/api/v1/journal/entries/${oid}/CloudSecSettings?sort=creationDate&limit=1`,
      ]
      const answers = await Promise.all(urls.map(read))
      return answers.map(({ status, body }) => [
        status,
        JSON.parse(JSON.stringify(body.data ?? null, (name, value: unknown) => (volatileFields.has(name) ? undefined : value))),
      ])
    }
    const volatileFields = new Set(['revision', 'updatedAt', 'lastModified', 'configured'])
    const before = await snapshot()
    const tenantNode = async (): Promise<unknown> =>
      (
        await world.database.withScope(EVERYTHING, (queries) =>
          sql`select features, path, last_label from tenant where oid = ${oid}`.execute(queries),
        )
      ).rows
    const nodeBefore = await tenantNode()
    const { revision } = (await read(`/api/v1/customers/${oid}`)).body.data[0] ?? {}
    expect((await world.call('DELETE', '/api/v1/customers', { as: msp, body: { data: [{ oid, revision }] } })).status).toBe(200)
    const [deletion] = await entries('Customers', 'limit=1')
    expect(JSON.stringify(deletion)).not.toContain('cloud_mesh')
    const dry = await restore(deletion, '?dryRun=true')
    expect(dry.body).toMatchObject({
      counts: { refused: 0 },
      withoutSecrets: 1,
      items: [{ oid }, ...Array(dry.body.items.length - 1).fill({})],
    })
    const restored = await world.call(
      'POST',
      `/journal/api/v1/journal/entries/${world.oid['msp']}/Customers/${String(deletion?.['id'])}/restore`,
      { as: msp },
    )
    expect(restored.status).toBe(200)
    expect(await snapshot()).toEqual(before)
    expect(await tenantNode()).toEqual(nodeBefore)
    expect((await world.call('GET', `/api/v1/settings/${oid}`, { as: 'new@managed.test' })).status).toBe(200)
    expect((await verifyJournal(world.database)).faults).toEqual([])
  })

  it('undoes an action completely or not at all', async () => {
    const items = ['One', 'Two', 'Three'].map((name) => ({
      entity: 'customer',
      action: 'create',
      changes: { name, type: 'managed_customer', apoDomain: 'd', contactName: 'C', contactEmail: 'c@world.test' },
    }))
    const { body } = await world.call('POST', '/api/v1/plans', { body: { source: 'import', tenantOid: world.oid['msp'], items } })
    const undo = `/journal/api/v1/journal/actions/${String(body['actionId'])}/undo?tenantOid=${world.oid['msp']}`
    const oid = String(body.items[1]?.['oid'])
    await change(oid, 1, { contactName: 'Busy' })
    expect(await world.call('POST', undo)).toMatchObject({ status: 409, body: { counts: { refused: 1 } } })
    await change(oid, 2, { contactName: 'C' })
    expect((await world.call('POST', undo)).status).toBe(409)
    const other = await world.call('POST', '/api/v1/plans', {
      body: {
        source: 'import',
        tenantOid: world.oid['msp'],
        items: items.map((item) => ({ ...item, changes: { ...item.changes, name: `${item.changes.name} again` } })),
      },
    })
    const headers = { 'idempotency-key': 'undo-once' }
    const url = `/journal/api/v1/journal/actions/${String(other.body['actionId'])}/undo?tenantOid=${world.oid['msp']}`
    const first = await world.call('POST', url, { headers })
    expect(first).toMatchObject({ status: 200, body: { counts: { applied: 3 } } })
    expect(await world.call('POST', url, { headers })).toEqual(first)
  })

  describe('as a chain', () => {
    const tamper = (text: string): Promise<unknown> => world.database.asOwner((queries) => sql.raw(text).execute(queries))
    const faultKinds = async (): Promise<string[]> => (await verifyJournal(world.database)).faults.map(({ kind }) => kind)

    it('is intact', async () => expect(await faultKinds()).toEqual([]))

    describe('written by instances with different clocks', () => {
      afterEach(() => void vi.useRealTimers())

      it('is intact: the last change of a record is the one written last', async () => {
        const { oid } = await createCustomer('Larch')
        await change(oid, 1, { contactName: 'By the first copy' })
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 })
        expect((await change(oid, 2, { contactName: 'By a copy that is a minute behind' })).status).toBe(200)
        vi.useRealTimers()
        expect(await faultKinds()).toEqual([])
      })
    })

    it('cannot be changed by the service itself', async () => {
      const caller = await world.caller('owner@world.test')
      for (const statement of [`update journal set hash = ''`, 'delete from journal', 'truncate journal']) {
        await expect(world.database.transaction(caller.scopes(), (queries) => sql.raw(statement).execute(queries))).rejects.toMatchObject({
          code: '42501',
        })
      }
    })

    it.each([
      [
        'a changed entry',
        `update journal set entry = jsonb_set(entry::jsonb, '{principal,name}', '"Mallory"')::json where tenant_oid = $oid and seq = 2`,
        'changed',
      ],
      ['a changed index column', `update journal set event_type = 'harmless' where tenant_oid = $oid and seq = 2`, 'changed'],
      ['a removed entry', 'delete from journal where tenant_oid = $oid and seq = 2', 'gap'],
      [
        'a missing end',
        'delete from journal where tenant_oid = $oid and seq = (select max(seq) from journal where tenant_oid = $oid)',
        'end',
      ],
      [
        'a missing end with the head set back',
        `delete from journal where tenant_oid = $oid and seq > 3; update journal_head set seq = 3, hash = (select hash from journal where tenant_oid = $oid and seq = 3) where tenant_oid = $oid`,
        'end',
      ],
      ['a removed chain', 'delete from journal where tenant_oid = $oid; delete from journal_head where tenant_oid = $oid', 'missing'],
    ])('reveals %s', async (_what, statements, kind) => {
      await tamper(`create table journal_backup as select ${WRITTEN_COLUMNS} from journal`)
      await tamper('create table head_backup as select * from journal_head')
      try {
        for (const statement of statements.split('; ')) await tamper(statement.replaceAll('$oid', `'${world.oid['msp']}'`))
        expect(await faultKinds()).toContain(kind)
      } finally {
        for (const statement of [
          'delete from journal',
          'delete from journal_head',
          'insert into journal select * from journal_backup returning 1',
          'insert into journal_head select * from head_backup returning 1',
          'drop table journal_backup',
          'drop table head_backup',
        ])
          await tamper(statement)
      }
      expect(await faultKinds()).toEqual([])
    })
  })
})
