import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchFilter } from '../../../renderer/data/filters/rsql.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { PlanItem } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { keepHouse } from '../../support/api/keep-house.ts'
import { rankKey } from '../../../server/db/ddl/long-columns.ts'
import { BUCKET_ROWS, countsName } from '../../../server/db/ddl/rank-triggers.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { catalogueOf } from '../../../server/entities/model/catalogue.ts'
import { listStatement, placeOf } from '../../../server/entities/list/list-statement.ts'
import { applyPlan } from '../../../server/plan/apply-plan.ts'
import { apiWorld, OWNER, places, type ApiWorld } from '../../support/api/api-world.ts'

const COUNT = 5_200
const appliances = catalogueOf().model('appliance')

/** A row of `explain (format json)`. */
interface Explained {
  'QUERY PLAN': { Plan: { 'Total Cost': number } }[]
}

describe.each(places)('a list that finds its pages by row counts, on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place, { distributed: false })
    // The block sample of a few thousand rows must not depend on when dead rows are vacuumed.
    await world.database.asOwner((queries) => sql`alter table entity.appliance set (autovacuum_enabled = false)`.execute(queries))
    await write(numbers(COUNT).map((index) => ({ entity: 'appliance', action: 'create', changes: { serialNumber: serial(index) } })))
  })
  afterAll(() => world.dispose())

  const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
  /** Serial numbers in no order, some of which differ in case only. */
  const serial = (index: number): string =>
    index % 500 === 1 ? `sn-${String((index - 1) * 7919).slice(-5)}-x` : `SN-${(index * 7919) % 100_003}-${index % 500 === 0 ? 'X' : index}`

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

  /** All appliances of the table, in list order. */
  const stored = (): Promise<Row[]> =>
    world.database.withScope(EVERYTHING, async (queries) => {
      const { rows } =
        await sql<Row>`select oid, revision, sort_keys->>'serialNumber' as key, data->>'status' as status from entity.appliance`.execute(
          queries,
        )
      return rows.toSorted((a, b) => (a.key === b.key ? compare(a.oid, b.oid) : compare(a.key, b.key)))
    })
  const compare = (a: string, b: string): number => (a < b ? -1 : 1)

  const getPage = async (query: string): Promise<{ oids: unknown[]; meta: Record<string, unknown> }> => {
    const { status, body } = await world.call('GET', `/api/inventory/v1/appliances/platform?size=50&${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return { oids: body.data.map(({ oid }) => oid), meta: body.meta }
  }

  async function expectPagesToMatchTable(): Promise<void> {
    const all = await stored()
    const tabs: [condition: string, rows: Row[]][] = [
      ['', all],
      ['&condition=FilterStatusInstock', all.filter(({ status }) => status === 'In Stock')],
      ['&condition=FilterStatusAssigned', all.filter(({ status }) => status === 'Assigned')],
    ]
    for (const [condition, rows] of tabs) {
      const last = Math.ceil(rows.length / 50)
      for (const page of [1, 2, 21, 22, 57, last - 1, last, last + 1].filter((one) => one > 0)) {
        const [ascending, descending] = [
          await getPage(`page=${page}${condition}`),
          await getPage(`page=${page}&sort=-serialNumber${condition}`),
        ]
        expect(ascending.oids, `page ${page} ${condition}`).toEqual(rows.slice((page - 1) * 50, page * 50).map(({ oid }) => oid))
        expect(descending.oids, `page ${page} from the end ${condition}`).toEqual(
          rows
            .toReversed()
            .slice((page - 1) * 50, page * 50)
            .map(({ oid }) => oid),
        )
        expect(ascending.meta).toMatchObject({
          totalCount: rows.length,
          allstatus: all.length,
          instock: tabs[1]?.[1].length,
          assigned: tabs[2]?.[1].length,
        })
      }
    }
  }

  it('matches the rows and counts of the table before and after balancing, also after rows are added, changed and deleted', async () => {
    await expectPagesToMatchTable()
    await keepHouse(world.database, 'list_ranks')
    await expectPagesToMatchTable()
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
      ...numbers(300).map((index): PlanItem => ({ entity: 'appliance', action: 'create', changes: { serialNumber: `SN-3${index}-new` } })),
    ])
    await expectPagesToMatchTable()
    await keepHouse(world.database, 'list_ranks')
    await expectPagesToMatchTable()
  })

  it('finds serial numbers by their first one or two letters, with pages and counts, for every tenant', async () => {
    const all = await stored()
    const search = (term: string): string => `filter=${encodeURIComponent(searchFilter(entitySchemas.appliance['x-search'], term) ?? '')}`
    for (const term of ['s', 'SN', 'n', 'q', '\u{10FFFF}']) {
      const rows = all.filter(({ key }) => key.startsWith(term.toLowerCase()))
      for (const page of [1, 2, 60]) {
        const found = await getPage(`page=${page}&${search(term)}`)
        expect(found.oids, term).toEqual(rows.slice((page - 1) * 50, page * 50).map(({ oid }) => oid))
        expect(found.meta).toMatchObject({ totalCount: rows.length, assigned: rows.filter(({ status }) => status === 'Assigned').length })
      }
      const { body } = await world.call('GET', `/api/inventory/v1/appliances/${world.oid['vad']}?size=20&sort=model&${search(term)}`, {
        as: 'vad@world.test',
      })
      expect(body.meta.totalCount, term).toBe(rows.filter(({ status }) => status === 'Assigned').length)
    }
    const { meta } = await getPage(search('sn-7'))
    expect(meta['totalCount']).toBe(all.filter(({ key }) => key.includes('sn-7')).length)
  })

  /** A page of what a search finds. */
  async function searchPage(term: string, query = ''): Promise<{ oids: unknown[]; meta: Record<string, unknown> }> {
    const filter = encodeURIComponent(searchFilter(entitySchemas.appliance['x-search'], term) ?? '')
    return getPage(`filter=${filter}${query}`)
  }

  it('returns the matches of a term that every row contains in list order, with a lower bound as their count', async () => {
    const all = await stored()
    for (const page of [1, 2, 7]) {
      const { oids, meta } = await searchPage('sn-', `&page=${page}`)
      expect(oids, `page ${page}`).toEqual(
        all
          .filter(({ key }) => key.includes('sn-'))
          .slice((page - 1) * 50, page * 50)
          .map(({ oid }) => oid),
      )
      expect(meta).toMatchObject({ atLeast: true })
      expect(meta['totalCount']).toBeGreaterThan(page * 50)
      expect(meta['totalCount']).toBeLessThan(all.length)
    }
    const { oids } = await searchPage('sn-', '&page=3&sort=-serialNumber&condition=FilterStatusAssigned')
    const assigned = all.filter(({ key, status }) => key.includes('sn-') && status === 'Assigned').toReversed()
    expect(oids).toEqual(assigned.slice(100, 150).map(({ oid }) => oid))
  })

  it('counts rare matches exactly, and scans the list for frequent ones, wherever they are in it', async () => {
    const all = await stored()
    // Some of the first rows match, too, but too few of them to fill a page.
    const beginning = all.slice(0, 600)
    const candidates = numbers(900).map((index) => String(index + 100))
    const term = candidates.find((one) => Math.abs(beginning.filter(({ key }) => key.includes(one)).length - 30) <= 20) ?? ''
    const spread = await searchPage(term)
    const spreadRows = all.filter(({ key }) => key.includes(term))
    expect(spread.oids, term).toEqual(spreadRows.slice(0, 50).map(({ oid }) => oid))
    expect(spread.meta).toMatchObject({ totalCount: spreadRows.length })
    const few = await searchPage('sn-77')
    const fewRows = all.filter(({ key }) => key.includes('sn-77'))
    expect(few.oids).toEqual(fewRows.slice(0, 50).map(({ oid }) => oid))
    expect(few.meta).toMatchObject({ totalCount: fewRows.length, instock: fewRows.filter(({ status }) => status === 'In Stock').length })
    expect(few.meta).not.toHaveProperty('atLeast')
    // The last rows of the list match: beyond those that are scanned first.
    await write(
      all
        .slice(-2_600)
        .map(({ oid, revision }): PlanItem => ({ entity: 'appliance', action: 'update', oid, revision, changes: { tag: 'Far away' } })),
    )
    const frequent = await searchPage('away')
    expect(frequent.oids).toEqual(all.slice(-2_600, -2_550).map(({ oid }) => oid))
    expect(frequent.meta).toMatchObject({ atLeast: true })
    expect(frequent.meta['totalCount']).toBeGreaterThan(999)
    // The words are in two adjacent fields: the search text contains both together, no field does.
    await write(
      all.slice(700, 705).map(({ oid, revision }): PlanItem => ({
        entity: 'appliance',
        action: 'update',
        oid,
        revision,
        changes: { tag: 'Far', softwareVersion: 'away' },
      })),
    )
    expect((await searchPage('far away')).oids).toEqual(all.slice(-2_600, -2_550).map(({ oid }) => oid))
    const spaced = await searchPage('far away', '&page=52')
    expect(spaced.oids).toEqual(all.slice(-50).map(({ oid }) => oid))
  })

  it('finds exact values of a field through the text index, case-sensitively', async () => {
    const all = await stored()
    const tags = ['Bench_7', 'bench_7', 'BenchX7', 'Bench_7 b']
    await write(
      all.slice(-90).map(({ oid, revision }, index): PlanItem => ({
        entity: 'appliance',
        action: 'update',
        oid,
        revision,
        changes: { tag: tags[index % 4] },
      })),
    )
    const withTag = (tag: string): string[] =>
      all
        .slice(-90)
        .filter((_, index) => tags[index % 4] === tag)
        .map(({ oid }) => oid)
    for (const tag of tags) {
      const { oids, meta } = await getPage(`filter=${encodeURIComponent(`tag=="${tag}"`)}`)
      expect(oids, tag).toEqual(withTag(tag))
      expect(meta).toMatchObject({ totalCount: withTag(tag).length })
    }
    const both = await getPage(`filter=${encodeURIComponent('serialNumber=ilike="sn-%";tag=="Bench_7"')}&sort=-serialNumber`)
    expect(both.oids).toEqual(withTag('Bench_7').toReversed())
    const owned = await getPage(`filter=${encodeURIComponent('ownerName=="Nobody at all"')}`)
    expect(owned.oids).toEqual([])
  })

  it('scans the list immediately for a term that most rows of a table sample contain', async () => {
    const all = await stored()
    // Later than the rows that are read first; nine tenths of the sample, far from its limit, wherever the table keeps them.
    const [firstMatch] = all.slice(520)
    await world.database.transaction(EVERYTHING, (queries) =>
      sql`update entity.appliance set search_text = search_text || ' Beyond' where ${sql.raw(rankKey(appliances))} >= ${firstMatch?.key}`.execute(
        queries,
      ),
    )
    const matching = all.filter(({ key }) => key >= (firstMatch?.key ?? ''))
    const { oids, meta } = await searchPage('BEYOND')
    expect(oids).toEqual(matching.slice(0, 50).map(({ oid }) => oid))
    // The rows of the page and one more: no others were counted.
    expect(meta).toMatchObject({ totalCount: 51, atLeast: true })
    const last = await searchPage('beyond', '&sort=-serialNumber&page=3')
    expect(last.oids).toEqual(
      all
        .toReversed()
        .slice(100, 150)
        .map(({ oid }) => oid),
    )
  })

  it('uses one query plan for all searches: its estimated cost does not depend on the term', async () => {
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

  it('supports other sort orders and other tenants, with exact counts', async () => {
    const all = await stored()
    await write(
      all.slice(0, 40).map(({ oid, revision }, index): PlanItem => ({
        entity: 'appliance',
        action: 'update',
        oid,
        revision,
        changes: { model: `M ${99 - index}` },
      })),
    )
    const { oids, meta } = await getPage('sort=model')
    expect(oids.slice(0, 40)).toEqual(
      all
        .slice(0, 40)
        .toReversed()
        .map(({ oid }) => oid),
    )
    expect(meta).toMatchObject({ totalCount: all.length })
    const belowVad = all.filter(({ status }) => status === 'Assigned')
    const pageBelow = (sort: string, page: number) =>
      world.call('GET', `/api/inventory/v1/appliances/${world.oid['vad']}?size=20&page=${page}&sort=${sort}`, { as: 'vad@world.test' })
    // Rows of equal value are ordered by identifier, so that no row is on two pages.
    const inOrderOf = (sort: string, rows: Rec[]): boolean => {
      const keys = rows.map((row) => `${String(row[sort.replace('-', '')])} ${String(row['oid'])}`)
      const ordered = sort.startsWith('-') ? keys.toReversed() : keys
      return keys.length === 60 && ordered.every((key, index) => index === 0 || (ordered[index - 1] ?? '') < key)
    }
    for (const sort of ['serialNumber', '-serialNumber', 'status', '-updatedAt']) {
      const { body } = await pageBelow(sort, 2)
      expect(body.meta, sort).toMatchObject({ totalCount: belowVad.length, assigned: belowVad.length, instock: 0 })
      expect(body.data).toHaveLength(20)
      const inOrder = sort === '-serialNumber' ? belowVad.toReversed() : belowVad
      if (sort.endsWith('serialNumber')) expect(body.data.map(({ oid }) => oid)).toEqual(inOrder.slice(20, 40).map(({ oid }) => oid))
      const [first, next] = await Promise.all([1, 3].map(async (page) => (await pageBelow(sort, page)).body.data))
      expect(inOrderOf(sort, [...(first ?? []), ...body.data, ...(next ?? [])]), sort).toBe(true)
    }
  })

  it('hides row counts from callers who may not see the rows', async () => {
    const visible = async (mail: string, table: string): Promise<number> =>
      world.database.withScope((await world.caller(mail)).scopes(), async (queries) => {
        const { rows } = await sql<{
          n: string
        }>`select coalesce(sum(n), 0) as n from ${sql.raw(table)} where entity = ${countsName(appliances)}`.execute(queries)
        return Number(rows[0]?.n)
      })
    const all = await stored()
    const belowVad = all.filter(({ status }) => status === 'Assigned').length
    expect(await visible(OWNER, 'list_rank')).toBe(all.length)
    expect(await visible(OWNER, 'list_total')).toBe(all.length)
    expect(await visible('vad@world.test', 'list_rank')).toBe(0)
    expect(await visible('vad@world.test', 'list_total')).toBe(belowVad)
    expect(await visible('otherMsp@world.test', 'list_total')).toBe(0)
  })

  it('reads one bucket of rows for a page far down, not all rows before it', async () => {
    await keepHouse(world.database, 'list_ranks')
    const { rows } = await world.database.withScope(EVERYTHING, (queries) =>
      sql<{
        longest: number
      }>`select max(n)::integer as longest from (select sum(n) as n from list_rank where entity = ${countsName(appliances)} group by lower) s`.execute(
        queries,
      ),
    )
    expect(rows[0]?.longest).toBeLessThanOrEqual(2 * BUCKET_ROWS)
  })
})
