import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import { codeOf } from '../db/errors.ts'
import { EVERYTHING } from '../db/scope.ts'
import { ensurePlatform, PLATFORM_OID } from '../domain/platform.ts'
import { EnvError } from '../env/env-error.ts'
import type { Env } from '../env/env.ts'
import { step } from './terminal.ts'

const PLATFORM_NAME = 'Platform owner'

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
  // Most starts find a filled database: what the demo world is made with is loaded for the others.
  if (env.demo) return (await import('./demo-world.ts')).makeDemoWorld(database, env.demoScale)
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

/** Whether there is a tenant. */
export async function hasPlatform(queries: Queries): Promise<boolean> {
  const { rows } = await sql`select from tenant where oid = ${PLATFORM_OID}`.execute(queries)
  return rows.length > 0
}
