import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { lastRelease } from '../../../schemas/generated/last-release.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { exampleSchema, serviceOf, type ExampleService } from '../../support/api/example-service.ts'

const text = (more: Partial<PropertySchema> = {}): PropertySchema => ({ type: 'string', maxLength: 40, description: 'A text.', ...more })

/** Moorings, called berths before, with fields, rows, options, a tab and an address that were called otherwise. */
const mooring: EntitySchema = {
  ...exampleSchema('mooring', {
    properties: {
      oid: { type: 'string', readOnly: true, description: 'Identifier.' },
      name: text({ minLength: 1, 'x-was': ['title'] }),
      contactPerson: text({ minLength: 2, 'x-was': ['contactName', 'contact'], 'x-until': '2999-06-01' }),
      phone: text({ 'x-was': ['telephone'], 'x-until': '2020-01-01' }),
      city: text({ 'x-was': ['/address/town'] }),
      kind: { enum: ['guest', 'owner'], 'x-options': { guest: { 'x-was': ['visitor'] } }, description: 'Kind.' },
      fax: text({ 'x-removed': '2998-01-01' }),
      telex: text({ 'x-removed': '2020-01-01' }),
      crew: {
        type: 'array',
        'x-was': ['people'],
        description: 'Crew.',
        items: { type: 'object', properties: { born: text({ 'x-wire': 'bornOn' }) } },
      },
      boats: {
        type: 'array',
        description: 'Boats.',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', readOnly: true, description: 'Id.' },
            seats: { type: 'integer', 'x-was': ['places'], description: 'Seats.' },
          },
        },
      },
    },
    required: ['name'],
    search: ['name'],
    unique: [],
    sort: ['name', 'contactPerson'],
    conditions: { guests: { kind: 'guest' } },
  }),
  'x-was': ['berth'],
  'x-former': { tabs: { visitors: 'guests', gone: null }, routes: ['/api/v1/berths'] },
}

const released = `@${Date.parse(`${lastRelease?.date}T00:00:00Z`) / 1000}`

