import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { Database, Queries } from '../../db/database.ts'
import { EVERYTHING } from '../../db/scope.ts'
import { testDatabase } from '../../db/test-database.ts'
import { ensurePartitions } from '../../journal/partitions.ts'
import { migrations } from '../all.ts'

const COLUMNS = 'tenant_oid, tenant_path, seq, created_at, action_id, theme, event_type, entry, hash, form'

const write = (queries: Queries, seq: number, at: string): Promise<unknown> =>
  sql`insert into journal (${sql.raw(COLUMNS)}) values ('t', 'a.', ${seq}, ${sql.raw(at)}, 'a', 'Sites', 'update', '{ "seq":  1 }', 'h', 2)`.execute(
    queries,
  )

/** The partition of each entry, by its number. */
async function places(queries: Queries): Promise<Record<string, string>> {
  const { rows } = await sql<{ seq: string; place: string }>`select seq, tableoid::regclass::text as place from journal`.execute(queries)
  return Object.fromEntries(rows.map(({ seq, place }) => [seq, place]))
}

async function nameOf(queries: Queries, at: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select to_char((${sql.raw(at)}) at time zone 'UTC', '"journal_"YYYY_MM') as name`.execute(
    queries,
  )
  return rows[0]?.name ?? ''
}

describe('a journal from before there were partitions', () => {
  let database: Database
  beforeAll(async () => {
    database = await testDatabase()
    await database.asOwner(async (queries) => {
      const run = async (isWanted: (id: number) => boolean): Promise<void> => {
        for (const { statements } of migrations.filter(({ id }) => isWanted(id)))
          for (const statement of statements) await sql.raw(statement).execute(queries)
      }
      await sql`create extension pg_trgm`.execute(queries)
      await sql`create table schema_version (id integer primary key)`.execute(queries)
      await run((id) => id < 272)
      await write(queries, 1, `now() - interval '400 days'`)
      await write(queries, 2, `now()`)
      await sql`create role service_of_before nologin`.execute(queries)
      await sql`grant select, insert on journal to service_of_before`.execute(queries)
      await sql`create table before as select 'journal'::regclass::oid as oid, pg_relation_filenode('journal') as file`.execute(queries)
      await run((id) => id === 272)
      await ensurePartitions(queries)
    })
  })
  afterAll(() => database.close())

  it('is the first partition as it is, with every byte of every entry', async () => {
    await database.asOwner(async (queries) => {
      expect(await places(queries)).toEqual({ 1: 'journal_earlier', 2: 'journal_earlier' })
      const { rows } =
        await sql`select from before where oid = 'journal_earlier'::regclass and file = pg_relation_filenode('journal_earlier')`.execute(
          queries,
        )
      expect(rows).toHaveLength(1)
      const { rows: entries } = await sql<{ text: string }>`select distinct entry::text as text from journal`.execute(queries)
      expect(entries).toEqual([{ text: '{ "seq":  1 }' }])
    })
  })

  it('keeps its rights, which hold for the whole only', async () => {
    await database.asOwner(async (queries) => {
      const { rows } = await sql`select has_table_privilege('service_of_before', name, 'insert') as "mayInsert",
        has_table_privilege('service_of_before', name, 'select') as "mayRead" from (values ('journal'), ('journal_earlier')) t(name)`.execute(
        queries,
      )
      expect(rows).toEqual([
        { mayInsert: true, mayRead: true },
        { mayInsert: false, mayRead: false },
      ])
    })
  })

  it('goes on in partitions by month, which are there three months ahead', async () => {
    await database.asOwner(async (queries) => {
      const ahead = ['1 month', '2 months', '3 months'].map((time) => `date_trunc('month', now(), 'UTC') + interval '${time}'`)
      for (const [index, at] of ahead.entries()) await write(queries, 3 + index, at)
      const names = await Promise.all(ahead.map((at) => nameOf(queries, at)))
      expect(await places(queries)).toMatchObject({ 3: names[0], 4: names[1], 5: names[2] })
      expect(await ensurePartitions(queries)).toBe(0)
    })
  })

  it('takes entries of a month that has none, and moves them when it gets one', async () => {
    await database.asOwner(async (queries) => {
      const at = `date_trunc('month', now(), 'UTC') + interval '3 months' + interval '1 day'`
      const name = await nameOf(queries, at)
      await sql`drop table ${sql.table(name)}`.execute(queries)
      await write(queries, 6, at)
      await write(queries, 7, `'infinity'`)
      expect(await places(queries)).toMatchObject({ 6: 'journal_other', 7: 'journal_other' })
      expect(await ensurePartitions(queries)).toBe(1)
      expect(await places(queries)).toMatchObject({ 6: name, 7: 'journal_other' })
    })
  })
})

describe('a distributed journal from before there were partitions', () => {
  let database: Database
  beforeAll(async () => {
    database = await testDatabase()
    await database.asOwner(async (queries) => {
      const run = async (statements: readonly string[]): Promise<void> => {
        for (const statement of statements) await sql.raw(statement).execute(queries)
      }
      await run([
        `create extension pg_trgm`,
        `create table schema_version (id integer primary key)`,
        `create table pg_dist_partition (logicalrelid regclass, partmethod "char")`,
        `create function create_distributed_table(name text, by text, colocate_with text) returns void language sql as
          $$ insert into pg_dist_partition values (name::regclass, 'h') $$`,
        ...migrations.filter(({ id }) => id < 272).flatMap(({ statements }) => statements),
        `alter policy scope on journal using (tenant_path >= current_setting('app.scope_from'))`,
        `insert into pg_dist_partition values ('journal'::regclass, 'h')`,
        ...(migrations.find(({ id }) => id === 272)?.statements ?? []),
      ])
      await ensurePartitions(queries)
    })
  })
  afterAll(() => database.close())

  it('gets policies without subqueries, which distributed tables do not take', async () => {
    const { rows } = await database.asOwner((queries) =>
      sql<{ policy: string }>`select distinct qual as policy from pg_policies where tablename like 'journal%' and policyname = 'scope'
        and tablename in (select c.relname from pg_class c where c.relispartition or c.relkind = 'p')`.execute(queries),
    )
    expect(rows).toEqual([{ policy: `(tenant_path >= current_setting('app.scope_from'::text))` }])
  })
})

describe('partitions of the journal', () => {
  let database: Database
  beforeAll(async () => void (database = await testDatabase(entitySchemas)))
  afterAll(() => database.close())

  it('are shut to the service, except as parts of the whole, and scoped for everybody', async () => {
    const { rows } = await database.asOwner((queries) =>
      sql<{
        name: string
        forced: boolean
        policy: string
        whole: string
      }>`select c.oid::regclass::text as name, c.relforcerowsecurity as forced,
        (select qual from pg_policies where tablename = c.relname and policyname = 'scope') as policy,
        (select qual from pg_policies where tablename = 'journal' and policyname = 'scope') as whole
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'journal'::regclass`.execute(queries),
    )
    expect(rows.length).toBe(6)
    for (const { name, forced, policy, whole } of rows) {
      expect([name, forced, policy]).toEqual([name, true, whole])
      await expect(database.withScope(EVERYTHING, (queries) => sql`select from ${sql.table(name)}`.execute(queries))).rejects.toMatchObject(
        {
          code: '42501',
        },
      )
    }
  })
})
