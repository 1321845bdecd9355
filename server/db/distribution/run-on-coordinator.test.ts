import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas as schemas } from '../../../schemas/generated/entities.ts'
import { migrations } from '../../migrations/all.ts'
import type { Database, Queries } from '../database.ts'
import { addMissing } from '../ddl/columns.ts'
import { entityTables } from '../ddl/entity-tables.ts'
import { migrate } from '../ddl/migrate.ts'
import { countNext, countNow } from '../ddl/rank-counting.ts'
import { namedRoles } from '../ddl/roles.ts'
import { testDatabase } from '../test-database.ts'

/** What a cluster has on the coordinator only. */
const OF_COORDINATOR = /\bcreate\s+(?:or\s+replace\s+)?(?:function|procedure|view|trigger)\s+(\S+?)\s*(?:\(|\s|$)/gi

describe('functions, views and triggers of a database with the extension citus', () => {
  let database: Database
  beforeAll(async () => {
    database = await testDatabase(schemas)
    await inOwn(async (queries) => {
      await sql`set local allow_system_table_mods = on`.execute(queries)
      await sql`insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
        select 99999, 'citus', extowner, extnamespace, false, '13.0' from pg_extension limit 1`.execute(queries)
    })
  })
  afterAll(() => database.close())

  const inOwn = <T>(work: (queries: Queries) => Promise<T>): Promise<T> => database.asOwner(work)
  const ranked = entityTables(schemas).find(({ model }) => model.meta.ranked !== undefined)

  /** What work makes, by whether Citus is told to keep it on the coordinator. */
  async function madeBy(work: () => Promise<unknown>): Promise<{ onCoordinator: string[]; everywhere: string[] }> {
    const { app, search } = await database.roles()
    const released = new Set(migrations.flatMap(({ statements }) => statements.map((text) => namedRoles(text, { app, search }))))
    const found: Awaited<ReturnType<typeof madeBy>> = { onCoordinator: [], everywhere: [] }
    let isPropagated = true
    const stop = database.onStatement((text) => {
      if (/citus\.enable_ddl_propagation/.test(text)) isPropagated = !text.endsWith(' off')
      else if (!released.has(text))
        found[isPropagated ? 'everywhere' : 'onCoordinator'].push(...[...text.matchAll(OF_COORDINATOR)].map(([, name = '']) => name))
    })
    await work()
    stop()
    expect(isPropagated).toBe(true)
    return found
  }

  it.each<{ what: string; least: number; work: () => Promise<unknown> }>([
    {
      what: 'everything that a start makes anew',
      least: 100,
      work: async () => {
        await inOwn((queries) => sql`update entity_version set checksum = '', rights = null, counted = null`.execute(queries))
        await inOwn((queries) => sql`delete from schema_version where id = 0`.execute(queries))
        await migrate(database, schemas)
      },
    },
    {
      what: 'a column that a trigger fills while others write',
      least: 2,
      work: () =>
        inOwn((queries) => {
          const columns = [{ name: 'added', type: 'text', value: `r.data->>'name'` }]
          return addMissing(queries, { storage: 'site', table: 'entity.site', columns }, { alongside: true })
        }),
    },
    {
      what: 'counts of rows',
      least: 4,
      work: () =>
        inOwn(async (queries) => {
          if (ranked === undefined) throw new Error('no entity is ranked')
          const uncounted = sql`update entity_version set counted = null, counting = null where entity = ${ranked.model.storage}`
          await uncounted.execute(queries)
          await countNow(queries, ranked.model)
          await uncounted.execute(queries)
          while (await countNext(queries, ranked.model));
        }),
    },
  ])('stay on the coordinator: $what', async ({ least, work }) => {
    const { onCoordinator, everywhere } = await madeBy(work)
    expect(everywhere).toEqual([])
    expect(onCoordinator.length).toBeGreaterThanOrEqual(least)
  })
})