describe('earlier names in calls', () => {
  let world: ExampleService
  let home: string
  beforeAll(async () => {
    world = await serviceOf({ mooring })
    home = world.caller.memberships[0]?.tenant.oid ?? ''
  })
  afterAll(() => world.dispose())

  async function call(
    method: string,
    url: string,
    body?: unknown,
  ): Promise<{ status: number; body: Rec & { data: Rec[] }; deprecation: unknown; sunset: unknown; link: unknown }> {
    const payload = body === undefined ? {} : { payload: body as object }
    const { statusCode, headers, ...answer } = await world.app.inject({ method: method as 'GET', url, ...payload })
    const { deprecation, sunset, link } = headers
    return { status: statusCode, body: JSON.parse(answer.payload) as Rec & { data: Rec[] }, deprecation, sunset, link }
  }
  const send = (method: string, record: Rec, at = '/api/v1/moorings') => call(method, `${at}?tenantOid=${home}`, { data: [record] })
  const list = (query: string, at = '/api/v1/moorings') => call('GET', `${at}?tenantOid=${home}&${query}`)
  const errors = (answer: { body: Rec }) =>
    (answer.body['errors'] as { pointer: string; key: string; message: string }[]).map(({ pointer, key }) => [pointer, key])

  it('are accepted at any depth, and the answer has the present ones and says so', async () => {
    const made = await send('POST', { title: 'A1', contact: 'Ann', kind: 'visitor', boats: [{ places: 4 }], address: { town: 'Kiel' } })
    expect(made.body.data[0]).toMatchObject({ name: 'A1', contactPerson: 'Ann', kind: 'guest', boats: [{ seats: 4 }], city: 'Kiel' })
    expect(made.body.data[0]).not.toHaveProperty('contact')
    expect([made.status, made.deprecation, made.sunset, made.link]).toEqual([
      201,
      released,
      'Sat, 01 Jun 2999 00:00:00 GMT',
      '</docs/en/mooring.html>; rel="deprecation"; type="text/html"',
    ])
    const { oid } = made.body.data[0] as { oid: string }
    for (const [method, revision] of [
      ['PUT', 1],
      ['PATCH', 2],
    ] as const) {
      const changed = await send(method, { oid, revision, contactName: `${method} Bob` })
      expect([changed.status, changed.body.data[0]?.['contactPerson'], changed.deprecation]).toEqual([200, `${method} Bob`, released])
    }
    const present = await send('PUT', { oid, revision: 3, contactPerson: 'Cid' })
    expect([present.status, present.deprecation, present.sunset, present.link]).toEqual([200, undefined, undefined, undefined])
  })

  it('are accepted in plans, that of the entity, too', async () => {
    const plan = (items: Rec[]) => call('POST', '/api/v1/plans', { items, source: 'api', tenantOid: home })
    const made = await plan([{ entity: 'berth', action: 'create', changes: { title: 'P1', kind: 'owner' } }])
    expect([made.status, made.deprecation, made.sunset]).toEqual([200, released, undefined])
    expect((made.body['items'] as { record: Rec }[])[0]?.record).toMatchObject({ name: 'P1', kind: 'owner' })
    const present = await plan([{ entity: 'mooring', action: 'create', changes: { name: 'P2' } }])
    expect([present.status, present.deprecation]).toEqual([200, undefined])
  })

  it('are told of again when a call is repeated', async () => {
    const again = () =>
      world.app.inject({
        method: 'POST',
        url: '/api/v1/plans',
        headers: { 'idempotency-key': 'once' },
        payload: { items: [{ entity: 'berth', action: 'create', changes: { title: 'Once' } }], source: 'api', tenantOid: home },
      })
    const [first, second] = [await again(), await again()]
    expect(second.payload).toBe(first.payload)
    expect([first.headers['deprecation'], second.headers['deprecation']]).toEqual([released, released])
  })

  it('are refused beside another value under the present name, at the name that was sent', async () => {
    const both = await send('POST', { name: 'B1', contactPerson: 'Ann', contactName: 'Bob' })
    expect([both.status, errors(both), both.deprecation]).toEqual([400, [['/data/0/contactName', 'service.earlier.both']], released])
    expect((await send('POST', { name: 'B2', contactPerson: 'Ann', contactName: 'Ann' })).status).toBe(201)
  })

  it('travel within as the present ones do', async () => {
    const made = await send('POST', { name: 'H1', people: [{ bornOn: '1990' }] })
    expect([made.status, made.body.data[0]?.['crew']]).toEqual([201, [{ bornOn: '1990' }]])
    const astray = await send('POST', { name: 'H2', people: [{ born: '1990' }] })
    expect([astray.status, errors(astray)]).toEqual([400, [['/data/0/people/0/born', 'service.wire.nothing']]])
  })

  it('carry the refusal of their value', async () => {
    const short = await send('POST', { name: 'C1', contactName: 'A', boats: [{ places: 'many' }], address: { town: 7 } })
    expect(
      errors(short)
        .map(([pointer]) => pointer)
        .toSorted(),
    ).toEqual(['/data/0/address/town', '/data/0/boats/0/places', '/data/0/contactName'])
  })

  it('are refused from their day on, with the present name', async () => {
    const ended = await send('POST', { name: 'D1', telephone: '1' })
    expect([ended.status, errors(ended)]).toEqual([400, [['/data/0/telephone', 'service.earlier.ended']]])
    expect(ended.body['detail']).toBe('“telephone” is called “phone”; the earlier name was accepted until 2020-01-01.')
    expect((await list('sort=telephone')).status).toBe(400)
  })

  it('of fields that go are accepted until their day', async () => {
    const kept = await send('POST', { name: 'E1', fax: '12' })
    expect([kept.status, kept.body.data[0]?.['fax'], kept.deprecation, kept.sunset]).toEqual([
      201,
      '12',
      released,
      'Mon, 01 Jan 2998 00:00:00 GMT',
    ])
    const gone = await send('POST', { name: 'E2', telex: '12' })
    expect([gone.status, errors(gone)]).toEqual([400, [['/data/0/telex', 'service.earlier.removed']]])
  })

  it('of fields whose day has come are in no answer, so that a client may send back what it read', async () => {
    const made = await send('POST', { name: 'E3', fax: '12' })
    const { oid } = made.body.data[0] as { oid: string }
    await world.database.transaction(EVERYTHING, (queries) =>
      sql`update entity.mooring set data = data || '{"telex": "34"}'::jsonb where oid = ${oid}`.execute(queries),
    )
    const [read] = (await call('GET', `/api/v1/moorings/${oid}`)).body.data
    expect(read).toMatchObject({ fax: '12' })
    expect(read).not.toHaveProperty('telex')
    expect((await list('filter=name==E3')).body.data[0]).not.toHaveProperty('telex')
    expect((await send('PUT', { ...read, name: 'E4' })).status).toBe(200)
    const plan = (revision: number) =>
      call('POST', '/api/v1/plans', {
        items: [{ entity: 'mooring', action: 'update', oid, revision, changes: { name: `E${revision}` } }],
        source: 'api',
        tenantOid: home,
      })
    const planned = async (revision: number): Promise<unknown[]> => {
      const { status, body } = await plan(revision)
      const [item] = body['items'] as { record?: Rec; current?: Rec }[]
      return [status, Object.keys(item?.record ?? item?.current ?? {}).filter((name) => name === 'fax' || name === 'telex')]
    }
    expect(await planned(2)).toEqual([200, ['fax']])
    expect(await planned(1)).toEqual([409, ['fax']])
  })

  it('select, sort and narrow lists', async () => {
    for (const name of ['F1', 'F2']) await send('POST', { name, contactPerson: `Fay ${name}`, kind: 'guest', city: 'Bonn' })
    await send('POST', { name: 'F3', contactPerson: 'Fay F3', kind: 'owner', city: 'Bonn' })
    const names = async (query: string) => {
      const { status, body, deprecation } = await list(query)
      return [status, body.data.map(({ name }) => name), deprecation]
    }
    expect(await names('filter=address.town==Bonn;kind==visitor&sort=-contactName')).toEqual([200, ['F2', 'F1'], released])
    expect(await names('filter=city==Bonn;kind=in=(visitor,owner)&sort=title')).toEqual([200, ['F1', 'F2', 'F3'], released])
    expect(await names('filter=title=ilike=%25F%25;city==Bonn&condition=visitors&sort=name')).toEqual([200, ['F1', 'F2'], released])
    expect(await names('filter=city==Bonn&condition=gone&sort=name')).toEqual([200, ['F1', 'F2', 'F3'], released])
    expect(await names('filter=city==Bonn&condition=guests&sort=name')).toEqual([200, ['F1', 'F2'], undefined])
    expect((await list('filter=adress.town==Bonn')).status).toBe(400)
  })

  it('of addresses are answered like the present one', async () => {
    const made = await send('POST', { name: 'G1' }, '/api/v1/berths')
    expect([made.status, made.deprecation]).toEqual([201, released])
    const { oid } = made.body.data[0] as { oid: string }
    expect((await list('filter=name==G1', '/api/v1/berths')).body.data).toHaveLength(1)
    const one = await call('GET', `/api/v1/berths/${oid}`)
    expect([one.status, one.deprecation]).toEqual([200, released])
    expect((await call('DELETE', `/api/v1/berths/${oid}?revision=1`)).status).toBe(200)
  })
})
