import { sql } from 'kysely'
import { APP_ROLE } from './connection.ts'
import { codeOf, type Queries } from './database.ts'

/** Finds candidates of a substring search; reads identifiers and search texts only. */
export const SEARCH_ROLE = 'sdwan_search'

/** Roles belong to the whole server, so another database or another copy may create them at the same moment. */
export async function ensureRoles(queries: Queries): Promise<void> {
  for (const role of [APP_ROLE, SEARCH_ROLE]) {
    await createRole(queries, role)
    await tolerate(['XX000', '0LP01'], () => sql.raw(`grant ${role} to current_user`).execute(queries))
  }
  await tolerate(['23505', '42710'], () => sql`create extension if not exists pg_trgm`.execute(queries))
}

async function createRole(queries: Queries, role: string): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(queries)
  if (rows.length > 0) return
  try {
    await tolerate(['42710', '23505'], () => sql.raw(`create role ${role} nologin`).execute(queries))
  } catch (error) {
    if (codeOf(error) !== '42501') throw error
    throw new Error(
      `The database user may not create the role ${role}. Give it CREATEROLE, or run as an administrator: create role ${role} nologin; grant ${role} to <the database user>;`,
    )
  }
}

async function tolerate(codes: string[], work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!codes.includes(codeOf(error))) throw error
  }
}
