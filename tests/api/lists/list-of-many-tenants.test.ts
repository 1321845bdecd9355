import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, places, type ApiWorld } from '../../support/api/api-world.ts'
import { changeDirectly } from '../../support/api/change-directly.ts'

const TENANTS = 260
const SIZE = 20

describe.each(places)('the appliances of a tenant with very many tenants below it, on %s', (place) => {
  let world: ApiWorld
  const serials = new Map<string, string[]>()
  beforeAll(async () => {
    world = await apiWorld(place, { distributed: false })
    for (const seller of ['msp', 'otherMsp']) await make(seller)
    await world.database.asOwner((queries) => sql`analyze entity.appliance`.execute(queries))
  })
  afterAll(() => world.dispose())

  /** Customers of a seller with two appliances each, whose serial numbers are in no order. */
  async function make(seller: string): Promise<void> {
    const parent = world.oid[seller] ?? ''
    const own = Array.from({ length: TENANTS * 2 }, (_, index) => ({
      of: `${seller}-${index % TENANTS}`,
      label: `${seller.toLowerCase()}${index % TENANTS}`,
      serial: `${index % 7 === 0 ? 'SX' : 'SY'}-${String((index * 7919) % 100_003).padStart(6, '0')}-${seller}`,
    }))
    serials.set(
      seller,
      own.map(({ serial }) => serial).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    )
    await changeDirectly(
      world.database,
      sql`with given as (select * from json_to_recordset(${JSON.stringify(own)}::json) as x("of" text, label text, serial text)),
        placed as (select g.*, t.path || g.label || '.' as path from given g, tenant t where t.oid = ${parent}),
        tenants as (insert into tenant (oid, parent_oid, type, name, path) select distinct p.of, ${parent}, 'managed_customer', p.of, p.path from placed p)
      insert into entity.appliance (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select p.of, p.path, p.serial, 1, jsonb_build_object('serialNumber', p.serial, 'status', 'Assigned'), ' ' || p.serial || ' Assigned ',
          jsonb_build_object('serialNumber', lower(p.serial)), now(), now() from placed p`,
    )
  }

  async function list(query: string): Promise<{ found: unknown[]; total: unknown; statements: string[] }> {
    const statements: string[] = []
    const stop = world.database.onStatement((text) => statements.push(text))
    // By the owner of the platform, who sees the other seller's, too: it is the list that leaves them out.
    const { status, body } = await world.call('GET', `/api/inventory/v1/appliances/${world.oid['msp']}?size=${SIZE}&${query}`)
    stop()
    expect(status, JSON.stringify(body)).toBe(200)
    return { found: body.data.map(({ serialNumber }) => serialNumber), total: body.meta['totalCount'], statements }
  }

  it('are read in the order of the whole list, skipping those of others, and are complete', async () => {
    const own = serials.get('msp') ?? []
    const first = await list('page=1')
    expect(first.statements.some((text) => text.includes('cross join lateral (select r.tenant_oid'))).toBe(false)
    for (const [direction, expected] of [
      ['', own],
      ['-', own.toReversed()],
    ] as const)
      for (const page of [1, 2, 7, 26, 27]) {
        const { found, total } = await list(`sort=${direction}serialNumber&page=${page}`)
        expect(found, `${direction} page ${page}`).toEqual(expected.slice((page - 1) * SIZE, page * SIZE))
        expect(total).toBe(own.length)
      }
  })

  it('are counted again only after something has changed, by whatever way, and are right with the next call after it', async () => {
    const isCounted = ({ statements }: { statements: string[] }): boolean => statements.some((text) => text.includes('list_total'))
    const search = `filter=${encodeURIComponent('serialNumber=ilike="%SX-%"')}`
    await list('page=1')
    expect([isCounted(await list('page=2')), isCounted(await list(search))]).toEqual([false, false])
    const [before, found] = [await list('page=1'), await list(search)]
    const gone = String(found.found[0])
    await changeDirectly(world.database, sql`delete from entity.appliance where oid = ${gone}`)
    const [after, foundAfter] = [await list('page=1'), await list(search)]
    expect(isCounted(after)).toBe(true)
    expect([after.total, foundAfter.total]).toEqual([Number(before.total) - 1, Number(found.total) - 1])
    expect(isCounted(await list('page=1'))).toBe(false)
    serials.set(
      'msp',
      (serials.get('msp') ?? []).filter((serial) => serial !== gone),
    )
  })

  it('are found by a part of their serial numbers, and those of others are not', async () => {
    const expected = (serials.get('msp') ?? []).filter((serial) => serial.startsWith('SX-'))
    const { found, total } = await list(`filter=${encodeURIComponent('serialNumber=ilike="%SX-%"')}`)
    expect([found, total]).toEqual([expected.slice(0, SIZE), expected.length])
    expect((await list(`filter=${encodeURIComponent('serialNumber=ilike="%otherMsp%"')}`)).total).toBe(0)
  })
})
