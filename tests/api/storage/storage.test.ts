import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { textColumns } from '../../../server/db/sql-parts.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { bothPlaces, type Answer } from '../../support/api/api-world.ts'
import { exampleService, type ExampleService } from '../../support/api/example-service.ts'

describe.each(bothPlaces)('storage as the schemas declare it on %s', (place) => {
  let world: ExampleService
  beforeAll(async () => {
    world = await exampleService(place)
  })
  afterAll(() => world.dispose())

  async function call(
    method: string,
    url: string,
    { body, headers }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const response = await world.app.inject({
      method: method as 'GET',
      url,
      headers: { 'x-overlay-oid': 'platform', ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    return { status: response.statusCode, body: response.json() } as Answer
  }
  const ship = async (record: Rec): Promise<Rec> => (await call('POST', '/api/v1/ships', { body: { data: [record] } })).body.data[0] ?? {}
  const pier = async (record: Rec): Promise<Rec> =>
    (await call('POST', '/api/v1/piers?tenantOid=platform', { body: { data: [record] } })).body.data[0] ?? {}
  let customerCount = 0
  async function customer(): Promise<string> {
    const [name, contact] = [`Tenant ${++customerCount}`, { contactName: 'C', contactEmail: 'c@world.test' }]
    const partner = await call('POST', '/api/v1/partners', { body: { data: [{ parentOid: 'platform', name, type: 'msp', ...contact }] } })
    const record = { parentOid: partner.body.data[0]?.['oid'], name, type: 'diy_customer', ...contact }
    return String((await call('POST', '/api/v1/customers', { body: { data: [record] } })).body.data[0]?.['oid'])
  }
  const storedText = (): Promise<string> =>
    world.database.asOwner(async (queries) =>
      JSON.stringify(
        (
          await sql`select data from entity.ship union all select entry::jsonb from journal union all select to_jsonb(answer) from idempotency`.execute(
            queries,
          )
        ).rows,
      ),
    )

  it.each([
    ['plain texts', ['one', 'two'], ['three', 'four']],
    ['empty texts', ['', ''], ['', 'x']],
    ['one row of empty texts', [''], ['']],
    ['line feeds', ['a\nb', '\n'], ['c', '\n\n']],
    ['characters that other formats escape', ['a"b\\c', `{'d',null}`], ['NULL', '\t']],
  ])('passes columns of texts to SQL unchanged: %s', async (_name, a, b) => {
    const { rows } = await world.database.asOwner((queries) => sql`select x.a, x.b from ${textColumns([a, b])} as x(a, b)`.execute(queries))
    expect(rows).toEqual(a.map((text, index) => ({ a: text, b: b[index] })))
  })

  it('needs the overlay header for entities of an overlay', { tags: ['S2-7.1', 'D-2.2'] }, async () => {
    expect(await call('GET', '/api/v1/ships', { headers: { 'x-overlay-oid': '' } })).toMatchObject({
      status: 400,
      body: { detail: 'This call needs the header X-Overlay-Oid.' },
    })
  })

  it('never returns a secret, and stores it in plain text nowhere', { tags: ['D-3.7'] }, async () => {
    const boats = [{ id: '1', seats: 4, pin: 'PIN-1' }]
    const made = await ship({ name: 'Argo', code: 'SESAME', engine: { kind: 'steam', key: 'ENGINEKEY' }, boats })
    expect(made).toMatchObject({
      configured: true,
      engine: { kind: 'steam', configured: true },
      boats: [{ id: '1', seats: 4, configured: true }],
    })
    const headers = { 'idempotency-key': 'secret-change' }
    const changed = await call('PUT', '/api/v1/ships', {
      headers,
      body: { data: [{ oid: made['oid'], revision: 1, code: 'OPENSES', crew: 3 }] },
    })
    expect(changed.body.data[0]).toMatchObject({ configured: true, crew: 3 })
    const dump = JSON.stringify(changed.body) + (await storedText())
    for (const secret of ['SESAME', 'OPENSES', 'ENGINEKEY', 'PIN-1']) expect(dump).not.toContain(secret)
    const { body } = await call('GET', '/journal/api/v1/journal/entries/platform/ships?limit=1')
    expect(body.data[0]).toMatchObject({
      eventDetails: { changes: { code: { before: { configured: true }, after: { configured: true } }, crew: { before: null, after: 3 } } },
    })
  })

  it('checks the length of secrets, and keeps the secrets of list rows that were sent without one', { tags: ['S1-5.30'] }, async () => {
    expect(await call('POST', '/api/v1/ships', { body: { data: [{ name: 'Short', code: 'abc' }] } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/data/0/code', key: 'validation.field.min', params: { min: 4 } }] },
    })
    const made = await ship({
      name: 'Rows',
      boats: [
        { id: '1', pin: 'one' },
        { id: '2', pin: 'two' },
      ],
    })
    const { body } = await call('PUT', '/api/v1/ships', {
      body: { data: [{ oid: made['oid'], revision: 1, boats: [{ id: '2', seats: 5, configured: true }, { id: '3' }] }] },
    })
    expect(body.data[0]?.['boats']).toEqual([
      { id: '2', seats: 5, configured: true },
      { id: '3', configured: false },
    ])
  })

  it('refuses to remove list rows that the schema protects, with the reason of its rule', async () => {
    const big = { id: '1', seats: 100 }
    const made = await ship({ name: 'Keeper', boats: [big, { id: '2', seats: 4 }] })
    const put = (revision: number, boats: Rec[]): Promise<Answer> =>
      call('PUT', '/api/v1/ships', { body: { data: [{ oid: made['oid'], revision, boats }] } })
    expect(await put(1, [{ id: '2', seats: 4 }])).toMatchObject({
      status: 403,
      body: { errors: [{ pointer: '/data/0/boats', key: 'ship.because.boats' }] },
    })
    expect(await put(1, [big])).toMatchObject({ status: 200 })
    expect(await put(2, [{ ...big, seats: 4 }])).toMatchObject({ status: 200 })
    expect(await put(3, [])).toMatchObject({ status: 200 })
  })

  it('merges nested objects: fields that were not sent stay unchanged', { tags: ['D-3.2'] }, async () => {
    const made = await ship({ name: 'Nested', engine: { kind: 'steam', power: 10, key: 'K' } })
    const { body } = await call('PUT', '/api/v1/ships', { body: { data: [{ oid: made['oid'], revision: 1, engine: { power: 20 } }] } })
    expect(body.data[0]?.['engine']).toEqual({ kind: 'steam', power: 20, configured: true })
  })

  it('hides fields from callers who may not read them, who can neither write, filter nor sort by them', { tags: ['D-3.2'] }, async () => {
    const made = await ship({ name: 'Hidden', manifest: 'gold' })
    const headers = { 'x-may': 'list,read,create' }
    const [visible] = (await call('GET', `/api/v1/ships/${String(made['oid'])}`, { headers })).body.data
    expect(visible).not.toHaveProperty('manifest')
    expect(visible).toMatchObject({ can: { update: { because: 'service.because.update' } } })
    expect(await call('GET', '/api/v1/ships?filter=manifest==gold', { headers })).toMatchObject({ status: 400 })
    expect(await call('GET', '/api/v1/ships?sort=manifest', { headers })).toMatchObject({ status: 400 })
    expect(
      (await call('POST', '/api/v1/ships', { headers, body: { data: [{ name: 'Sneaky', manifest: 'x' }] } })).body.errors,
    ).toMatchObject([{ pointer: '/data/0/manifest', key: 'validation.field.unknown' }])
    expect((await call('GET', '/api/v1/ships?filter=manifest==gold')).body.meta['totalCount']).toBe(1)
    const items = [{ entity: 'ship', action: 'create', changes: { name: 'Laden unseen' } }]
    const created = await call('POST', '/api/v1/plans', { headers, body: { source: 'editor', tenantOid: 'platform', items } })
    expect(created.body.items).toMatchObject([{ verdict: 'applied', changed: { name: [null, 'Laden unseen'] } }])
    expect(JSON.stringify(created.body)).not.toMatch(/manifest|ballast/)
    expect((await call('GET', '/api/v1/ships?filter=manifest==ballast;name=="Laden unseen"')).body.meta['totalCount']).toBe(1)
  })

  it('shows the name of a referenced record, and refuses references to records that do not exist', async () => {
    const quay = await pier({ name: 'Quay' })
    expect(await ship({ name: 'Moored', pier: quay['oid'] })).toMatchObject({ pierName: 'Quay' })
    expect((await call('GET', '/api/v1/ships?filter=pierName==Quay')).body.data).toMatchObject([{ name: 'Moored' }])
    expect(await call('POST', '/api/v1/ships', { body: { data: [{ name: 'Adrift', pier: 'nowhere' }] } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/data/0/pier', key: 'service.reference.unknown' }] },
    })
  })

  it('refuses to delete a referenced record, naming the records that refer to it, or clears the reference where the schema allows that', async () => {
    const jetty = await pier({ name: 'Jetty' })
    const moored = await ship({ name: 'User of Jetty', pier: jetty['oid'] })
    const body = { data: [{ oid: jetty['oid'], revision: 1 }] }
    expect(await call('DELETE', '/api/v1/piers?tenantOid=platform', { body })).toMatchObject({
      status: 400,
      body: { errors: [{ key: 'service.record.used', params: { names: 'User of Jetty' } }] },
    })
    const other = await ship({ name: 'Sister', sister: moored['oid'] })
    expect((await call('DELETE', '/api/v1/ships', { body: { data: [{ oid: moored['oid'], revision: 1 }] } })).status).toBe(200)
    const [after] = (await call('GET', `/api/v1/ships/${String(other['oid'])}`)).body.data
    expect(after).not.toHaveProperty('sister')
    expect(after).toMatchObject({ revision: 2 })
    expect((await call('DELETE', '/api/v1/piers?tenantOid=platform', { body })).status).toBe(200)
  })

  it('clears references of records that the caller may not see, without revealing those records', async () => {
    const bay = await pier({ name: 'Bay' })
    const waiting = await ship({ name: 'Waiting', anchorage: bay['oid'] })
    const headers = { 'x-may': 'list,read,delete on piers' }
    expect((await call('GET', `/api/v1/ships/${String(waiting['oid'])}`, { headers })).status).toBe(404)
    const body = { data: [{ oid: bay['oid'], revision: 1 }] }
    const deleted = await call('DELETE', '/api/v1/piers?tenantOid=platform', { body, headers })
    expect(deleted).toMatchObject({ status: 200, body: { data: [{ oid: bay['oid'] }] } })
    expect(JSON.stringify(deleted.body)).not.toContain(waiting['oid'])
    const [after] = (await call('GET', `/api/v1/ships/${String(waiting['oid'])}`)).body.data
    expect(after).not.toHaveProperty('anchorage')
    expect(after).toMatchObject({ revision: 2 })
  })

  describe('of the records of a tenant', () => {
    const shipIn = async (overlay: string, record: Rec): Promise<Rec> => {
      const answer = await call('POST', '/api/v1/ships', { body: { data: [record] }, headers: { 'x-overlay-oid': overlay } })
      return answer.body.data[0] ?? {}
    }
    const recordTenants = (): Promise<unknown[]> =>
      world.database.asOwner(
        async (queries) =>
          (
            await sql`select tenant_oid, data->>'name' as name from entity.ship union all select tenant_oid, data->>'name' from entity.pier order by 2`.execute(
              queries,
            )
          ).rows,
      )
    const remove = (oid: string): Promise<Answer> => call('DELETE', '/api/v1/customers', { body: { data: [{ oid, revision: 1 }] } })

    it('deletes them with the tenant, in one action that can be undone as a whole', async () => {
      const oid = await customer()
      const quay = (await call('POST', `/api/v1/piers?tenantOid=${oid}`, { body: { data: [{ name: 'Gone quay' }] } })).body.data[0]
      const first = await shipIn(oid, { name: 'Gone first', pier: quay?.['oid'] })
      await shipIn(oid, { name: 'Gone second', sister: first['oid'] })
      const before = await recordTenants()
      const deleted = await remove(oid)
      expect(deleted).toMatchObject({ status: 200, body: { data: [{ oid }] } })
      expect(JSON.stringify(await recordTenants())).not.toContain(oid)
      expect((await verifyJournal(world.database)).faults).toEqual([])
      const undo = `/journal/api/v1/journal/actions/${String(deleted.body['actionId'])}/undo?tenantOid=platform`
      // The customer, its administrator and its three records.
      expect(await call('POST', undo)).toMatchObject({ status: 200, body: { counts: { applied: 5, refused: 0 } } })
      expect(await recordTenants()).toEqual(before)
    })

    it('refuses to delete the tenant while records of other tenants refer to them', async () => {
      const oid = await customer()
      const quay = (await call('POST', `/api/v1/piers?tenantOid=${oid}`, { body: { data: [{ name: 'Used quay' }] } })).body.data[0]
      await ship({ name: 'Stranger', pier: quay?.['oid'] })
      expect(await remove(oid)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/data/0', key: 'service.record.used', params: { names: 'Stranger' } }] },
      })
    })

    it('restores them into their own tenant, whichever tenant the caller works in', async () => {
      const oid = await customer()
      const lost = await shipIn(oid, { name: 'Lost' })
      await call('DELETE', '/api/v1/ships', { body: { data: [{ oid: lost['oid'], revision: 1 }] }, headers: { 'x-overlay-oid': oid } })
      const { body } = await call('GET', `/journal/api/v1/journal/entries/${oid}/ships?limit=1`)
      const restore = `/journal/api/v1/journal/entries/platform/ships/${String(body.data[0]?.['id'])}/restore`
      expect((await call('POST', restore)).status).toBe(200)
      expect(await recordTenants()).toContainEqual({ tenant_oid: oid, name: 'Lost' })
    })
  })

  it('resolves references between new records of one plan by their names, in any order', async () => {
    const items = [
      { entity: 'ship', action: 'create', changes: { name: 'First', sister: '@second' } },
      { entity: 'ship', action: 'create', ref: 'second', changes: { name: 'Second' } },
    ]
    const { body } = await call('POST', '/api/v1/plans', { body: { source: 'editor', tenantOid: 'platform', items } })
    expect(body.items[0]?.['record']).toMatchObject({ sister: body.items[1]?.['oid'] })
  })

  it('keeps names unique in an overlay or on the whole platform, as each schema declares', async () => {
    await ship({ name: 'Unique' })
    expect(await call('POST', '/api/v1/ships', { body: { data: [{ name: 'Unique' }] } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/data/0/name', key: 'ship.name.taken' }] },
    })
    const elsewhere = await customer()
    const namesake = { body: { data: [{ name: 'Unique' }] }, headers: { 'x-overlay-oid': elsewhere } }
    expect((await call('POST', '/api/v1/ships', namesake)).status).toBe(201)
    await pier({ name: 'Only' })
    for (const tenant of ['platform', elsewhere])
      expect(await call('POST', `/api/v1/piers?tenantOid=${tenant}`, { body: { data: [{ name: 'Only' }] } })).toMatchObject({
        status: 400,
        body: { errors: [{ key: 'pier.name.taken' }] },
      })
  })

  it('clears optional fields with null, and reports only the fields that changed', async () => {
    const made = await ship({ name: 'Emptied', crew: 3, armed: true })
    const items = [{ entity: 'ship', action: 'update', oid: made['oid'], revision: 1, changes: { crew: null, armed: true } }]
    const { body } = await call('POST', '/api/v1/plans', { body: { source: 'editor', tenantOid: 'platform', items } })
    expect(body.items[0]).toMatchObject({ verdict: 'applied', changed: { crew: [3, null] } })
    expect(body.items[0]?.['record']).not.toHaveProperty('crew')
    const repeated = [{ ...items[0], revision: 2 }]
    expect(
      (await call('POST', '/api/v1/plans', { body: { source: 'editor', tenantOid: 'platform', items: repeated } })).body.items[0],
    ).toMatchObject({ verdict: 'unchanged', record: { revision: 2 } })
  })
})
