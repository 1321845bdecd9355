import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FOUND } from '../../../server/entities/list/known-counts.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { serviceOf, type ExampleService } from '../../support/api/example-service.ts'
import { anyBoat, anyNested, nestedMatches, nestedRsql, nestedSchemas, quays, type NestedFilter } from '../../support/api/nested-oracle.ts'
import { isExhaustive } from '../../support/extent.ts'

const RUNS = isExhaustive ? 2_000 : 250

let world: ExampleService
let boats: Rec[]
let byOid: Map<string, Rec>

async function create(route: string, data: Rec[]): Promise<Rec[]> {
  const answer = await world.app.inject({ method: 'POST', url: route, headers: { 'x-overlay-oid': 'platform' }, payload: { data } })
  expect(answer.statusCode, answer.body).toBe(201)
  return (answer.json() as { data: Rec[] }).data
}

/** A boat as the service takes it: main masts are always there, as parts that are alike are in every record. */
function sent(boat: Rec, index: number, oids: readonly string[]): Rec {
  const refer = (one: Rec, name: string): Rec => (typeof one[name] === 'number' ? { ...one, [name]: oids[one[name]] } : one)
  const masts = Object.fromEntries(
    ['fore', 'main'].map((name) => [name, refer(((boat['masts'] as Rec | undefined)?.[name] ?? {}) as Rec, 'stay')]),
  )
  const crew = (boat['crew'] as Rec[] | undefined)?.map((one, place) => ({ ...refer(one, 'from'), id: String(place), pin: '12345' }))
  return { ...refer(boat, 'home'), name: `Boat ${index}`, masts, ...(crew && { crew }) }
}

beforeAll(async () => {
  world = await serviceOf(nestedSchemas)
  const stored = await create('/api/v1/quays', quays)
  byOid = new Map(stored.map((quay) => [String(quay['oid']), quay]))
  boats = await create(
    '/api/v1/boats',
    fc.sample(anyBoat, { numRuns: 40, seed: 5 }).map((boat, index) => sent(boat, index, [...byOid.keys()])),
  )
})
afterAll(() => world.dispose())

interface Found {
  status: number
  names: string[]
  error: { key?: string; params?: Rec; message?: string }
}

async function list(filter: string, headers: Record<string, string> = {}): Promise<Found> {
  const answer = await world.app.inject({
    method: 'GET',
    url: `/api/v1/boats?size=1000&filter=${encodeURIComponent(filter)}`,
    headers: { 'x-overlay-oid': 'platform', ...headers },
  })
  const body = answer.json() as { data?: Rec[]; errors?: Found['error'][]; detail?: string }
  return { status: answer.statusCode, names: (body.data ?? []).map(({ name }) => String(name)).toSorted(), error: body.errors?.[0] ?? {} }
}

const namesOf = (filter: NestedFilter): string[] =>
  boats
    .filter((boat) => nestedMatches(filter, boat, byOid))
    .map(({ name }) => String(name))
    .toSorted()

