import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { places, type Answer } from '../../support/api/api-world.ts'
import { exampleService, type ExampleService } from '../../support/api/example-service.ts'

describe.each(places)('references and maps within records on %s', (place) => {
  let world: ExampleService
  beforeAll(async () => {
    world = await exampleService(place)
  })
  afterAll(() => world.dispose())

  async function call(
    method: string,
    url: string,
    { body, overlay = 'platform' }: { body?: unknown; overlay?: string } = {},
  ): Promise<Answer> {
    const response = await world.app.inject({
      method: method as 'GET',
      url,
      headers: { 'x-overlay-oid': overlay },
      ...(body !== undefined && { payload: body as object }),
    })
    return { status: response.statusCode, body: response.json() } as Answer
  }
  const data = (...records: Rec[]): { body: { data: Rec[] } } => ({ body: { data: records } })
  const make = async (what: string, record: Rec): Promise<string> =>
    String((await call('POST', `/api/v1/${what}`, data(record))).body.data[0]?.['oid'])
  const ship = (record: Rec): Promise<string> => make('ships', record)
  const pier = (name: string): Promise<string> => make('piers?tenantOid=platform', { name })
  const read = async (oid: string): Promise<Rec> => (await call('GET', `/api/v1/ships/${oid}`)).body.data[0] ?? {}
  const remove = (what: string, oid: string, revision = 1): Promise<Answer> =>
    call('DELETE', `/api/v1/${what}?tenantOid=platform`, data({ oid, revision }))

  it('are refused if they point to no record, with the pointer of the row or entry', async () => {
    const quay = await pier('Quay')
    const record = {
      name: 'Lost',
      engine: { tender: 'a' },
      boats: [
        { id: '1', crane: quay },
        { id: '2', crane: 'b' },
      ],
      convoy: ['c'],
      calls: { monday: { pier: quay }, friday: { pier: 'd' } },
    }
    const { status, body } = await call('POST', '/api/v1/ships', data(record))
    const pointers = ['/engine/tender', '/boats/1/crane', '/convoy/0', '/calls/friday/pier']
    expect([status, body.errors?.map(({ pointer, key }) => [pointer, key])]).toEqual([
      400,
      pointers.map((pointer) => [`/data/0${pointer}`, 'service.reference.unknown']),
    ])
  })

  it('cannot point from one overlay into another', async () => {
    const mine = await ship({ name: 'Mine' })
    const owner = { contactName: 'C', contactEmail: 'c@example.test' }
    const seller = await make('partners?parentTenantOid=platform', { parentOid: 'platform', type: 'msp', name: 'Seller', ...owner })
    const customer = await make(`customers?parentTenantOid=${seller}`, {
      parentOid: seller,
      type: 'managed_customer',
      name: 'Customer',
      ...owner,
    })
    const there = await call('POST', '/api/v1/ships', { ...data({ name: 'Theirs', sister: mine, convoy: [mine] }), overlay: customer })
    expect([there.status, there.body.errors?.map(({ pointer }) => pointer)]).toEqual([400, ['/data/0/sister', '/data/0/convoy/0']])
    const theirs = await call('POST', '/api/v1/ships', { ...data({ name: 'Theirs' }), overlay: customer })
    const sister = theirs.body.data[0]?.['oid']
    expect((await call('POST', '/api/v1/ships', { ...data({ name: 'Second', sister, convoy: [sister] }), overlay: customer })).status).toBe(
      201,
    )
  })

  it('prevent the deletion of the record that they point to, naming the referring records, until none is left', async () => {
    const [jetty, mole] = [await pier('Jetty'), await pier('Mole')]
    const rows = await ship({
      name: 'By row',
      boats: [
        { id: '1', crane: jetty },
        { id: '2', crane: jetty },
      ],
    })
    const entries = await ship({ name: 'By entry', calls: { monday: { pier: jetty }, friday: { pier: mole } } })
    const refused = await remove('piers', jetty)
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ key: 'service.record.used', params: { entity: 'ship', count: 2, names: 'By row, By entry' } }] },
    })
    await call('PUT', '/api/v1/ships', data({ oid: rows, revision: 1, boats: [{ id: '1', crane: mole }] }))
    expect((await remove('piers', jetty)).body.errors).toMatchObject([{ params: { count: 1, names: 'By entry' } }])
    const items = [
      { entity: 'pier', action: 'delete', oid: jetty, revision: 1 },
      { entity: 'ship', action: 'update', oid: entries, revision: 1, changes: { calls: { monday: null } } },
    ]
    const plan = (more: Rec[]): Promise<Answer> =>
      call('POST', '/api/v1/plans', { body: { source: 'editor', tenantOid: 'platform', items: [...items, ...more] } })
    const tooMuch = await plan([{ entity: 'pier', action: 'delete', oid: mole, revision: 1 }])
    expect(tooMuch.body.errors).toMatchObject([{ pointer: '/items/2', params: { count: 2, names: 'By row, By entry' } }])
    expect((await plan([])).body).toMatchObject({ applied: true })
    expect((await read(entries))['calls']).toEqual({ friday: { pier: mole } })
    expect((await remove('piers', mole)).body.errors).toMatchObject([{ params: { count: 2, names: 'By row, By entry' } }])
  })

  it('are cleared within an object where the schema declares that', async () => {
    const tender = await ship({ name: 'Tender' })
    const fed = await ship({ name: 'Fed', engine: { kind: 'steam', tender } })
    expect((await remove('ships', tender)).status).toBe(200)
    expect(await read(fed)).toMatchObject({ revision: 2, engine: { kind: 'steam' } })
    expect((await read(fed))['engine']).not.toHaveProperty('tender')
  })

  it('link new records of one plan by name, at any depth', async () => {
    const items = [
      { entity: 'ship', action: 'create', changes: { name: 'Lead', convoy: ['@last'], calls: { monday: { pier: '@new' } } } },
      { entity: 'ship', action: 'create', ref: 'last', changes: { name: 'Last' } },
      { entity: 'pier', action: 'create', ref: 'new', changes: { name: 'New' } },
    ]
    const { body } = await call('POST', '/api/v1/plans', { body: { source: 'editor', tenantOid: 'platform', items } })
    const [lead, last, made] = body.items.map((item) => item['oid'])
    expect(await read(String(lead))).toMatchObject({ convoy: [last], calls: { monday: { pier: made } } })
  })

  it('merge entries of maps key by key, keep their secrets, and refuse invalid keys and values', async () => {
    const dock = await pier('Dock')
    const oid = await ship({ name: 'Liner', calls: { monday: { pier: dock, hour: 8, pass: 'SESAME' }, friday: { pier: dock } } })
    expect((await read(oid))['calls']).toEqual({ monday: { pier: dock, hour: 8, configured: true }, friday: { pier: dock } })
    const change = { oid, revision: 1, calls: { monday: { hour: 9 }, friday: null, sunday: { pier: dock } } }
    expect((await call('PUT', '/api/v1/ships', data(change))).status).toBe(200)
    expect((await read(oid))['calls']).toEqual({ monday: { pier: dock, hour: 9, configured: true }, sunday: { pier: dock } })
    const wrong = await call(
      'PUT',
      '/api/v1/ships',
      data({ oid, revision: 2, calls: { Monday: { pier: dock }, sunday: { hour: 24, pass: '' } } }),
    )
    expect(wrong.body.errors?.map(({ pointer, key }) => [pointer, key])).toEqual([
      ['/data/0/calls/Monday', 'validation.field.key'],
      ['/data/0/calls/sunday/hour', 'validation.field.between'],
      ['/data/0/calls/sunday/pass', 'validation.field.secretEmpty'],
    ])
    const { body } = await call('GET', '/journal/api/v1/journal/entries/platform/ships?limit=2')
    expect(JSON.stringify(body.data)).not.toContain('SESAME')
  })

  it('are in the journal with the names of that time; secrets are there only as pointers to those that changed', async () => {
    const [north, south] = [await pier('North'), await pier('South')]
    const boats = [{ id: '1', seats: 4, crane: north, pin: 'PIN-A' }]
    const oid = await ship({ name: 'Renamer', boats, calls: { monday: { pier: north, pass: 'SESAME' } } })
    await call('PUT', '/api/v1/piers?tenantOid=platform', data({ oid: north, revision: 1, name: 'Renamed' }))
    const rows = [
      { id: '2', crane: south, pin: 'PIN-C' },
      { id: '1', seats: 4, crane: south, pin: 'PIN-B' },
    ]
    await call('PUT', '/api/v1/ships', data({ oid, revision: 1, boats: rows, calls: { monday: { pass: 'SESAME' } } }))
    const { body } = await call('GET', '/journal/api/v1/journal/entries/platform/ships?limit=2')
    const [update, creation] = body.data.map((entry) => (entry['eventDetails'] as Rec)['changes'] as Record<string, Rec>)
    expect(creation?.['boats']).toMatchObject({ names: { [north]: 'North' } })
    expect(Object.keys(update ?? {})).toEqual(['boats'])
    expect(update?.['boats']).toMatchObject({ names: { [north]: 'Renamed', [south]: 'South' }, secrets: ['/1/pin'] })
    expect(JSON.stringify(body.data)).not.toMatch(/SESAME|PIN-/)
  })
})
