import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { runStep, type Task } from '../../../server/housekeeping/task.ts'
import { housekeepingTasks } from '../../../server/housekeeping/tasks.ts'
import { apiWorld, type ApiWorld } from '../../support/api/api-world.ts'

/** A promise that somebody else settles. */
function signal(): { given: Promise<void>; give: () => void } {
  let give = (): void => undefined
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give: () => give() }
}

describe('housekeeping on several copies of the service', () => {
  let world: ApiWorld
  beforeAll(async () => void (world = await apiWorld('postgres')))
  afterAll(() => world.dispose())

  it('runs one step of a task at a time, and other tasks meanwhile', async () => {
    const [begun, end] = [signal(), signal()]
    const quick: Task = { name: 'one', everyMs: 1, step: async () => ({ rows: 0, isMore: false }) }
    const slow: Task = {
      ...quick,
      step: async () => {
        begun.give()
        await end.given
        return { rows: 7, isMore: false }
      },
    }
    const first = runStep(world.database, slow)
    await begun.given
    try {
      expect(await runStep(world.database, quick)).toBeUndefined()
      expect(await runStep(world.database, { ...quick, name: 'another' })).toEqual({ rows: 0, isMore: false })
    } finally {
      end.give()
    }
    expect(await first).toEqual({ rows: 7, isMore: false })
    expect(await runStep(world.database, quick)).toEqual({ rows: 0, isMore: false })
  })

  it('gives up a step that waits for somebody, so that nobody waits behind it', { timeout: 8_000 }, async () => {
    const [locked, end] = [signal(), signal()]
    const holder = world.database.asOwner(async (queries) => {
      await sql`lock table live_session in access exclusive mode`.execute(queries)
      locked.give()
      await Promise.race([end.given, new Promise((resolve) => setTimeout(resolve, 6_000))])
    })
    await locked.given
    const [task] = housekeepingTasks(world.database).filter(({ name }) => name === 'live_sessions')
    try {
      await expect(runStep(world.database, task as Task)).rejects.toMatchObject({ code: '55P03' })
    } finally {
      end.give()
      await holder
    }
  })

  it('has an index for the oldest rows of whatever expires', async () => {
    const { rows } = await world.database.withScope(EVERYTHING, (queries) =>
      sql<{ indexed: string }>`select c.relname || '.' || a.attname as indexed from pg_index i join pg_class c on c.oid = i.indrelid
        join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]`.execute(queries),
    )
    const indexed = rows.map((row) => row.indexed)
    expect(indexed).toEqual(
      expect.arrayContaining([
        'idempotency.created_at',
        'live_session.expires_at',
        'invitation_link.expires_at',
        'identity_store.expires_at',
      ]),
    )
  })
})
