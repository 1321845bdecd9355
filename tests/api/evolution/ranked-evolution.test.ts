import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import type { Database } from '../../../server/db/database.ts'
import { longColumns, rankKey } from '../../../server/db/ddl/long-columns.ts'
import { migrate } from '../../../server/db/ddl/migrate.ts'
import { countsName, tabsText } from '../../../server/db/ddl/rank-triggers.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import type { EntityModel } from '../../../server/entities/model/entity-model.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { runSql } from '../../support/service/administrator.ts'
import { evolvingWorld, type EvolvingWorld, type Version } from '../../support/api/evolving-service.ts'
import { exampleSchema } from '../../support/api/example-service.ts'

/** More than a table whose columns are made at once, and several parts of each kind of work. */
const ROWS = 6_000

const text = (more: PropertySchema = {}): PropertySchema => ({ type: 'string', maxLength: 40, description: 'Text.', ...more })

/** A list that finds its pages by row counts, ranked by one field, with one tab. */
function crate(field: string, property: PropertySchema, condition: NonNullable<EntitySchema['x-conditions']>): EntitySchema {
  const schema = exampleSchema('crate', {
    properties: { oid: text({ readOnly: true }), name: text({ minLength: 1 }), [field]: text(property), state: text() },
    required: ['name'],
    search: ['name'],
    unique: [{ fields: ['name'], because: 'crate.name.taken' }],
    sort: [field, 'name', 'updatedAt'],
    conditions: condition,
  })
  return { ...schema, 'x-entity': { ...schema['x-entity'], ranked: field } }
}

const before = crate('code', {}, { open: { state: 'open' } })
const after = crate('label', { 'x-was': ['code'] }, { closed: { state: 'closed' } })

/** Whether the kept counts of a version are those of the rows. */
async function counted({ database, model }: Pick<Version, 'database' | 'model'>): Promise<{ kept: unknown; real: unknown }> {
  return database.withScope(EVERYTHING, async (queries) => {
    const name = countsName(model)
    const sums = sql`with rank as (select tabs, sum(n)::integer as n from list_rank where entity = ${name} group by tabs having sum(n) <> 0),
      total as (select tabs, sum(n)::integer as n from list_total where entity = ${name} group by tabs having sum(n) <> 0)
      select (select json_object_agg(tabs, n order by tabs) from rank) as rank, (select json_object_agg(tabs, n order by tabs) from total) as total`
    const rows = sql`with real as (select ${sql.raw(tabsText(model))} as tabs, count(*)::integer as n from ${sql.raw(model.table)} r group by 1),
      one as (select json_object_agg(tabs, n order by tabs) as value from real) select value as rank, value as total from one`
    const misplaced = sql`select count(*)::integer as n from (
        select coalesce((select max(k.lower) from list_rank k where k.entity = ${name} and k.lower <= r.key), '') as lower, count(*) as n
        from (select r.${sql.raw(rankKey(model))} as key from ${sql.raw(model.table)} r) r group by 1) real
      full join (select lower, sum(n) as n from list_rank where entity = ${name} group by lower) kept using (lower)
      where coalesce(real.n, 0) <> coalesce(kept.n, 0)`
    const first = async (of: ReturnType<typeof sql>): Promise<unknown> => (await of.execute(queries)).rows[0]
    return { kept: [await first(sums), await first(misplaced)], real: [await first(rows), { n: 0 }] }
  })
}

