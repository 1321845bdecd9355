import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import { catalogueOf } from '../../../server/entities/model/catalogue.ts'
import { listRecords } from '../../../server/entities/list/list-records.ts'
import { apiWorld, OWNER, places, type ApiWorld } from '../../support/api/api-world.ts'
import { changeDirectly } from '../../support/api/change-directly.ts'

/** Licence groups that begin next month, and that have begun: enough for a list whose counts are remembered. */
const [NEXT, BEGUN] = [400, 900]
/** Where `now` is a month and more later, for whoever looks there first. */
const LATER = 'a_month_later'

describe.each(places)('a long list of licences on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place, { distributed: false })
    await world.database.asOwner(async (queries) => {
      await sql`create schema ${sql.id(LATER)}`.execute(queries)
      await sql`grant usage on schema ${sql.id(LATER)} to public`.execute(queries)
      await sql`create function ${sql.id(LATER)}.now() returns timestamptz language sql stable as 'select pg_catalog.now() + interval ''32 days'''`.execute(
        queries,
      )
    })
    await changeDirectly(
      world.database,
      sql`insert into entity.license (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
        select t.oid, t.path, 'licence ' || i, 1, jsonb_build_object('licenseType', 'Edge', 'licenseSize', 'M', 'count', 1, 'startDate', m.month), ' ',
          jsonb_build_object('startDate', m.month), now(), now()
        from generate_series(1, ${NEXT + BEGUN}::integer) i, tenant t, lateral (select to_char((now() at time zone 'UTC') + make_interval(months => case when i <= ${NEXT} then 1 else -1 end), 'YYYY-MM') as month) m
        where t.oid = ${world.oid['reseller']}`,
    )
  })
  afterAll(() => world.dispose())

  /** Asks for the list; returns its counts, and whether it was counted for this answer. */
  async function counts(database: Database): Promise<{ running: unknown; notStarted: unknown; isCounted: boolean }> {
    const caller = await world.caller(OWNER)
    const tenant = caller.memberships[0]?.tenant
    if (tenant === undefined) throw new Error('nobody asks')
    const statements: string[] = []
    const stop = world.database.onStatement((text) => text.includes('entity."license"') && statements.push(text))
    const { value } = await listRecords(database, caller, {
      model: catalogueOf(world.database).model('license'),
      request: { tenant, page: 1, size: 5 },
    })
    stop()
    const { FilterStatusRunning: running, FilterStatusNotStarted: notStarted } = value.meta.counts
    return { running, notStarted, isCounted: statements.some((text) => text.includes('as value from')) }
  }

  const later = (): Database => ({
    ...world.database,
    withScope: (scopes, work) =>
      world.database.withScope(scopes, async (queries) => {
        await sql`select set_config('search_path', ${`${LATER}, pg_catalog, public`}, true)`.execute(queries)
        return work(queries)
      }),
  })

  it('is counted again when a month begins and when a row is written, and not otherwise', async () => {
    const first = await counts(world.database)
    expect(first.isCounted).toBe(true)
    expect(await counts(world.database)).toEqual({ ...first, isCounted: false })

    const nextMonth = await counts(later())
    expect(nextMonth).toEqual({
      running: Number(first.running) + NEXT,
      notStarted: Number(first.notStarted) - NEXT,
      isCounted: true,
    })
    expect(await counts(later())).toEqual({ ...nextMonth, isCounted: false })

    await changeDirectly(world.database, sql`delete from entity.license where oid = 'licence 1'`)
    expect(await counts(world.database)).toEqual({ ...first, notStarted: Number(first.notStarted) - 1, isCounted: true })
  })
})
