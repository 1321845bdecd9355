import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import { codeOf } from '../db/errors.ts'
import { EVERYTHING } from '../db/scope.ts'
import { AREAS } from '../demo/areas.ts'
import { CULTURES } from '../demo/world/cultures.ts'
import { writeWorld } from '../demo/seed.ts'
import { createWorld, DAY_MS, HISTORY_DAYS, type DemoTenant } from '../demo/world/world.ts'
import { ensurePlatform, PLATFORM_OID } from '../domain/platform.ts'
import { EnvError } from '../env/env-error.ts'
import type { Env } from '../env/env.ts'
import { step } from './terminal.ts'

/** Arbitrary, but the same in every instance of the service. */
const FILL_LOCK = 7_391_204_119
const PLATFORM_NAME = 'Platform owner'
const DEMO_PLATFORM = { oid: PLATFORM_OID, path: 'a.', name: 'Meridiem Communications', type: 'po' } as const

/**
 * Fills an empty database, in one transaction: the demo world, or the platform owner and its first administrator.
 * Does nothing where there is a tenant already.
 */
export async function fillIfEmpty(database: Database, env: Pick<Env, 'demo' | 'demoScale' | 'ownerMail'>): Promise<void> {
  if (await isFilled(database)) return
  try {
    await fill(database, env)
  } catch (error) {
    // Another instance of the service has filled it meanwhile.
    if (codeOf(error) !== '23505' || !(await isFilled(database))) throw error
  }
}

async function fill(database: Database, env: Pick<Env, 'demo' | 'demoScale' | 'ownerMail'>): Promise<void> {
  if (env.demo) return makeDemoWorld(database, env.demoScale)
  const ownerMail = firstAdministrator(env)
  await step('Making the platform owner', () =>
    ensurePlatform(database, { name: PLATFORM_NAME, owner: { mail: ownerMail, name: ownerMail } }),
  )
}

/** Who administers the platform at first; throws `EnvError` where nobody is named. */
export function firstAdministrator({ ownerMail }: Pick<Env, 'ownerMail'>): string {
  if (ownerMail) return ownerMail
  throw new EnvError(
    'OWNER_MAIL',
    'must name the mail address of the first administrator, because the database is empty and no demo world is wanted',
  )
}

export async function isFilled(database: Database): Promise<boolean> {
  return database.withScope(EVERYTHING, hasPlatform)
}

async function hasPlatform(queries: Queries): Promise<boolean> {
  const { rows } = await sql`select from tenant where oid = ${PLATFORM_OID}`.execute(queries)
  return rows.length > 0
}

async function makeDemoWorld(database: Database, scale: number): Promise<void> {
  const nowMs = Date.now()
  const world = createWorld({ scale, nowMs, platform: demoPlatform(nowMs), areas: AREAS })
  const amounts = `${world.tenants.length - 1} partners and customers, ${world.people.length} people, ${world.events.length} journal entries`
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