describe('filters that reach into records', () => {
  it.each([
    [RUNS, 'row by row', FOUND.inRows],
    [RUNS, 'among candidates from an index', 0],
  ])('return exactly the rows of an oracle in memory (%i generated filters): %s', async (runs, _how, inRows) => {
    const usual = FOUND.inRows
    FOUND.inRows = inRows
    // Tells how large the table is.
    await world.database.asOwner((queries) => sql`analyze entity.boat`.execute(queries))
    const asked: string[] = []
    const stop = world.database.onStatement((text) => text.includes('_nested"(') && asked.push(text))
    const check = async (filter: NestedFilter): Promise<void> => {
      const { status, names, error } = await list(nestedRsql(filter))
      expect({ status, names }, `${nestedRsql(filter)} ${error.message ?? ''}`).toEqual({ status: 200, names: namesOf(filter) })
    }
    try {
      await fc.assert(fc.asyncProperty(anyNested, check), { numRuns: runs, seed: 4 })
    } finally {
      FOUND.inRows = usual
      stop()
    }
    expect(asked.length > runs / 10).toBe(inRows === 0)
  })

  it('tell apart conditions on one element from conditions on any', async () => {
    await create('/api/v1/boats', [
      {
        name: 'Apart',
        crew: [
          { id: '1', role: 'cook', age: 40 },
          { id: '2', role: 'mate', age: 50 },
        ],
      },
    ])
    expect((await list('crew.*.role==cook;crew.*.age==50')).names).toEqual(['Apart'])
    expect((await list('crew=any=(role==cook;age==50)')).names).toEqual([])
    expect((await list('crew=any="role==mate;age==50"')).names).toEqual(['Apart'])
    expect((await list('name==Apart;crew=none=(age=lt=40)')).names).toEqual(['Apart'])
  })

  it.each<[string, string, Rec]>([
    ['name==x;masts.main.hieght==3', 'service.field.unknown', { field: 'masts.main.hieght', nearest: 'masts.main.height', position: 8 }],
    ['crew.age==3', 'service.field.unknown', { field: 'crew.age', position: 0 }],
    ['crew=any=(role==cook;nmae==x)', 'service.field.unknown', { field: 'nmae', position: 21 }],
    ['name=any=(x==1)', 'service.filter.noList', { field: 'name', position: 0 }],
    ['name==x;crew.*.age==old', 'service.filter.value.number', { field: 'crew.*.age', value: 'old', position: 8 }],
    ['crew==x', 'service.filter.value.structure', { field: 'crew', position: 0 }],
    ['crew.*.joined=within=soon', 'service.filter.value.period', { field: 'crew.*.joined', value: 'soon' }],
    ['name=within=today', 'service.filter.value.date', { field: 'name' }],
    ['name==x;(crew.*.age==3', 'service.filter.syntax', { position: 22 }],
  ])('refuse %s with the place of what is wrong', async (filter, key, params) => {
    const { status, error } = await list(filter)
    expect(status).toBe(400)
    expect(error).toMatchObject({ key, params })
  })

  it('go by the day of the zone that the call names', async () => {
    const all = (await list('name=isnull=false')).names
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/Adak'])
      expect((await list('updatedAt=within=today', { 'x-time-zone': zone })).names, zone).toEqual(all)
    expect((await list('updatedAt=within=last-1h')).names).toEqual(all)
    for (const period of ['yesterday', 'tomorrow']) expect((await list(`updatedAt=within=${period}`)).names).toEqual([])
    expect((await list('crew.*.joined=within=last-30y;name!=Apart')).names).toEqual(
      namesOf({ kind: 'comparison', selector: 'crew.*.joined', operator: '=isnull=', values: ['false'], type: 'instant' }),
    )
    for (const zone of ['Mars/Base', 'x'.repeat(90)])
      expect((await list('updatedAt=within=today', { 'x-time-zone': zone })).status, zone).toBe(400)
  })

  it('are limited in what they cost', async () => {
    const costly = Array.from({ length: 60 }, () => 'masts.*.height==1').join(',')
    expect((await list(costly)).status).toBe(200)
    const within = `masts=any=(${Array.from({ length: 490 }, () => 'height==1').join(',')})`
    expect((await list(within)).status).toBe(200)
    expect((await list('home.berths.*.x.y.z==1')).status).toBe(400)
  })

  it.each([
    ['a secret', 'crew.*.pin==12345'],
    ['a secret by its elements', 'crew=any=(pin==12345)'],
    ['a secret of the record referred to', 'home.lock==1111'],
  ])('never tell %s', async (_what, filter) => {
    expect(await list(filter)).toMatchObject({ status: 400, error: { key: 'service.field.unknown' } })
  })

  it('tell nothing of what the reader may not see', async () => {
    for (const filter of ['home.note==dear', 'crew.*.pay==1', 'crew=any=(pay==1)', 'crew=none=(from.note==dear)']) {
      expect((await list(filter)).status, filter).toBe(200)
      expect(await list(filter, { 'x-may': 'list,read' }), filter).toMatchObject({ status: 400, error: { key: 'service.field.unknown' } })
    }
    // Whoever may not read quays learns nothing of them by filtering boats.
    for (const filter of ['home.name==North', 'home=any=(depth=gt=0)', 'masts.*.stay.name=isnull=true']) {
      expect((await list(filter, { 'x-may': 'list,read on boats' })).status, filter).toBe(400)
      expect((await list(filter, { 'x-may': 'list,read' })).status, filter).toBe(200)
    }
  })
})
