import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { places, type Answer } from '../../support/api/api-world.ts'
import { exampleService, type ExampleService } from '../../support/api/example-service.ts'

type Row = Rec & { id: string }

describe.each(places)('list rows and protected fields on %s', (place) => {
  let world: ExampleService
  beforeAll(async () => {
    world = await exampleService(place)
  })
  afterAll(() => world.dispose())

  async function call(method: string, url: string, { body, may }: { body?: unknown; may?: string } = {}): Promise<Answer> {
    const headers = { 'x-overlay-oid': 'platform', ...(may !== undefined && { 'x-may': may }) }
    const response = await world.app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(body !== undefined && { payload: body as object }),
    })
    return { status: response.statusCode, body: response.json() } as Answer
  }
  const send = (method: string, record: Rec, may?: string): Promise<Answer> =>
    call(method, '/api/v1/ships', { body: { data: [record] }, ...(may !== undefined && { may }) })
  const cabins = ({ body }: Answer): Row[] => body.data[0]?.['cabins'] as Row[]
  const read = async (oid: unknown, may?: string): Promise<Rec> =>
    (await call('GET', `/api/v1/ships/${String(oid)}`, may === undefined ? {} : { may })).body.data[0] ?? {}

  it('a row gets an identifier and keeps it while other rows are added, removed and moved', async () => {
    const created = await send('POST', { name: 'Liner', cabins: [{ deck: 1, key: 'A' }, { id: 'mine', deck: 2 }, { deck: 2 }] })
    const [first, second, third] = cabins(created)
    expect(new Set([first?.id, second?.id, third?.id, 'mine', undefined]).size).toBe(5)
    const oid = created.body.data[0]?.['oid']
    const next = await send('PUT', {
      oid,
      revision: 1,
      cabins: [{ deck: 9 }, { ...third, deck: 7 }, { ...first }, { id: 'stranger', deck: 4 }],
    })
    const rows = cabins(next)
    expect(rows.slice(1, 3)).toEqual([
      { id: third?.id, deck: 7, configured: false },
      { id: first?.id, deck: 1, configured: true },
    ])
    expect(new Set([...rows.map(({ id }) => id), second?.id, 'stranger', undefined]).size).toBe(7)
    const twice = await send('PUT', { oid, revision: 2, cabins: [rows[0], { ...rows[0], deck: 8 }] })
    expect(cabins(twice).map(({ deck }) => deck)).toEqual([9, 8])
    expect(cabins(twice)[1]?.id).not.toBe(rows[0]?.id)
  })

  it('rows sent without identifiers are matched by their values, so that an unchanged list changes nothing', async () => {
    const created = await send('POST', { name: 'Ferry', cabins: [{ deck: 1 }, { deck: 2 }, { deck: 2 }] })
    const { oid } = created.body.data[0] ?? {}
    const same = await send('PUT', { oid, revision: 1, cabins: [{ deck: 1 }, { deck: 2 }, { deck: 2 }] })
    expect([same.body.data[0]?.['revision'], cabins(same)]).toEqual([1, cabins(created)])
  })

  it('a numbered row gets the next number, and keeps it while other rows come, go and move', async () => {
    const numbers = ({
      body: {
        data: [ship = {}],
      },
    }: Answer): unknown[] => (ship['hatches'] as Row[]).map(({ number, side }) => [number, side])
    const [port, starboard] = [{ side: 'port' }, { side: 'starboard' }]
    const created = await send('POST', { name: 'Collier', hatches: [port, { ...starboard, number: 7 }, port] })
    expect(numbers(created)).toEqual([
      [2, 'port'],
      [3, 'starboard'],
      [4, 'port'],
    ])
    const { oid, hatches: [first, , third] = [] } = created.body.data[0] as Rec & { hatches: Row[] }
    const sent = [{ ...port, number: 4 }, { id: third?.id, ...starboard, number: 9 }, first]
    const moved = await send('PUT', { oid, revision: 1, hatches: sent })
    expect(numbers(moved)).toEqual([
      [5, 'port'],
      [4, 'starboard'],
      [2, 'port'],
    ])
    const alike = await send('PUT', { oid, revision: 2, hatches: [port, starboard, port] })
    expect([alike.body.data[0]?.['revision'], numbers(alike)]).toEqual([2, numbers(moved)])
  })

  it('a field within an object or a row is in no answer to callers who may not read it', async () => {
    const record = {
      name: 'Secretive',
      bridge: { helm: 'oak', charts: [{ sea: 'Baltic' }] },
      cabins: [{ deck: 1, guest: 'Garbo', key: 'K' }],
    }
    const { body } = await send('POST', record)
    const { oid } = body.data[0] ?? {}
    expect(body.data[0]).toMatchObject({ bridge: { charts: [{ sea: 'Baltic' }] }, cabins: [{ guest: 'Garbo' }] })
    const answers = [
      await read(oid, 'list,read'),
      await call('GET', '/api/v1/ships?filter=name==Secretive', { may: 'list,read' }),
      await send('PUT', { oid, revision: 1, bridge: { helm: 'teak' } }, 'list,read,update'),
      await send('PUT', { oid, revision: 1, bridge: { helm: 'ash' } }, 'list,read,update'),
      await call('POST', '/api/v1/plans?dryRun=true', {
        body: {
          source: 'editor',
          tenantOid: 'platform',
          items: [{ entity: 'ship', action: 'update', oid, revision: 2, changes: { bridge: { helm: 'fir' } } }],
        },
        may: 'list,read,update',
      }),
      await call('GET', '/journal/api/v1/journal/entries/platform/ships', { may: 'list,read,update' }),
    ]
    expect(JSON.stringify(answers)).not.toMatch(/Baltic|charts/)
    expect(JSON.stringify(answers.slice(0, 2))).not.toMatch(/Garbo/)
    expect(JSON.stringify(answers[5])).toMatch(/teak/)
    const found = await call('GET', '/api/v1/ships?filter=bridge.charts==x', { may: 'list,read' })
    expect([found.status, found.body.errors?.[0]?.['key']]).toEqual([400, 'service.field.unknown'])
  })

  it('callers who may not read a field keep it when they write the object around it, and are refused when they write the field', async () => {
    const { body } = await send('POST', {
      name: 'Guarded',
      bridge: { helm: 'oak', charts: [{ sea: 'North' }] },
      cabins: [{ deck: 1, guest: 'Bergman' }, { deck: 2 }],
    })
    const { oid, cabins: [first, second] = [] } = body.data[0] as Rec & { cabins: Row[] }
    const may = 'list,read,update'
    for (const [revision, bridge] of [
      [1, null],
      [2, {}],
      [2, { helm: 'elm' }],
      [3, { helm: null }],
    ] as const)
      await send('PUT', { oid, revision, bridge }, may)
    expect(await read(oid)).toMatchObject({ revision: 4, bridge: { charts: [{ sea: 'North' }] } })
    for (const charts of [[], null, [{ sea: 'South' }]]) {
      const { status, body: refused } = await send('PUT', { oid, revision: 4, bridge: { charts } }, may)
      expect([status, refused.errors.map(({ pointer, key }) => [pointer, key])]).toEqual([
        400,
        [['/data/0/bridge/charts', 'validation.field.unknown']],
      ])
    }
    const rows = [
      { id: second?.id, deck: 5 },
      { id: first?.id, deck: 6 },
    ]
    expect((await send('PUT', { oid, revision: 4, cabins: rows })).status).toBe(200)
    expect(JSON.stringify((await read(oid))['cabins'])).not.toContain('Bergman')
  })

  it('the answer to a plan does not contain the previous secret of an object or a row', async () => {
    const { body } = await send('POST', { name: 'Locked', engine: { kind: 'steam', key: 'TURNS' }, cabins: [{ deck: 1, key: 'OPENS' }] })
    const { oid, cabins: rows } = body.data[0] as Rec & { cabins: Row[] }
    const changes = { engine: { kind: 'diesel' }, cabins: [{ id: rows[0]?.id, deck: 2 }] }
    const items = [{ entity: 'ship', action: 'update', oid, revision: 1, changes }]
    const answer = await call('POST', '/api/v1/plans', { body: { source: 'editor', tenantOid: 'platform', items } })
    expect(answer.body.items[0]).toMatchObject({ changed: { engine: [{ configured: true }, { kind: 'diesel', configured: true }] } })
    expect(JSON.stringify(answer)).not.toMatch(/TURNS|OPENS/)
  })
})
