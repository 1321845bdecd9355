import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, sql, type QueryResult } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseRefusal } from '../../plugins/database-refusal.ts'
import { openDatabase, type Database } from '../database.ts'
import { embeddedPool } from './embedded.ts'
import { Pulse } from '../connections/pulse.ts'
import { EVERYTHING } from '../scope.ts'
import { makeEmptyDatabase } from '../test-database.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** PostgreSQL's own guard against runaway recursion does not know the stack of WebAssembly: this crashes the engine. */
const CRASH = 'select runaway(1)'
const RUNAWAY = 'create function runaway(n int) returns int language plpgsql as $$ begin return runaway(n + 1); end $$'

const secretKey = Buffer.alloc(32, 7)
/** Making a database takes longer than everything else here. */
let template = ''
let folder = ''
let said = ''
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'embedded-'))
  await makeEmptyDatabase(template)
  const database = await openDatabase({ at: { dataDir: join(template, 'database') }, secretKey })
  await database.asOwner((queries) => sql.raw(`create table number(n int); insert into number values (1); ${RUNAWAY}`).execute(queries))
  await database.close()
})
afterAll(() => rmSync(template, { recursive: true, force: true }))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-'))
  said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((said += String(text)), true))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

/** The folder of this test's database, a copy of the template. */
function dataDir(): string {
  const place = join(folder, 'database')
  if (!existsSync(place)) cpSync(join(template, 'database'), place, { recursive: true })
  return place
}

function open(): Promise<Database> {
  return openDatabase({ at: { dataDir: dataDir() }, secretKey })
}

async function numbers(database: Database): Promise<number[]> {
  const { rows } = await database.asOwner((queries) => sql<{ n: number }>`select n from number order by n`.execute(queries))
  return rows.map(({ n }) => n)
}

/** The longest time that this thread did nothing else while something ran. */
async function longestPause(work: Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  await work.finally(() => clearInterval(timer))
  return Math.max(longest, performance.now() - last)
}

describe('the embedded database', () => {
  it('does not block the main thread during a long statement', { tags: ['H-8.1'] }, async () => {
    const database = await open()
    const from = performance.now()
    const pause = await longestPause(
      database.asOwner((queries) => sql`select count(*) from generate_series(1, 2000000) where random() > 2`.execute(queries)),
    )
    const took = performance.now() - from
    await database.close()
    expect(took).toBeGreaterThan(250)
    expect(pause).toBeLessThan(took / 2)
  })

  it('answers pipelined statements in order, and only the failed transaction fails', { tags: ['H-8.3'] }, async () => {
    const pool = await embeddedPool(dataDir(), { listeners: new Set(), pulse: new Pulse() })
    const { connection, release } = await pool.acquire()
    const ask = (text: string, ...values: unknown[]): Promise<QueryResult<Record<string, unknown>>> =>
      connection.kysely.executeQuery(CompiledQuery.raw(text, values))
    const all = await Promise.all([
      ask('begin'),
      ask(`select set_config('app.test', $1, true)`, 'inside'),
      ask(`select current_setting('app.test') as found, $1::int as n`, 1),
      ask('commit'),
      ask(`select current_setting('app.test') as found, $1::int as n`, 2),
    ])
    expect(all.map(({ rows: [row] }) => row)).toEqual([
      undefined,
      { set_config: 'inside' },
      { found: 'inside', n: 1 },
      undefined,
      { found: '', n: 2 },
    ])
    const mixed = await Promise.allSettled([
      ask('begin'),
      ask('select 1 / $1::int', 0),
      ask('select $1::int as n, 3', 3),
      ask('commit'),
      ask('select $1::int as n', 4),
      ask('selec $1', 5),
      ask('select $1::int as n', 'six'),
      ask('select $1::int as n', 7),
    ])
    expect(
      mixed.map((one) => (one.status === 'fulfilled' ? (one.value.rows[0] ?? 'done') : (one.reason as { code: string }).code)),
    ).toEqual(['done', '22012', '25P02', 'done', { n: 4 }, '42601', '22P02', { n: 7 }])
    release(false)
    await pool.close()
  })

  it('returns results of any size completely', { tags: ['H-8.4'] }, async () => {
    const database = await open()
    const { rows } = await database.asOwner((queries) =>
      sql<{
        n: number
        text: string
      }>`select n, repeat(chr(97 + n % 26), (n * 7919) % 30000) as text from generate_series(1, 1000) n`.execute(queries),
    )
    expect(rows).toHaveLength(1000)
    expect(rows.every(({ n, text }) => text === String.fromCharCode(97 + (n % 26)).repeat((n * 7919) % 30000))).toBe(true)
    const [one] = (await database.asOwner((queries) => sql<{ text: string }>`select repeat('ä', 5000000) as text`.execute(queries))).rows
    expect(one?.text).toBe('ä'.repeat(5_000_000))
    const sent = 'é'.repeat(3_000_000)
    const [back] = (await database.asOwner((queries) => sql<{ same: number }>`select length(${sent}::text) as same`.execute(queries))).rows
    expect(back?.same).toBe(3_000_000)
    await database.close()
  })

  it('refuses a result that does not fit into its memory and keeps working', async () => {
    const database = await open()
    const huge = database.asOwner((queries) =>
      sql`select string_agg(repeat('x', 100000000), '') from generate_series(1, 12)`.execute(queries),
    )
    await expect(huge).rejects.toMatchObject({ code: expect.stringMatching(/^5[34]/) })
    await database.ping()
    await database.close()
    expect(said).toBe('')
  })

  it('persists its data on close and ends its thread', { tags: ['H-8.7'] }, async () => {
    const first = await open()
    await first.asOwner((queries) => sql`insert into number values (2)`.execute(queries))
    await first.close()
    await expect(first.ping()).rejects.toThrow('the database is closed')
    const second = await open()
    expect(await numbers(second)).toEqual([1, 2])
    await second.close()
    expect(said).toBe('')
  })
})

