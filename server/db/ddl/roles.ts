import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { codeOf } from '../errors.ts'
import type { Tables } from '../tables.ts'

/**
 * Stand in the texts of migrations for the two roles of this database; `namedRoles` puts the real names in.
 * The service works as the first: it owns nothing, so row-level security holds for it. The second finds candidates of a substring search;
 * it reads identifiers and search texts only.
 */
export const APP_ROLE = 'sdwan_app'
export const SEARCH_ROLE = 'sdwan_search'

/** Names of this database's two roles. Roles belong to a whole server, so they are named after the database. */
export interface Roles {
  app: string
  search: string
}

/** PostgreSQL cuts longer names. */
const MAX_NAME = 63
const MAX_CANDIDATES = 9

/** Replaces the placeholders of a statement by this database's role names. */
export function namedRoles(statement: string, { app, search }: Roles): string {
  return statement
    .replaceAll(new RegExp(`\\b${APP_ROLE}\\b`, 'g'), () => pg.escapeIdentifier(app))
    .replaceAll(new RegExp(`\\b${SEARCH_ROLE}\\b`, 'g'), () => pg.escapeIdentifier(search))
}

/** Name of a role of a database: `sdwan_app` for `sdwan`; with a numeric suffix if that name is taken. */
function roleName(database: string, kind: 'app' | 'search', number = 1): string {
  const ending = number === 1 ? `_${kind}` : `_${kind}_${number}`
  return `${[...database]
    .slice(0, MAX_NAME)
    .join('')
    .slice(0, MAX_NAME - ending.length)}${ending}`
}

/**
 * The roles of the connected database: the first names that the connected user may become, else the first that are free. Somebody
 * else's roles of the same name (a database that was dropped, for instance) are passed over.
 */
export async function findRoles(queries: Kysely<Tables>): Promise<Roles> {
  const { rows: databases } = await sql<{ name: string }>`select current_database()::text as name`.execute(queries)
  const { name: database } = databases[0] ?? { name: '' }
  const pairs = Array.from({ length: MAX_CANDIDATES }, (_, index) => ({
    app: roleName(database, 'app', index + 1),
    search: roleName(database, 'search', index + 1),
  }))
  const states = await roleStates(
    queries,
    pairs.flatMap(({ app, search }) => [app, search]),
  )
  type Names = (typeof pairs)[number]
  const is = (state: RoleState, { app, search }: Names): boolean => [app, search].every((name) => (states.get(name) ?? 'free') === state)
  const usable = ({ app, search }: Names): boolean => [app, search].every((name) => (states.get(name) ?? 'free') !== 'foreign')
  const found = pairs.find((pair) => is('ours', pair)) ?? pairs.find(usable)
  if (found === undefined)
    throw new Error(`All names for roles of the database "${database}" belong to others; drop roles that are not used any more.`)
  return found
}

/** `ours`: the connected user may become it. `grantable`: not yet, but may grant it to itself. `foreign`: neither. */
type RoleState = 'ours' | 'grantable' | 'foreign' | 'free'

/** Since version 16 membership alone does not let one become a role, and creating roles does not let one grant those of others. */
async function roleStates(queries: Kysely<Tables>, names: readonly string[]): Promise<Map<string, RoleState>> {
  const { rows } = await sql<{ name: string; state: RoleState }>`select r.rolname as name, case
      when pg_has_role(session_user, r.oid, m.become) then 'ours'
      when pg_has_role(session_user, r.oid, 'MEMBER WITH ADMIN OPTION') or (m.become = 'MEMBER' and u.rolcreaterole and not r.rolsuper) then 'grantable'
      else 'foreign' end as state
    from pg_roles r, pg_roles u, (select case when current_setting('server_version_num')::integer >= 160000 then 'SET' else 'MEMBER' end as become) m
    where u.rolname = session_user and r.rolname = any(${[...names]}::text[])`.execute(queries)
  return new Map(rows.map(({ name, state }) => [name, state]))
}

/** Creates missing roles and the extension. Safe if several instances do so at once. */
export async function ensureRoles(queries: Kysely<Tables>, roles: Roles): Promise<void> {
  // The servers of Citus connect to each other as the role that a statement runs as.
  const login = (await hasExtension(queries, 'citus')) ? 'login' : 'nologin'
  for (const role of [roles.app, roles.search]) {
    const name = pg.escapeIdentifier(role)
    const state = async (): Promise<RoleState> => (await roleStates(queries, [role])).get(role) ?? 'free'
    if ((await state()) === 'free') await attempt(queries, `create role ${name} ${login}`, ['42710', '23505'])
    if ((await state()) !== 'ours') await attempt(queries, `grant ${name} to session_user`, ['XX000', '0LP01'])
  }
  // Citus asks for the right to create an extension even where there is one.
  if (!(await hasExtension(queries, 'pg_trgm'))) await attempt(queries, `create extension if not exists pg_trgm`, ['23505', '42710'])
}