describe('a large list that is ranked and counted otherwise, while others write to it', () => {
  let world: EvolvingWorld
  let old: Version
  let young: Version
  const waits: number[] = []
  let isOver = false

  /** Creates, changes and deletes rows as copies of both versions do, and measures each statement. */
  async function write(database: Database, writer: number): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const n = (writer * 7919 + turn * 104_729) % ROWS
      const from = performance.now()
      await database.transaction(EVERYTHING, async (queries) => {
        const state = turn % 2 === 0 ? 'closed' : 'open'
        if (turn % 3 === 0) await sql`delete from entity.crate where oid = ${`c${n}`}`.execute(queries)
        else if (turn % 3 === 1)
          await sql`update entity.crate set data = data || ${JSON.stringify({ state })}::jsonb, revision = revision + 1 where oid = ${`c${n}`}`.execute(
            queries,
          )
        else await insert(queries, `'w${writer}-${turn}-' || n`, [n, n])
      })
      waits.push(performance.now() - from)
    }
  }
  const insert = (
    queries: Parameters<Parameters<Database['transaction']>[1]>[0],
    oid: string,
    [first, last]: [number, number],
  ): Promise<unknown> =>
    sql`insert into entity.crate (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
      select t.oid, t.path, ${sql.raw(oid)}, 1, jsonb_build_object('oid', ${sql.raw(oid)}, 'name', ${sql.raw(oid)}, 'code', 'Code ' || n % 977, 'state', case n % 3 when 0 then 'open' when 1 then 'closed' else 'lost' end),
        ' ' || ${sql.raw(oid)}, jsonb_build_object('name', ${sql.raw(oid)}, 'code', 'code ' || n % 977), now(), now()
      from generate_series(${first}::integer, ${last}::integer) n cross join tenant t where t.oid = ${world.platformOid}`.execute(queries)

  beforeAll(async () => {
    world = await evolvingWorld('postgres')
    old = await world.release({ schema: before })
    await old.database.asOwner((queries) => insert(queries, `'c' || n`, [1, ROWS]))
    const writers = [1, 2].map((writer) => write(old.database, writer))
    young = await world.release({ schema: after, isOnlyPlanned: true })
    const upgrade = (): Promise<boolean> => migrate(young.database, { ...entitySchemas, crate: young.schema })
    for (const work of ['filling', 'counting'] as const) await killedWhile(world.administratorUrl ?? '', work, upgrade)
    // Copies that start at once work on it together.
    await Promise.all([upgrade(), upgrade()])
    isOver = true
    await Promise.all(writers)
  }, 240_000)
  afterAll(() => world.dispose())

  it('was counted to the last row, for copies of both versions, although the work was killed in its middle', async () => {
    for (const version of [old, young]) {
      const { kept, real } = await counted(version)
      expect(kept).toEqual(real)
    }
    expect(await rows(young.model, `r.${rankKey(young.model)} is distinct from lower(r.data->>'code')`)).toBe(0)
  })

  it('has every new column filled, and keeps it so for rows that either version writes', async () => {
    const { columns } = longColumns(young.model)
    const isEmpty = columns.map(({ name }) => `r.${name} is null`).join(' or ')
    expect(await rows(young.model, isEmpty)).toBe(0)
    await old.database.transaction(EVERYTHING, (queries) => insert(queries, `'late' || n`, [1, 3]))
    expect(await rows(young.model, isEmpty)).toBe(0)
    expect(await rows(young.model, `r.oid like 'late%' and r.${rankKey(young.model)} = 'code ' || substr(r.oid, 5)`)).toBe(3)
  })

  it('made nobody wait who writes', () => {
    expect(waits.length).toBeGreaterThan(50)
    expect(Math.max(...waits)).toBeLessThan(1_000)
  })

  it('keeps the counts of the version before until the next change, and then no longer', async () => {
    const triggers = async (): Promise<string[]> => {
      const { rows: found } = await young.database.asOwner((queries) =>
        sql<{
          name: string
        }>`select tgname as name from pg_trigger where tgrelid = 'entity.crate'::regclass and tgname like 'rank%' order by 1`.execute(
          queries,
        ),
      )
      return found.map(({ name }) => name)
    }
    expect(await triggers()).toHaveLength(6)
    const next = await world.release({ schema: crate('label', { 'x-was': ['code'] }, { first: { name: 'c1' } }) })
    expect(await triggers()).toHaveLength(6)
    expect((await triggers()).filter((name) => name.endsWith(countsName(old.model).split('@')[1] ?? ''))).toEqual([])
    const { kept, real } = await counted(next)
    expect(kept).toEqual(real)
  })

  const rows = async ({ table }: EntityModel, where: string): Promise<number> =>
    young.database.withScope(EVERYTHING, async (queries) => {
      const { rows: found } = await sql<{
        n: number
      }>`select count(*)::integer as n from ${sql.raw(table)} r where ${sql.raw(where)}`.execute(queries)
      return found[0]?.n ?? -1
    })
})

/** Runs work whose connection ends in its second step of that kind. */
async function killedWhile(administratorUrl: string, kind: 'filling' | 'counting', work: () => Promise<unknown>): Promise<void> {
  await runSql(
    administratorUrl,
    `create function public.killed() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger killed before update on entity_version for each row
      when (old.entity = 'crate' and old.${kind}->'after'->>0 <> '') execute function public.killed()`,
  )
  await expect(work()).rejects.toThrow(/terminat/)
  await runSql(administratorUrl, `drop function public.killed cascade`)
}
