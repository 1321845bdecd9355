import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { AREAS } from '../demo/areas.ts'
import { entriesIn, writeWorld } from '../demo/seed.ts'
import { CULTURES } from '../demo/world/cultures.ts'
import { createWorld, DAY_MS, HISTORY_DAYS, type DemoTenant } from '../demo/world/world.ts'
import { PLATFORM_OID } from '../domain/platform.ts'
import { hasPlatform } from './first-start.ts'
import { step } from './terminal.ts'

/** Arbitrary, but the same in every instance of the service. */
const FILL_LOCK = 7_391_204_119
const DEMO_PLATFORM = { oid: PLATFORM_OID, path: 'a.', name: 'Meridiem Communications', type: 'po' } as const

/** Fills an empty database with the demo world, so many times over. */
export async function makeDemoWorld(database: Database, scale: number): Promise<void> {
  const nowMs = Date.now()
  const world = createWorld({ scale, nowMs, platform: demoPlatform(nowMs), areas: AREAS })
  const amounts = `${world.tenants.length - 1} partners and customers, ${world.people.length} people, ${entriesIn(world)} journal entries`
  await step(`Making the demo world (${amounts})`, () =>
    database.transaction(EVERYTHING, async (queries) => {
      // Another instance waits until the world is complete, without a timeout, and then finds nothing to do.
      await sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`.execute(
        queries,
      )
      await sql`select pg_advisory_xact_lock(${FILL_LOCK}::bigint)`.execute(queries)
      if (!(await hasPlatform(queries))) await writeWorld(queries, world, database.secretKey)
    }),
  )
}

function demoPlatform(nowMs: number): DemoTenant {
  const [culture] = CULTURES
  if (!culture) throw new Error('the demo world has no culture')
  const createdAtMs = nowMs - (HISTORY_DAYS + 10) * DAY_MS
  return {
    ...DEMO_PLATFORM,
    parentOid: null,
    state: 'active',
    features: {},
    parent: undefined,
    culture,
    createdAtMs,
    children: 0,
  }
}