/** Whether the connected database has an extension. */
export async function hasExtension(queries: Kysely<Tables>, name: string): Promise<boolean> {
  return (await sql`select from pg_extension where extname = ${name}`.execute(queries)).rows.length > 0
}

/** Reports missing privileges of the database user in one sentence, whichever statement fails. */
async function attempt(queries: Kysely<Tables>, statement: string, tolerated: readonly string[]): Promise<void> {
  try {
    // A savepoint, so that a tolerated error does not abort the surrounding transaction.
    await sql.raw(`savepoint attempt`).execute(queries)
    await sql.raw(statement).execute(queries)
    await sql.raw(`release savepoint attempt`).execute(queries)
  } catch (error) {
    await sql.raw(`rollback to savepoint attempt`).execute(queries)
    if (codeOf(error) === '42501') throw await missingRights(queries, statement)
    if (!tolerated.includes(codeOf(error))) throw error
  }
}

async function missingRights(queries: Kysely<Tables>, statement: string): Promise<Error> {
  const { rows } = await sql<{ user: string }>`select session_user::text as user`.execute(queries)
  return new Error(
    `The database user "${rows[0]?.user}" may not do this: ${statement}; let an administrator run what "npm start -- --print-setup-sql" prints.`,
  )
}

/** What an administrator runs once, connected to the database, for a user who may not create roles. Safe to repeat, on PostgreSQL 15 and newer. */
export function setupSql({ database, user }: { database: string; user: string }): string {
  const [db, owner] = [pg.escapeIdentifier(database), pg.escapeIdentifier(user)]
  const roles = [roleName(database, 'app'), roleName(database, 'search')]
  const create = (role: string): string =>
    `  if not exists (select from pg_roles where rolname = ${pg.escapeLiteral(role)}) then create role ${pg.escapeIdentifier(role)} nologin; end if;`
  return [
    `-- For an administrator, connected to the database ${db}. ${owner} is the user that DATABASE_URL names.`,
    `do $$ begin`,
    ...roles.map(create),
    `end $$;`,
    `grant ${roles.map((role) => pg.escapeIdentifier(role)).join(', ')} to ${owner};`,
    `grant connect, create, temporary on database ${db} to ${owner};`,
    `grant usage, create on schema public to ${owner};`,
    `create extension if not exists pg_trgm;`,
    '',
  ].join('\n')
}

/** Privileges of the service's role on the core tables. */
const app: readonly [rights: string, tables: string][] = [
  ['select, insert, update, delete', 'tenant, person, user_role, invitation, invitation_link, address_proof, idempotency, service_secret'],
  ['select, insert, update, delete', 'identity_credential, identity_store, kept_record, licence_calendar, rate_count, service_copy'],
  ['select, insert, update, delete', 'schema_examination, list_view, api_token'],
  ['select, insert, update, delete', 'watch, outbox, notification, delivery, matched, unsubscribed'],
  ['select, insert, update', 'overlay_state, backfill_run'],
  ['select, insert, delete', 'live_session, list_change, list_view_change'],
  // The journal is append-only: even the service cannot change or remove an entry.
  ['select, insert', 'journal'],
  ['select, insert, update', 'journal_head, journal_verification'],
  ['select, insert', 'saas_application'],
  // Written by the connected user, behind a commit.
  ['select', 'schema_version, entity_version, journal_reseal, secret_key, last_write, entity.tenant'],
  // Written by the connected user, which alone can remove partitions of the journal.
  ['select', 'journal_archive, journal_archived'],
]

/** Counts of long lists: tables that housekeeping divides, or views of the same names. */
const counters = (distributed: boolean): string =>
  `grant select${distributed ? '' : ', insert, update, delete'} on list_rank, list_total to ${APP_ROLE}`

/** Grants on the core tables; applied again whenever they or the role names change. Safe to repeat. */
export function coreRights(distributed: boolean): string[] {
  return [
    `grant usage on schema public, entity to ${APP_ROLE}, ${SEARCH_ROLE}`,
    ...app.map(([rights, tables]) => `grant ${rights} on ${tables} to ${APP_ROLE}`),
    counters(distributed),
    searchGrant('tenant', { columns: ['oid', 'parent_oid', 'name', 'path', 'order_key'], distributed }),
    ...searchPolicy('tenant'),
  ]
}

/** Lets the search role read some columns. Distributed tables have no rights on columns: it may read them all, and its functions do not. */
export function searchGrant(table: string, { columns, distributed }: { columns: readonly string[]; distributed: boolean }): string {
  return `grant select ${distributed ? '' : `(${columns.join(', ')}) `}on ${table} to ${SEARCH_ROLE}`
}

/** The search role sees the granted columns of every row; its functions stay inside the caller's scope by themselves. */
export function searchPolicy(table: string): string[] {
  return [`drop policy if exists search on ${table}`, `create policy search on ${table} for select to ${SEARCH_ROLE} using (true)`]
}
