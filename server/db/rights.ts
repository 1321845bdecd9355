import { APP_ROLE, SEARCH_ROLE } from './roles.ts'

/** What the service's role may do to the core tables. */
const app: readonly [rights: string, tables: string][] = [
  ['select, insert, update, delete', 'tenant, person, user_role, invitation, invitation_link, address_proof, idempotency, service_secret'],
  ['select, insert, update, delete', 'identity_credential, identity_store, licence_calendar, list_rank, list_total'],
  ['select, insert, update', 'overlay_state'],
  ['select, insert, delete', 'live_session'],
  // The trail only grows: the service itself can neither change nor remove an entry.
  ['select, insert', 'journal'],
  ['select, insert, update', 'journal_head'],
  ['select, insert', 'saas_application'],
  ['select', 'schema_version, journal_reseal, secret_key, entity.tenant'],
]

/** Who may do what to the core tables; said again whenever it changes, or the roles have other names. Safe to repeat. */
export const coreRights: readonly string[] = [
  `grant usage on schema public, entity to ${APP_ROLE}, ${SEARCH_ROLE}`,
  ...app.map(([rights, tables]) => `grant ${rights} on ${tables} to ${APP_ROLE}`),
  `grant select (oid, parent_oid, name, path, order_key) on tenant to ${SEARCH_ROLE}`,
  ...searchPolicy('tenant'),
]

/** The search role sees the granted columns of every row; its functions stay inside the caller's scope by themselves. */
export function searchPolicy(table: string): string[] {
  return [`drop policy if exists search on ${table}`, `create policy search on ${table} for select to ${SEARCH_ROLE} using (true)`]
}