describe('a crash of the embedded database', () => {
  let database: Database
  let own = ''
  // Every test finds the database at work that the one before has seen crash.
  beforeAll(async () => {
    own = mkdtempSync(join(tmpdir(), 'embedded-'))
    cpSync(template, own, { recursive: true })
    database = await openDatabase({ at: { dataDir: join(own, 'database') }, secretKey })
  })
  beforeEach(() => database.asOwner((queries) => sql`delete from number where n > 1`.execute(queries)))
  afterAll(async () => {
    await database.close()
    rmSync(own, { recursive: true, force: true })
  })

  it('fails the statement like a lost connection; the next one sees all committed data', { tags: ['H-8.5'] }, async () => {
    const crash = database.asOwner((queries) =>
      queries.transaction().execute(async (trx) => {
        await sql`insert into number values (2)`.execute(trx)
        await sql.raw(CRASH).execute(trx)
      }),
    )
    // Kysely tries to roll back, and tells that failure.
    expect(databaseRefusal(await crash.catch((error: unknown) => error))).toMatchObject({ status: 503 })
    const alone = database.asOwner((queries) => sql.raw(CRASH).execute(queries))
    await expect(alone).rejects.toMatchObject({ code: 'ECONNRESET', message: expect.stringContaining('ended unexpectedly') })
    expect(await numbers(database)).toEqual([1])
    await database.asOwner((queries) => sql`insert into number values (3)`.execute(queries))
    expect(await numbers(database)).toEqual([1, 3])
    expect(said).toMatch(/^(?:The embedded database ended unexpectedly \([^\n]+\)\. It is opened again for the next request\.\n){2}$/)
  })

  it('fails all further statements of the caller whose connection crashed', { tags: ['H-8.6'] }, async () => {
    const late = database.asOwner(async (queries) => {
      await sql
        .raw(CRASH)
        .execute(queries)
        .catch(() => undefined)
      await sleep(100)
      return sql`insert into number values (4)`.execute(queries)
    })
    await expect(late).rejects.toThrow(/connection error|Connection terminated|ended unexpectedly/)
    expect(await numbers(database)).toEqual([1])
  })

  it('does not affect callers waiting for the connection', { tags: ['H-8.5'] }, async () => {
    const crash = database.asOwner((queries) => sql.raw(CRASH).execute(queries))
    const waiting = Array.from({ length: 5 }, () => numbers(database))
    await expect(crash).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await Promise.all(waiting)).toEqual(Array(5).fill([1]))
  })

  it('does not leak rights between callers: role and scope are set again', { tags: ['H-8.6'] }, async () => {
    const { ensureRoles } = await import('../ddl/roles.ts')
    const roles = await database.roles()
    await database.asOwner((queries) => ensureRoles(queries, roles))
    const roleOf = () =>
      database.withScope(
        EVERYTHING,
        async (queries) => (await sql<{ role: string }>`select current_user as role`.execute(queries)).rows[0]?.role,
      )
    expect(await roleOf()).toBe(roles.app)
    await expect(database.asOwner((queries) => sql.raw(CRASH).execute(queries))).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await roleOf()).toBe(roles.app)
    await database.withScope(EVERYTHING, (queries) => sql.raw(CRASH).execute(queries)).catch(() => undefined)
    expect(await roleOf()).toBe(roles.app)
  })

  it('makes every caller retry opening the folder until that succeeds', { tags: ['H-8.5'] }, async () => {
    await expect(database.asOwner((queries) => sql.raw(`select 1; ${CRASH}`).execute(queries))).rejects.toMatchObject({
      code: 'ECONNRESET',
    })
    const place = join(own, 'database')
    const control = join('global', 'pg_control')
    renameSync(join(place, control), join(folder, 'aside'))
    await expect(database.ping()).rejects.toThrow()
    await expect(database.ping()).rejects.toThrow()
    expect(existsSync(join(place, control))).toBe(false)
    renameSync(join(folder, 'aside'), join(place, control))
    expect(await numbers(database)).toEqual([1])
  })
})
