import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partOf } from '../../../server/db/ddl/change-marks.ts'
import { FOUND } from '../../../server/entities/list/known-counts.ts'
import { apiWorld, places, type ApiWorld } from '../../support/api/api-world.ts'
import { changeDirectly } from '../../support/api/change-directly.ts'
import { plantNetwork } from '../../support/api/live-boxes.ts'

/** Boxes of the customer: enough for a table in which a filter's rows are remembered, and for a filter that finds too many for that. */
const MANY = 4 * (FOUND.most + 500)
/** Of these so many have a small MTU, and so many more are on one network, and on another. */
const FEW = { small: 7, onNetwork: 100, onOther: 50 }

describe.each(places)('a long list of one overlay on %s', (place) => {
  let world: ApiWorld
  let network: string
  let other: string
  beforeAll(async () => {
    world = await apiWorld(place, { distributed: false })
    network = await plantNetwork(world.database, world.oid['managed'] ?? '', 'Fibre')
    other = await plantNetwork(world.database, world.oid['managed'] ?? '', 'Copper')
    await make('managed', MANY)
    await make('diy', 10)
    await world.database.asOwner((queries) => sql`analyze entity."edge-box"`.execute(queries))
    // Tells how large the table is.
    await list()
  })
  afterAll(() => world.dispose())

  /** Boxes as they are stored, in no order. */
  const make = (customer: string, count: number): Promise<void> =>
    changeDirectly(
      world.database,
      sql`with made as (select i, 'box ' || lpad(((i * 7919) % 100003)::text, 6, '0') as box from generate_series(1, ${count}::integer) i)
      insert into entity."edge-box" (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select t.oid, t.path, t.oid || i, 1, jsonb_build_object('name', box, 'serialNumber', t.oid || box, 'wans', jsonb_build_object(
          'wan1', jsonb_build_object('state', case when i % 4 = 0 then 'disabled' else 'enabled' end, 'mtu', case when i <= ${FEW.small} then 1280 else 1500 end,
            'transportNetwork', case when i <= ${FEW.small} then null when i <= ${FEW.small + FEW.onNetwork} then ${network}::text
              when i <= ${FEW.small + FEW.onNetwork + FEW.onOther} then ${other}::text end))),
          ' ' || box || ' ', jsonb_build_object('name', box), now(), now() from made, tenant t where t.oid = ${world.oid[customer]}`,
    )

  interface Page {
    names: string[]
    total: number
    /** The total is a lower bound, which another call replaces. */
    isBound: boolean
    statements: string[]
  }

  async function list(filter = '', { query = '', customer = 'managed' } = {}): Promise<Page> {
    const statements: string[] = []
    const stop = world.database.onStatement((text) => /entity\."edge-box(?:_search_nested)?"/.test(text) && statements.push(text))
    const parameters = new URLSearchParams({ size: '5', ...(filter !== '' && { filter }) })
    const headers = { 'x-overlay-oid': world.oid[customer] ?? '' }
    const { status, body } = await world.call('GET', `/api/v1/edgeBoxes?${parameters}${query}`, { headers })
    stop()
    expect(status, JSON.stringify(body)).toBe(200)
    const { totalCount, atLeast, countable } = body.meta
    expect(atLeast).toBe(countable)
    return { names: body.data.map(({ name }) => String(name)), total: Number(totalCount), isBound: countable === true, statements }
  }

  const change = (set: string, where: string, table = 'edge-box'): Promise<void> =>
    changeDirectly(world.database, sql.raw(`update entity."${table}" set data = data || '${set}' where ${where}`))
  const isCounted = ({ statements }: Page): boolean => statements.some((text) => text.includes('as value from'))
  const isIndexed = ({ statements }: Page): boolean => statements.some((text) => text.includes('_nested"('))
  const isFound = ({ statements }: Page): boolean => statements.some((text) => text.includes('r.oid = any('))

  it.each([
    { what: 'no filter', filter: '', total: MANY },
    { what: 'what many have', filter: 'wans.wan1.state==disabled', total: MANY / 4 },
    { what: 'what few have', filter: 'wans.*.mtu==1280', total: FEW.small },
    { what: 'what a record that is referred to has', filter: 'wans.wan1.transportNetwork.name==Fibre', total: FEW.onNetwork },
  ])('has the same rows when it is not counted again: $what', async ({ filter, total }) => {
    for (const query of ['', '&page=2', '&sort=-name', '&sort=-serialNumber&page=2']) {
      await change('{}', `oid = '${world.oid['managed']}1'`)
      const first = await list(filter, { query })
      const again = await list(filter, { query })
      expect(isCounted(first)).toBe(true)
      expect([isFound(again), isCounted(again)]).toEqual([filter !== '', false])
      expect([again.names, again.total]).toEqual([first.names, first.total])
      expect(again.total).toBe(total)
    }
  })

  it('has the same rows behind the remembered ones of a filter that finds more', async () => {
    const filter = 'wans.wan1.state==disabled'
    const { rows } = await world.database.asOwner((queries) =>
      sql<{ name: string }>`select data->>'name' as name from entity."edge-box" where tenant_oid = ${world.oid['managed']}
        and data->'wans'->'wan1'->>'state' = 'disabled' order by 1`.execute(queries),
    )
    const last = FOUND.most / 5
    for (const page of [1, last, last + 1, MANY / 4 / 5, MANY / 4 / 5 + 1]) {
      const { names, total } = await list(filter, { query: `&page=${page}` })
      expect([total, names], `page ${page}`).toEqual([MANY / 4, rows.slice((page - 1) * 5, page * 5).map(({ name }) => name)])
    }
  })

  it('has a row that a filter finds since it was changed, and no longer one that it does not', async () => {
    const filter = 'wans.*.mtu==1280'
    const [before] = [await list(filter), await list(filter)]
    await change('{"wans":{"wan3":{"mtu":1280}}}', `oid = '${world.oid['managed']}500'`)
    expect((await list(filter)).total).toBe(before.total + 1)
    await change('{"wans":{}}', `oid = '${world.oid['managed']}500'`)
    expect((await list(filter)).total).toBe(before.total)
  })

  it('notices changes of the records that a filter goes to', async () => {
    const filter = 'wans.wan1.transportNetwork.name=in=(Fibre,Glass)'
    for (const _ of [1, 2]) expect((await list(filter)).total).toBe(FEW.onNetwork)
    await change('{"name":"Glass"}', `oid = '${other}'`, 'transport-network')
    expect((await list(filter)).total).toBe(FEW.onNetwork + FEW.onOther)
    await change('{"name":"Copper"}', `oid = '${other}'`, 'transport-network')
    expect((await list(filter)).total).toBe(FEW.onNetwork)
  })

  it('reads the rows of a page alone once it knows the order, with the same rows on each page and in each order', async () => {
    const filter = 'wans.wan1.transportNetwork.name==Copper'
    const all = async (query: string): Promise<string[]> => {
      const pages = []
      for (let page = 1; page <= FEW.onOther / 5; page++) pages.push(...(await list(filter, { query: `${query}&page=${page}` })).names)
      return pages
    }
    const sorts = ['&sort=name', '&sort=-name', '&sort=-serialNumber', '']
    const found = []
    for (const query of sorts) found.push(await all(query))
    for (const [index, query] of sorts.entries()) {
      const [one, other] = [await all(query), await all(query)]
      expect([one, other]).toEqual([found[index], found[index]])
      expect(new Set(one).size).toBe(FEW.onOther)
      const { statements } = await list(filter, { query })
      expect(statements.map((text) => text.includes('from found'))).toEqual([false])
    }
    expect(found[0]).toEqual(found[1]?.toReversed())
    expect((await list(filter, { query: '&page=1000' })).names).toEqual([])
    // A change that only the order tells.
    const [first = '', second = ''] = await all('&sort=name')
    await changeDirectly(
      world.database,
      sql`update entity."edge-box" set sort_keys = '{"name":"zzz"}' where data->>'name' = ${first} and tenant_oid = ${world.oid['managed']}`,
    )
    expect((await all('&sort=name'))[0]).toBe(second)
  })

  it('is not counted again when somebody else changes records', async () => {
    const managed = world.oid['managed'] ?? ''
    const other = ['one', 'two'].find((oid) => partOf(oid) !== partOf(managed)) ?? ''
    const add = sql`insert into entity."edge-box" (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
      select ${other}, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at from entity."edge-box" where oid = ${`${managed}1`}`
    for (const filter of ['', 'wans.wan1.state==disabled', 'wans.*.mtu==1280']) {
      await list(filter)
      for (const by of [
        add,
        sql`update entity."edge-box" set revision = 2 where tenant_oid = ${other}`,
        sql`delete from entity."edge-box" where tenant_oid = ${other}`,
      ]) {
        await changeDirectly(world.database, by)
        const again = await list(filter)
        expect(isCounted(again), filter).toBe(false)
        expect(isIndexed(again)).toBe(false)
      }
      // Its own.
      await change('{}', `oid = '${managed}1'`)
      expect(isCounted(await list(filter)), filter).toBe(true)
    }
  })

  it.each(['', '&page=3', '&sort=-name', '&sort=-serialNumber&page=2', '&sort=updatedAt'])(
    'has the rows of what many have before they are counted, for whoever asks for no more than that: %s',
    async (query) => {
      const filter = 'wans.wan1.state==disabled'
      const { names, total, isBound } = await list(filter, { query })
      expect([total > MANY / 5, isBound]).toEqual([true, false])
      await change('{}', `oid = '${world.oid['managed']}1'`)
      const start = await list(filter, { query: `${query}&count=atLeast` })
      expect([start.names, start.isBound, isCounted(start)]).toEqual([names, true, false])
      expect(start.total).toBe(5 * Number(/page=(\d)/.exec(query)?.[1] ?? 1) + 1)
      await list(filter, { query })
      expect(await list(filter, { query: `${query}&count=atLeast` })).toMatchObject({ names, total, isBound: false })
    },
  )

  it.each([
    ['what few have', 'wans.*.mtu==1280', FEW.small],
    ['what few of those have that many have', 'wans.wan1.state==disabled;wans.*.mtu=in=(1280,1281)', Math.floor(FEW.small / 4)],
    ['one element that two conditions are about', 'wans=any=(mtu==1280;state==enabled)', FEW.small - Math.floor(FEW.small / 4)],
    ['what a record that is referred to has', 'wans.wan1.transportNetwork.name=ilike=%bre', FEW.onNetwork],
    ['what no record that is referred to has', 'wans.wan1.transportNetwork.name==Nothing', 0],
    ['a record by its name', 'name=="box 007919"', 1],
  ])('has %s by an index the first time, whoever asks', async (_what, filter, total) => {
    for (const query of ['', '&sort=-name']) {
      await change('{}', `oid = '${world.oid['managed']}1'`)
      const first = await list(filter, { query })
      expect([first.total, isIndexed(first), isFound(first)]).toEqual([total, true, true])
      // Of the other, no index knows.
      const whole = await list(`(${filter}),wans.wan1.state=ilike=%gone%`, { query })
      expect([whole.total, whole.names, isIndexed(whole)]).toEqual([total, first.names, false])
    }
  })

  it('is not counted again by the same field, until something changes', async () => {
    const groups = async (): Promise<{ counts: unknown; isCounted: boolean }> => {
      const statements: string[] = []
      const stop = world.database.onStatement((text) => text.includes('group by f.value') && statements.push(text))
      const headers = { 'x-overlay-oid': world.oid['managed'] ?? '' }
      const { status, body } = await world.call('GET', '/api/v1/edgeBoxes/groups?by=wans.wan1.state', { headers, literal: true })
      stop()
      expect(status, JSON.stringify(body)).toBe(200)
      return { counts: body.data, isCounted: statements.length > 0 }
    }
    const { counts } = await groups()
    expect((counts as unknown[]).length).toBeGreaterThan(1)
    expect(await groups()).toEqual({ counts, isCounted: false })
    await change('{"wans":{"wan1":{"state":"disabled"}}}', `oid = '${world.oid['managed']}501'`)
    const changed = await groups()
    expect(changed.isCounted).toBe(true)
    expect(changed.counts).not.toEqual(counts)
  })

  it('counts the short list of another customer at once, though the table is large', async () => {
    await change('{}', `oid = '${world.oid['managed']}1'`)
    const filter = 'wans.wan1.state=in=(disabled,enabled)'
    expect(await list(filter, { customer: 'diy', query: '&count=atLeast' })).toMatchObject({ total: 10, isBound: false })
  })

  it('refuses another wish for its count', async () => {
    const headers = { 'x-overlay-oid': world.oid['managed'] ?? '' }
    expect((await world.call('GET', '/api/v1/edgeBoxes?count=none', { headers })).status).toBe(400)
  })

  it('is nobody else\u2019s', async () => {
    for (const _ of [1, 2]) {
      expect((await list('wans.*.mtu==1280', { customer: 'diy' })).total).toBe(FEW.small)
      expect((await list('wans.*.mtu==1280')).total).toBe(FEW.small)
    }
    const headers = { 'x-overlay-oid': world.oid['managed'] ?? '' }
    expect((await world.call('GET', '/api/v1/edgeBoxes', { headers, as: 'diy@world.test' })).status).toBe(404)
  })
})
