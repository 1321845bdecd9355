import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase, type Database } from '../../../server/db/database.ts'
import { ensureRoles } from '../../../server/db/ddl/roles.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { databaseRefusal } from '../../../server/plugins/database-refusal.ts'
import { testServer, type TestServer } from '../../support/service/postgres.ts'

describe('what is measured of a database', () => {
  let server: TestServer
  let database: Database
  const registry = new Registry()
  const logged: { fields: Record<string, unknown>; text: string }[] = []
  const log = { warn: (fields: object, text: string) => void logged.push({ fields: { ...fields }, text }) }
  beforeAll(async () => {
    server = await testServer({ distributed: false })
    const at = { url: await server.createDatabase() }
    database = await openDatabase({ at, secretKey: Buffer.alloc(32), poolSize: 2, slow: { afterMs: 200, log } })
    const roles = await database.roles()
    await database.asOwner((queries) => ensureRoles(queries, roles))
    database.activity.registerIn(registry)
  })
  afterEach(() => void vi.useRealTimers())
  afterAll(async () => {
    await database.close()
    await server.stop()
  })
  const ask = (statement: string): Promise<unknown> => database.asOwner((queries) => sql.raw(statement).execute(queries))
  const value = async (line: string): Promise<number> => {
    const found = (await registry.metrics()).split('\n').find((one) => one.startsWith(`${line} `))
    return Number(found?.slice(line.length + 1))
  }

  it('are statements by name, with the rows that they return', async () => {
    await ask('create table pier (oid text)')
    await ask(`insert into pier select n::text from generate_series(1, 5) n`)
    await ask(`select * from pier where oid <> 'secret value'`)
    expect(await value('database_statements_total{statement="select pier"}')).toBe(1)
    expect(await value('database_statement_rows_total{statement="select pier"}')).toBe(5)
    expect(await value('database_statement_rows_total{statement="insert pier"}')).toBe(5)
    expect(await registry.metrics()).not.toContain('secret value')
  })

  it('are connections, and who waits for one', async () => {
    const asked = Array.from({ length: 5 }, () => ask('select pg_sleep(0.15)'))
    await expect.poll(() => value('database_connections{pool="primary",state="waiting"}')).toBe(3)
    expect(await value('database_connections{pool="primary",state="used"}')).toBe(2)
    await Promise.all(asked)
    await expect.poll(() => value('database_connections{pool="primary",state="used"}')).toBe(0)
    expect(await value('database_connections{pool="primary",state="waiting"}')).toBe(0)
    expect(await value('database_connections_max{pool="primary"}')).toBe(2)
    expect(await value('database_connection_wait_seconds_bucket{le="0.1",pool="primary"}')).toBeLessThan(
      await value('database_connection_wait_seconds_count{pool="primary"}'),
    )
  })

  it('are transactions that run again', async () => {
    let tries = 0
    await database.transaction(EVERYTHING, async (queries) => {
      if (++tries === 1) await sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`.execute(queries)
    })
    expect(await value('database_retries_total{reason="conflict"}')).toBe(1)
    expect(await value('database_retries_total{reason="deadlock"}')).toBe(0)
  })

  it('are statements that fail, and ends of transactions', async () => {
    const commits = await value('database_statements_total{statement="commit"}')
    await expect(ask('insert into pier select oid from no_such_table')).rejects.toThrow()
    await ask('select 1')
    expect(await value('database_statement_failures_total{statement="insert pier",code="42"}')).toBe(1)
    expect(await value('database_statements_total{statement="rollback"}')).toBeGreaterThan(0)
    expect((await value('database_statements_total{statement="commit"}')) - commits).toBe(1)
  })

  it('are slow statements, logged with their plan and without values', async () => {
    await ask('grant select on pier to public')
    await database.asOwner((queries) => sql`select oid, pg_sleep(${0.06}) from pier where oid <> ${'hush'}`.execute(queries))
    await ask('select 1 from pier')
    const { rows } = (await ask(`select current_setting('server_version_num')::integer as version`)) as { rows: [{ version: number }] }
    const hasPlans = rows[0].version >= 160_000
    await expect.poll(() => logged.length).toBe(hasPlans ? 2 : 1)
    expect(logged[0]).toMatchObject({ text: 'a statement was slow', fields: { statement: 'select pier', rows: 5 } })
    if (hasPlans) expect(String(logged[1]?.fields['plan'])).toMatch(/Seq Scan on pier.*\$2/s)
    expect(JSON.stringify(logged)).not.toContain('hush')
  })

  it('are plans of slow statements, which wait for the lock of a table for a second only', async () => {
    const { rows } = (await ask(`select current_setting('server_version_num')::integer as version`)) as { rows: [{ version: number }] }
    const failures = (code: string): Promise<number> => value(`database_statement_failures_total{statement="explain",code="${code}"}`)
    await database.asOwner(async (queries) => {
      await sql`lock table pier in access exclusive mode`.execute(queries)
      await sql`select oid as locked, pg_sleep(0.06) from pier`.execute(queries)
      // PostgreSQL 15 knows no such plans.
      await expect.poll(() => failures(rows[0].version >= 160_000 ? '57' : '42'), { timeout: 3_000 }).toBe(1)
    })
  })

  it('are plans of slow statements, for which nobody waits for a connection', async () => {
    const order: string[] = []
    const stop = database.onStatement((text) => void order.push(text))
    const sleeps = (count: number): Promise<unknown>[] => Array.from({ length: count }, () => ask('select pg_sleep(0.3) as waits'))
    const first = sleeps(4)
    // The first ones are slow and have ended, others wait.
    await setTimeout(450)
    await Promise.all([...first, ...sleeps(4)])
    await expect.poll(() => order.findIndex((text) => text.startsWith('explain'))).toBeGreaterThan(0)
    stop()
    const firstPlan = order.findIndex((text) => text.startsWith('explain'))
    expect(order.slice(0, firstPlan).filter((text) => text.includes('as waits'))).toHaveLength(8)
  })

  it('are connections that are short, told from a database that is away by its answers', async () => {
    await expect.poll(() => value('database_connections{pool="primary",state="used"}')).toBe(0)
    const begun = (): Promise<number> => value('database_statements_total{statement="begin"}')
    const before = await begun()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const working = [1, 2].map(() => ask('select pg_sleep(1)'))
    await expect.poll(begun).toBe(before + 2)
    const kindAfter = async (ms: number): Promise<string | undefined> => {
      const refused = ask('select 1').catch((error: unknown) => databaseRefusal(error))
      await vi.advanceTimersByTimeAsync(ms)
      return ((await refused) as ReturnType<typeof databaseRefusal>)?.kind
    }
    expect(await kindAfter(5_001)).toBe('connections')
    // No statement has been answered for ten seconds by then.
    expect(await kindAfter(5_001)).toBe('away')
    vi.useRealTimers()
    await Promise.all(working)
  })
})
