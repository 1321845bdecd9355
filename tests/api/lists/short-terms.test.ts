import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchFilter } from '../../../renderer/data/filters/rsql.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { listStatement, placeOf } from '../../../server/entities/list/list-statement.ts'
import { catalogueOf } from '../../../server/entities/model/catalogue.ts'
import { apiWorld, OWNER, places, type ApiWorld } from '../../support/api/api-world.ts'
import { changeDirectly } from '../../support/api/change-directly.ts'
import { keepHouse } from '../../support/api/keep-house.ts'

/** A node of the plan that `explain (analyze, format json)` tells. */
interface PlanNode {
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  Plans?: PlanNode[]
}

const SIZE = 20

describe.each(places)('a list that is counted by key ranges, and searches for one or two letters in it, on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place, { distributed: false })
    // 6,000 that begin with SN, and 40 with SX: several ranges, which are cut within those of SN.
    await changeDirectly(
      world.database,
      sql`with given as (select i, case when i <= 6000 then 'SN-' else 'SX-' end || lpad(i::text, 6, '0') as serial from generate_series(1, 6040) i)
      insert into entity.appliance (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select t.oid, t.path, g.serial, 1, jsonb_build_object('serialNumber', g.serial, 'status', 'In Stock'), ' ' || g.serial || ' In Stock ',
          jsonb_build_object('serialNumber', lower(g.serial)), now(), now() from given g, tenant t where t.type = 'po'`,
    )
    await keepHouse(world.database, 'list_ranks')
  })
  afterAll(() => world.dispose())

  const filterOf = (term: string): string => searchFilter(entitySchemas.appliance['x-search'], term) ?? ''

  async function list(term: string, query = ''): Promise<{ found: string[]; total: unknown; statements: string[] }> {
    const statements: string[] = []
    const stop = world.database.onStatement((text) => text.includes('appliance') && statements.push(text))
    const filter = encodeURIComponent(filterOf(term))
    const { status, body } = await world.call('GET', `/api/inventory/v1/appliances/platform?size=${SIZE}&filter=${filter}${query}`)
    stop()
    expect(status, JSON.stringify(body)).toBe(200)
    return { found: body.data.map(({ oid }) => String(oid)), total: body.meta['totalCount'], statements }
  }

  it('find page and counts in one statement', async () => {
    expect((await list('sn')).statements).toHaveLength(1)
  })

  it.each([
    ['s', 6040, 'SN-000001'],
    ['sn', 6000, 'SN-000001'],
    ['SX', 40, 'SX-006001'],
    ['a', 0, undefined],
    ['so', 0, undefined],
    ['zz', 0, undefined],
  ])('count all beginnings: %s', async (term, total, first) => {
    const page = await list(term)
    expect([page.total, page.found[0]]).toEqual([total, first])
    const last = await list(term, `&page=${Math.max(Math.ceil(total / SIZE), 1)}`)
    expect(last.found).toHaveLength(Math.min(SIZE, total))
    const descending = await list(term, '&sort=-serialNumber&page=2')
    const ascending = await list(term, `&page=${Math.max(Math.ceil(total / SIZE) - 1, 1)}`)
    if (total > 2 * SIZE) expect(descending.found).toEqual(ascending.found.toReversed())
  })

  it('find pages far into the whole list without adding up its buckets once they are known, until the table changes', async () => {
    const change = (): Promise<void> =>
      changeDirectly(world.database, sql`update entity.appliance set updated_at = now() where oid = 'SX-006001'`)
    const number = (at: number): string => `${at <= 6000 ? 'SN' : 'SX'}-${String(at).padStart(6, '0')}`
    const ascending = Array.from({ length: 6040 }, (_, index) => number(index + 1))
    for (const [query, all] of [
      ['', ascending],
      ['&sort=-serialNumber', ascending.toReversed()],
      ['&condition=FilterStatusInstock', ascending],
    ] as const) {
      await change()
      const addedUp = []
      for (const page of [150, 151, 152, 200, 302]) {
        const { found, statements } = await list('', `&page=${page}${query}`)
        expect(found, `page ${page} ${query}`).toEqual(all.slice((page - 1) * SIZE, page * SIZE))
        addedUp.push(statements.some((text) => text.includes('list_rank')))
      }
      // Counted, then remembered as nothing changes, then read.
      expect(addedUp, query).toEqual([true, true, false, false, false])
    }
    await change()
    expect((await list('', '&page=303')).found).toEqual([])
    expect((await list('', '&page=302&condition=FilterStatusAssigned')).found).toEqual([])
  })

  it('have the same rows and counts when the counts are known, and new ones after a change', async () => {
    const change = (text: string): Promise<void> => changeDirectly(world.database, sql.raw(text))
    const isCounted = ({ statements }: { statements: string[] }): boolean => statements.some((text) => text.includes('list_rank'))
    for (const query of ['', '&page=2', '&sort=-serialNumber', '&sort=-serialNumber&page=3', '&condition=FilterStatusInstock']) {
      await change(`update entity.appliance set updated_at = now() where oid = 'SX-006001'`)
      const counted = await list('sn', query)
      const known = await list('sn', query)
      expect([isCounted(counted), isCounted(known)], query).toEqual([true, false])
      expect([known.found, known.total], query).toEqual([counted.found, counted.total])
    }
    expect(isCounted(await list('sn', '&page=200'))).toBe(true)
    for (const term of ['zz', 'so']) expect([isCounted(await list(term)), isCounted(await list(term))], term).toEqual([true, false])
    await change(`insert into entity.appliance (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
      select tenant_oid, tenant_path, 'SN-000000', 1, data || '{"serialNumber":"SN-000000"}', search_text, '{"serialNumber":"sn-000000"}', now(), now() from entity.appliance where oid = 'SN-000001'`)
    const more = await list('sn')
    expect([more.total, more.found.slice(0, 2)]).toEqual([6001, ['SN-000000', 'SN-000001']])
    await change(`delete from entity.appliance where oid = 'SN-000000'`)
    const less = await list('sn')
    expect([less.total, less.found[0]]).toEqual([6000, 'SN-000001'])
  })

  it('read hardly more than the rows of the page where all rows of a range begin with them, or none', async () => {
    const caller = await world.caller(OWNER)
    const [tenant] = caller.memberships.map((membership) => membership.tenant)
    if (tenant === undefined) throw new Error('the owner has no tenant')
    const model = catalogueOf(world.database).model('appliance')
    const rowsOf = ({ Plans = [], ...node }: PlanNode): number =>
      Plans.reduce((sum, plan) => sum + rowsOf(plan), 0) +
      (node['Relation Name'] === 'appliance' ? (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0) : 0)
    const rowsReadFor = (term: string): Promise<number> =>
      world.database.withScope(caller.scopes(), async (queries) => {
        const request = { tenant, page: 1, size: SIZE, filter: filterOf(term) }
        const parts = { caller, rights: caller.rightsOn(tenant), request }
        const statement = listStatement(model, { ...parts, place: await placeOf(queries, model, { ...parts, isCountedAnew: true }) })
        const { rows } = await sql<{
          'QUERY PLAN': { Plan: PlanNode }[]
        }>`explain (analyze, format json) ${statement}`.execute(queries)
        return rowsOf(rows[0]?.['QUERY PLAN'][0]?.Plan ?? {})
      })
    for (const term of ['s', 'a', 'so', 'zz']) expect(await rowsReadFor(term), term).toBeLessThanOrEqual(2 * SIZE + 2)
  })
})
