import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepHouse } from '../../support/api/keep-house.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { apiWorld, places, OWNER, type ApiWorld } from '../../support/api/api-world.ts'
import { changeDirectly } from '../../support/api/change-directly.ts'

const COUNT = 1_200

interface Page {
  names: string[]
  total: number
}

describe.each(places)('the counts of a long list across tenants on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place, { distributed: false })
    await make(world.oid['msp'] ?? '', COUNT, 'Bay')
    await make(world.oid['otherMsp'] ?? '', COUNT, 'Cape')
  })
  afterAll(() => world.dispose())

  /** Customers as an import stores them, in no order. */
  const make = (parent: string, count: number, name: string): Promise<void> =>
    changeDirectly(
      world.database,
      sql`with made as (select ${name} || ' ' || lpad(((i * 7919) % 10007)::text, 5, '0') as name, t.path || lower(${name}) || i || '.' as path, ${name} || i as oid
          from tenant t, generate_series(1, ${count}::integer) i where t.oid = ${parent}),
        tenants as (insert into tenant (oid, parent_oid, type, name, path) select oid, ${parent}, 'managed_customer', name, path from made)
      insert into entity.customer (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select ${parent}, path, oid, 1, jsonb_build_object('name', name, 'type', 'managed_customer', 'state', 'active', 'contactName', 'C', 'contactEmail', 'c@world.test', 'reporting', 'standard'),
          ' ' || name || ' C c@world.test', jsonb_build_object('name', lower(name)), now(), now() from made`,
    )

  async function list(query = '', as = OWNER): Promise<Page & { statements: string[] }> {
    const statements: string[] = []
    const stop = world.database.onStatement((text) => text.includes('entity."customer"') && statements.push(text))
    const { status, body } = await world.call('GET', `/api/v1/customers?size=20&${query}`, { as })
    stop()
    expect(status, JSON.stringify(body)).toBe(200)
    return { names: body.data.map(({ name }) => String(name)), total: Number(body.meta['totalCount']), statements }
  }

  /** Whether the list was counted, instead of its known counts being used. */
  const isCounted = ({ statements }: { statements: string[] }): boolean => statements.some((text) => text.includes('as value from'))
  const wholeList = (query = ''): string => `parentTenantOid=platform&${query}`

  /** The names of all pages, by pages that are counted each time: with a change before each. */
  async function counted(query: string): Promise<Page> {
    await change('state', 'active')
    const { names, total } = await list(query)
    return { names, total }
  }
  const change = (field: string, value: string): Promise<void> =>
    changeDirectly(
      world.database,
      sql`update entity.customer set data = data || jsonb_build_object(${field}::text, ${value}::text) where oid = ${world.oid['managed']}`,
    )

  it.each([
    ['a page', ''],
    ['a page further on', 'page=7'],
    ['descending', 'sort=-name&page=2'],
    ['another order', 'sort=-updatedAt'],
    ['a search', `filter=${encodeURIComponent('name=ilike="%Bay 0%"')}`],
    ['a filter', `filter=${encodeURIComponent('type==diy_customer')}`],
  ])('are those of the list that is counted, and so are its rows: %s', async (_what, query) => {
    const first = await counted(wholeList(query))
    const again = await list(wholeList(query))
    expect({ names: again.names, total: again.total }).toEqual(first)
  })

  it('let a page be read by a plan that is not made again, with one look at the text of each row that is searched', async () => {
    const search = wholeList(`filter=${encodeURIComponent('name=ilike="%Bay 0%"')}`)
    await list(search)
    const sent: string[] = []
    const stop = world.database.onStatement((text) => sent.push(text))
    const { statements } = await list(search)
    stop()
    expect(sent.filter((text) => text.includes(`set_config('plan_cache_mode'`))).toHaveLength(1)
    expect(statements.every((text) => text.includes('and r.search_text ilike'))).toBe(true)
  })

  it('let functions that such a page calls be planned for what they are asked for', async () => {
    const { rows } = await world.database.asOwner((queries) =>
      sql<{ settings: string[] }>`select proconfig as settings from pg_proc where proname = 'person_stamp'`.execute(queries),
    )
    expect(rows.map(({ settings }) => settings.includes('plan_cache_mode=auto'))).toEqual([true])
  })

  it('are remembered until something changes, by whatever way, and are right with the next call after it', async () => {
    await list(wholeList())
    const before = await list(wholeList())
    expect(isCounted(before)).toBe(false)
    await make(world.oid['msp'] ?? '', 1, 'Aft')
    const after = await list(wholeList())
    expect(isCounted(after)).toBe(true)
    expect([after.total, after.names[0]]).toEqual([before.total + 1, 'Aft 07919'])
    await changeDirectly(world.database, sql`delete from entity.customer where oid = 'Aft1'`)
    expect((await list(wholeList())).total).toBe(before.total)
    expect((await world.call('DELETE', '/api/v1/customers', { body: { data: [{ oid: 'Bay1', revision: 1 }] } })).status).toBe(200)
    expect((await list(wholeList())).total).toBe(before.total - 1)
  })

  it('are counted anew in a transaction that does not see a change yet', async () => {
    await list(wholeList())
    const { total } = await list(wholeList())
    await world.database
      .transaction(EVERYTHING, async (queries) => {
        await sql`delete from entity.customer where oid = 'Cape2'`.execute(queries)
        throw new Error('on purpose')
      })
      .catch(() => undefined)
    expect((await list(wholeList())).total).toBe(total)
  })

  it('are those that each caller may see', async () => {
    for (const as of [OWNER, 'msp@world.test', 'otherMsp@world.test', OWNER, 'msp@world.test', 'otherMsp@world.test']) {
      const { total, names } = await list(as === OWNER ? wholeList() : `parentTenantOid=${world.oid[as.split('@')[0] ?? '']}`, as)
      if (as === OWNER) expect(total).toBeGreaterThan(2 * COUNT - 10)
      else expect(total).toBeLessThan(COUNT + 10)
      if (as === 'msp@world.test') expect(names.some((name) => name.startsWith('Cape'))).toBe(false)
    }
  })

  it('are still known after marks were added up', async () => {
    for (let round = 0; round < 120; round++) await change('state', 'active')
    await list(wholeList())
    const marks = async (): Promise<number> =>
      (await world.database.asOwner((queries) => sql<{ n: number }>`select count(*)::integer as n from list_change`.execute(queries)))
        .rows[0]?.n ?? 0
    const before = await marks()
    await keepHouse(world.database, 'list_changes')
    expect(await marks()).toBeLessThan(before - 100)
    expect(isCounted(await list(wholeList()))).toBe(false)
  })
})
