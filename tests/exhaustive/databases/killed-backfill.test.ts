import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '../../../server/db/database.ts'
import { migrate } from '../../../server/db/ddl/migrate.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { ensurePlatform } from '../../../server/domain/platform.ts'
import { backfillTask, pendingCounts } from '../../../server/evolution/backfill.ts'
import { runStep } from '../../../server/housekeeping/task.ts'
import { bothPlaces, type Place } from '../../support/api/api-world.ts'
import { renamedPiers } from '../../support/evolution/renamed-piers.ts'
import { testServer } from '../../support/service/postgres.ts'

const ROWS = 10_000
const STEP = 1_000

type At = { url: string } | { dataDir: string }

const { before, after, model, secretKey } = renamedPiers()

async function newDatabase(place: Place): Promise<At> {
  if (place === 'postgres') {
    const server = await testServer({ distributed: false })
    onTestFinished(() => server.stop())
    return { url: await server.createDatabase() }
  }
  const folder = mkdtempSync(join(tmpdir(), 'killed-backfill-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { dataDir: join(folder, 'database') }
}

async function within<T>(at: At, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ at, secretKey })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Rows of the first release in a database that the second one has upgraded. */
async function fill(database: Database): Promise<void> {
  await migrate(database, before)
  await ensurePlatform(database, { name: 'Platform', owner: { mail: 'owner@world.test', name: 'Olga Owner' } })
  await database.asOwner((queries) =>
    sql`insert into entity.pier (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
      select t.oid, t.path, 'p' || n, 1, jsonb_build_object('name', 'Pier ' || n, 'keeper', 'Keeper ' || n), ' Pier ' || n,
        jsonb_build_object('name', 'pier ' || n, 'keeper', 'keeper ' || n), now(), now()
      from generate_series(1, ${ROWS}::integer) n cross join tenant t where t.parent_oid is null`.execute(queries),
  )
  await migrate(database, after)
}

/** Runs a process that rewrites rows, and kills it within its second step. */
async function killWithin(at: At): Promise<void> {
  const script = join(import.meta.dirname, '..', '..', 'support', 'evolution', 'backfill-child.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(at)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const [said] = (await Promise.race([once(child.stdout, 'data'), ended])) as unknown[]
  expect(String(said)).toBe(`within a step of ${STEP} rows\n`)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

const pending = (database: Database): Promise<number | undefined> =>
  database.withScope(EVERYTHING, async (queries) => (await pendingCounts(queries, [model])).get('pier'))

it.each(bothPlaces)('a process that is killed within a step of rewriting rows leaves the rest to the next one, on %s', async (place) => {
  const at = await newDatabase(place)
  await within(at, fill)
  await killWithin(at)
  await within(at, async (database) => {
    // What the killed process held is free once the server has noticed.
    await expect.poll(() => pending(database), { timeout: 30_000 }).toBe(ROWS - STEP)
    const task = backfillTask([model])
    if (task === undefined) throw new Error('there is nothing to rewrite')
    let rows = 0
    for (let step = await runStep(database, task); step?.isMore === true; step = await runStep(database, task)) rows += step.rows
    expect(rows).toBe(ROWS - STEP)
    expect(await pending(database)).toBe(0)
    const { rows: counted } = await database.withScope(EVERYTHING, (queries) =>
      sql`select count(*)::integer as rows, max(revision) as revision from entity.pier
        where data->>'warden' = 'Keeper ' || substr(oid, 2) and sort_keys->>'warden' = 'keeper ' || substr(oid, 2)`.execute(queries),
    )
    expect(counted).toEqual([{ rows: ROWS, revision: 1 }])
  })
})
