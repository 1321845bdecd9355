/** Column by which records are distributed: what one tenant has stands together, and almost every statement names its tenant. */
export const DISTRIBUTION_COLUMN = 'tenant_oid'

/** Core tables that are distributed like the tables of entities. */
export const TENANT_TABLES: readonly string[] = ['journal_head', 'journal_reseal', 'licence_calendar', 'overlay_state', 'journal']

/** Core tables that statements on distributed tables join: every server has them whole. */
export const REFERENCE_TABLES: readonly string[] = ['tenant', 'user_role', 'saas_application']

/** Counters that triggers keep on one server; distributed, views of the same names count the rows of all servers. */
export const COUNTER_TABLES: readonly string[] = ['list_rank', 'list_total']

/**
 * Core tables that only the coordinator has: people, their sessions and the service's own state, which no statement joins with
 * distributed tables.
 */
export const LOCAL_TABLES: readonly string[] = [
  'address_proof',
  'api_token',
  'backfill_run',
  'delivery',
  'entity_version',
  'idempotency',
  'identity_credential',
  'identity_store',
  'invitation',
  'invitation_link',
  'journal_archive',
  'journal_archived',
  'journal_archiving',
  'journal_verification',
  'kept_record',
  'last_write',
  'list_change',
  'list_view',
  'list_view_change',
  'live_session',
  'matched',
  'notification',
  'outbox',
  'person',
  'rate_count',
  'schema_examination',
  'schema_version',
  'secret_key',
  'service_copy',
  'service_secret',
  'unsubscribed',
  'watch',
]

/** Statement that distributes a table like the others, so that what one tenant has stands on one server. */
export function distribution(table: string): string {
  return `select create_distributed_table('${table}', '${DISTRIBUTION_COLUMN}', colocate_with => 'default')`
}

/** Statements about functions and views, which of a cluster only the coordinator has. */
export function onCoordinator(statements: readonly string[], isCluster: boolean): readonly string[] {
  if (!isCluster) return statements
  return ['set local citus.enable_ddl_propagation = off', ...statements, 'set local citus.enable_ddl_propagation = on']
}
