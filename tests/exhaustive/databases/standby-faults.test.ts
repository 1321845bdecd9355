import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { migrate } from '../../../server/db/ddl/migrate.ts'
import type { ApiWorld } from '../../support/api/api-world.ts'
import { startStandbyWorld, type StandbyWorld } from '../../support/service/standbys.ts'

/** Longer than any test: no standby is left for its age. */
const MAX_LAG_MS = 60_000
const READER = 'reader@world.test'

// Servers of its own: the standby is a copy of everything that a server has.
describe('reads of copies of the service', () => {
  let world: StandbyWorld
  let one: ApiWorld
  let two: ApiWorld
  beforeAll(async () => {
    world = await startStandbyWorld({ standbys: 1, copies: 2, maxLagMs: MAX_LAG_MS })
    ;[one, two] = world.copies as [ApiWorld, ApiWorld]
    await world.elsewhere.grant(READER, 'platform', 'sa')
    // Replay does not wait for reads.
    await onStandby('alter system set max_standby_streaming_delay = 0')
    await onStandby('select pg_reload_conf()')
    await world.untilAsked(1)
    for (const copy of [one, two]) await list(copy)
    await untilRead(one)
    await untilRead(two)
  })
  afterAll(() => world.stop())
  const onStandby = (statement: string): Promise<unknown> => world.on(world.standbys[0] ?? expect.fail('there is no standby'), statement)
  const asOwner = (statement: string): Promise<unknown> =>
    world.elsewhere.database.asOwner((queries) => sql.raw(statement).execute(queries))
  const list = async (copy: ApiWorld): Promise<unknown[]> => {
    const { status, body } = await copy.call('GET', '/api/v1/partners?size=100', { as: READER })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data.map(({ name }) => name)
  }
  /** How many reads of a list each of them answers while the work goes on. */
  const readsDuring = async (copy: ApiWorld, work: () => Promise<unknown>): Promise<{ standby: number; failed: number }> => {
    const count = async (labels: string): Promise<number> => {
      const registry = new Registry()
      copy.database.activity.registerIn(registry)
      return Number(new RegExp(`^standby_reads_total\\{${labels}\\} (\\d+)$`, 'm').exec(await registry.metrics())?.[1])
    }
    const counts = async (): Promise<[number, number]> => [
      await count('where="standby",reason="none"'),
      await count('where="primary",reason="failed"'),
    ]
    const before = await counts()
    await work()
    const after = await counts()
    return { standby: after[0] - before[0], failed: after[1] - before[1] }
  }
  /** Waits until the standby has what the primary has now. */
  const replayed = async (): Promise<void> => {
    const [row] = (await world.on(world.primary, 'select pg_current_wal_insert_lsn()::text as position')) as [{ position: string }]
    const there = (): Promise<unknown> => onStandby(`select where pg_last_wal_replay_lsn() >= '${row.position}'`)
    await vi.waitFor(async () => expect(await there()).toHaveLength(1), { timeout: 10_000, interval: 20 })
  }
  /** Waits until the standby answers the reader. */
  const untilRead = (copy: ApiWorld): Promise<void> =>
    vi.waitFor(async () => expect(await readsDuring(copy, () => list(copy))).toEqual({ standby: 1, failed: 0 }), {
      timeout: 10_000,
      interval: 50,
    })

  it('begin without a word, though the primary stands among the standbys', () => {
    expect(world.log).toEqual([])
  })

  describe('that are ended on the standby before they are done', () => {
    const created = 'Read to its end'
    beforeAll(async () => {
      const record = {
        parentOid: 'platform',
        type: 'msp',
        name: created,
        contactName: 'x',
        contactEmail: 'x@world.test',
        createAdmin: false,
      }
      const { status } = await world.elsewhere.call('POST', '/api/v1/partners', { body: { data: [record] } })
      expect(status).toBe(201)
      // Reading takes its time on the standby only.
      await asOwner(`create policy slow on entity.partner as restrictive using (not pg_is_in_recovery() or pg_sleep(30) is not null)`)
      await replayed()
    })
    afterAll(() => asOwner('drop policy slow on entity.partner'))

    it.each([
      // SQLSTATE 40001: replay of the lock cancels whoever reads the table.
      ['by what is replayed', () => asOwner('lock table entity.partner in access exclusive mode'), true],
      [
        'with their connection (57P01)',
        () => onStandby(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`),
        false,
      ],
    ])('%s are answered by the primary', async (_how, end, isStillAsked) => {
      await world.untilAsked(1)
      let names: unknown[] = []
      const reads = await readsDuring(one, async () => {
        const answer = list(one)
        await vi.waitFor(async () => expect(await onStandby(`select from pg_stat_activity where wait_event = 'PgSleep'`)).toHaveLength(1), {
          timeout: 10_000,
          interval: 20,
        })
        await end()
        names = await answer
      })
      expect(names).toContain(created)
      expect(reads).toEqual({ standby: 0, failed: 1 })
      // Only a lost connection says that the server itself may be gone.
      if (isStillAsked) expect(one.database.standbys?.isServing()).toBe(true)
    })
  })

  it('do not go to a standby that lacks the migrations of this copy, until it has replayed them', async () => {
    await untilRead(one)
    await untilRead(two)
    await onStandby('select pg_wal_replay_pause()')
    await asOwner(`update schema_version set checksum = 'that of an earlier version' where id = 0`)
    expect(await migrate(one.database, entitySchemas)).toBe(true)
    expect(await readsDuring(one, () => list(one))).toEqual({ standby: 0, failed: 0 })
    // The other copy is of the earlier version: the standby answers.
    expect(await readsDuring(two, () => list(two))).toEqual({ standby: 1, failed: 0 })
    // It is started again, and finds the tables as it expects them.
    expect(await migrate(two.database, entitySchemas)).toBe(false)
    expect(await readsDuring(two, () => list(two))).toEqual({ standby: 0, failed: 0 })
    await onStandby('select pg_wal_replay_resume()')
    await untilRead(one)
    await untilRead(two)
  })
})
