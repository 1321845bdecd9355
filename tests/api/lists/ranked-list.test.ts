import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchFilter } from '../../../renderer/data/filters/rsql.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { PlanItem } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { balanceRanks } from '../../../server/db/ddl/balance-ranks.ts'
import { BUCKET_ROWS } from '../../../server/db/ddl/rank-triggers.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { catalogueOf } from '../../../server/entities/model/catalogue.ts'
import { listStatement, placeOf } from '../../../server/entities/list/list-statement.ts'
import { applyPlan } from '../../../server/plan/apply-plan.ts'
import { apiWorld, OWNER, places, type ApiWorld } from '../../support/api/api-world.ts'

const COUNT = 5_200

/** What the database says of a plan. */
interface Explained {
  'QUERY PLAN': { Plan: { 'Total Cost': number } }[]
}

describe.each(places)('a list whose pages are found by counts, %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
    // What a sample of the blocks shows of some thousand rows depends on which dead ones have been removed.
    await world.database.asOwner((queries) => sql`alter table entity.appliance set (autovacuum_enabled = false)`.execute(queries))
    await write(numbers(COUNT).map((at) => ({ entity: 'appliance', action: 'create', changes: { serialNumber: serial(at) } })))
  })
  afterAll(() => world.dispose())

  const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at)
  /** Out of order, some differing in case alone. */
  const serial = (at: number): string =>
    at % 500 === 1 ? `sn-${String((at - 1) * 7919).slice(-5)}-x` : `SN-${(at * 7919) % 100_003}-${at % 500 === 0 ? 'X' : at}`

  async function write(items: PlanItem[]): Promise<void> {
    const { status, result } = await applyPlan(
      { database: world.database, caller: await world.caller(OWNER) },
      { items, source: 'api', tenantOid: 'platform' },
    )
    expect(status, JSON.stringify(result.items.slice(0, 2))).toBe(200)
  }

  interface Row {
    oid: string
    revision: number
    key: string
    status: string
  }

  /** Every appliance in the order of the list, as the table has it. */
  const stored = (): Promise<Row[]> =>
    world.database.withScope(EVERYTHING, async (queries) => {
      const { rows } =
        await sql<Row>`select oid, revision, sort_keys->>'serialNumber' as key, data->>'status' as status from entity.appliance`.execute(
          queries,
        )
      return rows.toSorted((a, b) => (a.key === b.key ? compare(a.oid, b.oid) : compare(a.key, b.key)))
    })
  const compare = (a: string, b: string): number => (a < b ? -1 : 1)

  const page = async (query: string): Promise<{ oids: unknown[]; meta: Record<string, unknown> }> => {
    const { status, body } = await world.call('GET', `/api/inventory/v1/appliances/platform?size=50&${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return { oids: body.data.map(({ oid }) => oid), meta: body.meta }
  }

  async function agrees(): Promise<void> {
    const all = await stored()
    const tabs: [condition: string, rows: Row[]][] = [
      ['', all],
      ['&condition=FilterStatusInstock', all.filter(({ status }) => status === 'In Stock')],
      ['&condition=FilterStatusAssigned', all.filter(({ status }) => status === 'Assigned')],
    ]
    for (const [condition, rows] of tabs) {
      const last = Math.ceil(rows.length / 50)
      for (const at of [1, 2, 21, 22, 57, last - 1, last, last + 1].filter((one) => one > 0)) {
        const [up, down] = [await page(`page=${at}${condition}`), await page(`page=${at}&sort=-serialNumber${condition}`)]
        expect(up.oids, `page ${at} ${condition}`).toEqual(rows.slice((at - 1) * 50, at * 50).map(({ oid }) => oid))
        expect(down.oids, `page ${at} from the end ${condition}`).toEqual(
          rows
            .toReversed()
            .slice((at - 1) * 50, at * 50)
            .map(({ oid }) => oid),
        )
        expect(up.meta).toMatchObject({
          totalCount: rows.length,
          allstatus: all.length,
          instock: tabs[1]?.[1].length,
          assigned: tabs[2]?.[1].length,
        })
      }
    }
  }

  it('has the rows and counts of the table, before and after it is divided, and as rows come, change and go', async () => {
    await agrees()
    await balanceRanks(world.database)
    await agrees()
    const rows = await stored()
    await write([
      ...rows.slice(900, 1_150).map(({ oid, revision }): PlanItem => ({
        entity: 'appliance',
        action: 'update',
        oid,
        revision,
        changes: { tenantId: world.oid['vad'] },
      })),
      ...rows.slice(2_000, 2_400).map(({ oid, revision }): PlanItem => ({ entity: 'appliance', action: 'delete', oid, revision })),
      ...numbers(300).map((at): PlanItem => ({ entity: 'appliance', action: 'create', changes: { serialNumber: `SN-3${at}-new` } })),
    ])
    await agrees()
    await balanceRanks(world.database)
    await agrees()
  })

  it('finds beginnings of serial numbers by one or two letters, with their pages and counts, in every context', async () => {
    const all = await stored()
    const search = (term: string): string => `filter=${encodeURIComponent(searchFilter(entitySchemas.appliance['x-search'], term) ?? '')}`
    for (const term of ['s', 'SN', 'n', 'q', '\u{10FFFF}']) {
      const rows = all.filter(({ key }) => key.startsWith(term.toLowerCase()))
      for (const at of [1, 2, 60]) {
        const found = await page(`page=${at}&${search(term)}`)
        expect(found.oids, term).toEqual(rows.slice((at - 1) * 50, at * 50).map(({ oid }) => oid))
        expect(found.meta).toMatchObject({ totalCount: rows.length, assigned: rows.filter(({ status }) => status === 'Assigned').length })
      }
      const { body } = await world.call('GET', `/api/inventory/v1/appliances/${world.oid['vad']}?size=20&sort=model&${search(term)}`, {
        as: 'vad@world.test',
      })
      expect(body.meta.totalCount, term).toBe(rows.filter(({ status }) => status === 'Assigned').length)
    }
    const { meta } = await page(search('sn-7'))
    expect(meta['totalCount']).toBe(all.filter(({ key }) => key.includes('sn-7')).length)
  })

  /** What one search finds, page by page. */
  async function found(term: string, query = ''): Promise<{ oids: unknown[]; meta: Record<string, unknown> }> {
    const filter = encodeURIComponent(searchFilter(entitySchemas.appliance['x-search'], term) ?? '')
    return page(`filter=${filter}${query}`)
  }

  it('finds what every row has in the order of the list, and says that there are at least so many', async () => {
    const all = await stored()
    for (const at of [1, 2, 7]) {
      const { oids, meta } = await found('sn-', `&page=${at}`)
      expect(oids, `page ${at}`).toEqual(
        all
          .filter(({ key }) => key.includes('sn-'))
          .slice((at - 1) * 50, at * 50)
          .map(({ oid }) => oid),
      )
      expect(meta).toMatchObject({ atLeast: true })
      expect(meta['totalCount']).toBeGreaterThan(at * 50)
      expect(meta['totalCount']).toBeLessThan(all.length)
    }
    const { oids } = await found('sn-', '&page=3&sort=-serialNumber&condition=FilterStatusAssigned')
    const assigned = all.filter(({ key, status }) => key.includes('sn-') && status === 'Assigned').toReversed()
    expect(oids).toEqual(assigned.slice(100, 150).map(({ oid }) => oid))
  })

  it('counts what few rows have, and looks for what thousands have where the list is, wherever they stand in it', async () => {
    const all = await stored()
    // Found at the beginning of the order, too, but not often enough there for a page.
    const beginning = all.slice(0, 600)
    const rare = numbers(900).map((at) => String(at + 100))
    const term = rare.find((one) => Math.abs(beginning.filter(({ key }) => key.includes(one)).length - 30) <= 20) ?? ''
    const spread = await found(term)
    const having = all.filter(({ key }) => key.includes(term))
    expect(spread.oids, term).toEqual(having.slice(0, 50).map(({ oid }) => oid))
    expect(spread.meta).toMatchObject({ totalCount: having.length })
    const few = await found('sn-77')
    const matching = all.filter(({ key }) => key.includes('sn-77'))
    expect(few.oids).toEqual(matching.slice(0, 50).map(({ oid }) => oid))
    expect(few.meta).toMatchObject({ totalCount: matching.length, instock: matching.filter(({ status }) => status === 'In Stock').length })
    expect(few.meta).not.toHaveProperty('atLeast')
    // Its rows are the last ones of the order: beyond those that are looked at first.
    await write(
      all
        .slice(-2_600)
        .map(({ oid, revision }): PlanItem => ({ entity: 'appliance', action: 'update', oid, revision, changes: { tag: 'Far away' } })),
    )
    const far = await found('away')
    expect(far.oids).toEqual(all.slice(-2_600, -2_550).map(({ oid }) => oid))
    expect(far.meta).toMatchObject({ atLeast: true })
    expect(far.meta['totalCount']).toBeGreaterThan(999)
    // The words stand in two fields beside each other: a text that has them, and no field that does.
    await write(
      all.slice(700, 705).map(({ oid, revision }): PlanItem => ({
        entity: 'appliance',
        action: 'update',
        oid,
        revision,
        changes: { tag: 'Far', softwareVersion: 'away' },
      })),
    )
    expect((await found('far away')).oids).toEqual(all.slice(-2_600, -2_550).map(({ oid }) => oid))
    const spaced = await found('far away', '&page=52')
    expect(spaced.oids).toEqual(all.slice(-50).map(({ oid }) => oid))
  })

  it('finds what a field equals by the index of texts, to the letter', async () => {
    const all = await stored()
    const tags = ['Bench_7', 'bench_7', 'BenchX7', 'Bench_7 b']
    await write(
      all.slice(-90).map(({ oid, revision }, at): PlanItem => ({
        entity: 'appliance',
        action: 'update',
        oid,
        revision,
        changes: { tag: tags[at % 4] },
      })),
    )
    const having = (tag: string): string[] =>
      all
        .slice(-90)
        .filter((_, at) => tags[at % 4] === tag)
        .map(({ oid }) => oid)
    for (const tag of tags) {
      const { oids, meta } = await page(`filter=${encodeURIComponent(`tag=="${tag}"`)}`)
      expect(oids, tag).toEqual(having(tag))
      expect(meta).toMatchObject({ totalCount: having(tag).length })
    }
    const both = await page(`filter=${encodeURIComponent('serialNumber=ilike="sn-%";tag=="Bench_7"')}&sort=-serialNumber`)
    expect(both.oids).toEqual(having('Bench_7').toReversed())
    const owned = await page(`filter=${encodeURIComponent('ownerName=="Nobody at all"')}`)
    expect(owned.oids).toEqual([])
  })

  it('walks the list at once for what a sample of the table shows in most rows', async () => {
    const all = await stored()
    const [behind] = all.slice(800)
    await world.database.transaction(EVERYTHING, (queries) =>
      sql`update entity.appliance set search_text = search_text || ' Beyond' where rank_key >= ${behind?.key}`.execute(queries),
    )
    const having = all.filter(({ key }) => key >= (behind?.key ?? ''))
    const { oids, meta } = await found('BEYOND')
    expect(oids).toEqual(having.slice(0, 50).map(({ oid }) => oid))
    // Those of the page and one more: nothing else was counted.
    expect(meta).toMatchObject({ totalCount: 51, atLeast: true })
    const last = await found('beyond', '&sort=-serialNumber&page=3')
    expect(last.oids).toEqual(
      all
        .toReversed()
        .slice(100, 150)
        .map(({ oid }) => oid),
    )
  })

  it('has one plan for all searches, as it is expected to cost the same whatever is looked for', async () => {
    const caller = await world.caller(OWNER)
    const [tenant] = caller.memberships.map((membership) => membership.tenant)
    if (tenant === undefined) throw new Error('the owner has no tenant')
    const model = catalogueOf(world.database).model('appliance')
    const plannedFor = (term: string, page = 1): Promise<number[]> =>
      world.database.withScope(caller.scopes(), async (queries) => {
        const filter = searchFilter(model.schema['x-search'], term) ?? ''
        const parts = { caller, rights: caller.rightsOn(tenant), request: { tenant, page, size: 50, filter } }
        const statement = listStatement(model, { ...parts, place: await placeOf(queries, model, parts) })
        const known = sql<Explained>`explain (format json) ${statement}`.execute(queries)
        const unknown = queries.executeQuery<Explained>(
          CompiledQuery.raw(`explain (generic_plan, format json) ${statement.compile(queries).sql}`),
        )
        return (await Promise.all([known, unknown])).map(({ rows }) => rows[0]?.['QUERY PLAN'][0]?.Plan['Total Cost'] ?? 0)
      })
    await world.database.asOwner((queries) => sql`analyze entity.appliance`.execute(queries))
    const costs = [...(await plannedFor('sn-1')), ...(await plannedFor('away')), ...(await plannedFor('n-77', 2))]
    expect(Math.max(...costs) - Math.min(...costs), costs.join(', ')).toBeLessThan(0.1)
  })

  it('stands in other orders and below other tenants, too, with exact counts', async () => {
    const all = await stored()
    await write(
      all.slice(0, 40).map(({ oid, revision }, at): PlanItem => ({
        entity: 'appliance',
        action: 'update',
        oid,
        revision,
        changes: { model: `M ${99 - at}` },
      })),
    )
    const { oids, meta } = await page('sort=model')
    expect(oids.slice(0, 40)).toEqual(
      all
        .slice(0, 40)
        .toReversed()
        .map(({ oid }) => oid),
    )
    expect(meta).toMatchObject({ totalCount: all.length })
    const below = all.filter(({ status }) => status === 'Assigned')
    const pageBelow = (sort: string, at: number) =>
      world.call('GET', `/api/inventory/v1/appliances/${world.oid['vad']}?size=20&page=${at}&sort=${sort}`, { as: 'vad@world.test' })
    // Rows of equal value stand in the order of their identifiers, so that no row is on two pages.
    const inOrderOf = (sort: string, rows: Rec[]): boolean => {
      const keys = rows.map((row) => `${String(row[sort.replace('-', '')])} ${String(row['oid'])}`)
      const ordered = sort.startsWith('-') ? keys.toReversed() : keys
      return keys.length === 60 && ordered.every((key, index) => index === 0 || (ordered[index - 1] ?? '') < key)
    }
    for (const sort of ['serialNumber', '-serialNumber', 'status', '-updatedAt']) {
      const { body } = await pageBelow(sort, 2)
      expect(body.meta, sort).toMatchObject({ totalCount: below.length, assigned: below.length, instock: 0 })
      expect(body.data).toHaveLength(20)
      const inOrder = sort === '-serialNumber' ? below.toReversed() : below
      if (sort.endsWith('serialNumber')) expect(body.data.map(({ oid }) => oid)).toEqual(inOrder.slice(20, 40).map(({ oid }) => oid))
      const [first, next] = await Promise.all([1, 3].map(async (at) => (await pageBelow(sort, at)).body.data))
      expect(inOrderOf(sort, [...(first ?? []), ...body.data, ...(next ?? [])]), sort).toBe(true)
    }
  })

  it('keeps counts from those whose rows they are not', async () => {
    const visible = async (mail: string, table: string): Promise<number> =>
      world.database.withScope((await world.caller(mail)).scopes(), async (queries) => {
        const { rows } = await sql<{
          n: string
        }>`select coalesce(sum(n), 0) as n from ${sql.raw(table)} where entity = 'appliance'`.execute(queries)
        return Number(rows[0]?.n)
      })
    const all = await stored()
    const below = all.filter(({ status }) => status === 'Assigned').length
    expect(await visible(OWNER, 'list_rank')).toBe(all.length)
    expect(await visible(OWNER, 'list_total')).toBe(all.length)
    expect(await visible('vad@world.test', 'list_rank')).toBe(0)
    expect(await visible('vad@world.test', 'list_total')).toBe(below)
    expect(await visible('otherMsp@world.test', 'list_total')).toBe(0)
  })

  it('reads a stretch of rows for a page far down, not those before it', async () => {
    await balanceRanks(world.database)
    const { rows } = await world.database.withScope(EVERYTHING, (queries) =>
      sql<{
        longest: number
      }>`select max(n)::integer as longest from (select sum(n) as n from list_rank where entity = 'appliance' group by lower) s`.execute(
        queries,
      ),
    )
    expect(rows[0]?.longest).toBeLessThanOrEqual(2 * BUCKET_ROWS)
  })
})
