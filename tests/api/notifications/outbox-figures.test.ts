import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asService, type Queries } from '../../../server/db/database.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { takeDeliveries } from '../../../server/notifications/deliveries.ts'
import { unsentDeliveries, waitingChanges } from '../../../server/notifications/outbox-figures.ts'
import { apiWorld, type ApiWorld } from '../../support/api/api-world.ts'

/** Rows of each kind; figures count up to 10,000. */
const MANY = 15_000
const MOST = 10_000

describe('what waits in a long outbox', () => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld('postgres', { distributed: false })
    await asService(world.database, async (queries) => {
      await sql`insert into outbox (tenant_oid, oid, tenant_path, action_id, first_seq, last_seq, written_at)
        select 't', 'o' || i, 'gone.', 'a' || i, i, i, now() from generate_series(1, ${MANY}::integer) i`.execute(queries)
      await sql`insert into delivery (tenant_oid, oid, watch_oid, person_oid, channel, kind, title, action_id, at, total, items, state, due_at, tries)
        select 't', state || channel || i, 'w', 'p', channel, 'changes', 'T', state || i, now() - i * interval '1 s', 1, '[]', state, now(), 1
        from generate_series(1, ${MANY}::integer) i, unnest(array['waiting', 'failed', 'delivered']) state,
          unnest(array['mail', 'webhook']) channel where state <> 'waiting' or channel = 'mail'`.execute(queries)
    })
    for (const table of ['outbox', 'delivery']) await world.database.asOwner((queries) => sql.raw(`analyze ${table}`).execute(queries))
  })
  afterAll(() => world.dispose())

  /** What a read answers, and how many rows of a table it looked at. */
  const readOf = <T>(table: string, work: (queries: Queries) => Promise<T>): Promise<{ value: T; looked: number }> =>
    world.database.withScope(EVERYTHING, async (queries) => {
      const value = await work(queries)
      const { rows } = await sql<{ looked: number }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as looked
        from pg_stat_xact_user_tables where relname = ${table}`.execute(queries)
      return { value, looked: rows[0]?.looked ?? 0 }
    })

  it('is counted without a look at all of it', async () => {
    const { value, looked } = await readOf('outbox', waitingChanges)
    expect(value).toMatchObject({ waiting: MOST, retrying: 0, due: MOST })
    expect(looked).toBeLessThanOrEqual(MOST)
  })

  it('is counted by channel without a look at the log, with the age of the oldest message', async () => {
    const { value, looked } = await readOf('delivery', unsentDeliveries)
    expect(value).toMatchObject([
      { stage: 'mail', waiting: MOST, retrying: 0, failed: MOST },
      { stage: 'webhook', waiting: 0, retrying: 0, failed: MOST, oldestSeconds: null },
    ])
    expect(value[0]?.oldestSeconds).toBeGreaterThanOrEqual(MANY)
    // An index alone tells how many failed, once the table is vacuumed.
    expect(looked).toBeLessThanOrEqual(3 * MOST)
  })

  it('is taken in the order in which it is due', async () => {
    const taken = await takeDeliveries(world.database, { channel: 'mail', limit: 20 })
    expect(taken).toHaveLength(20)
    expect(await takeDeliveries(world.database, { channel: 'webhook', limit: 20 })).toEqual([])
  })
})
