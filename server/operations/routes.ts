import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Operations, ServiceCopy } from '../../schemas/operations.ts'
import { asService, type Database, type Queries } from '../db/database.ts'
import { outboxOf } from '../notifications/outbox-figures.ts'
import { requireInstallation } from './may-look.ts'
import { replicationOf } from './replication.ts'
import type { ThisCopy } from './this-copy.ts'

/** `GET /api/v1/operations`: how the installation does. `scope` must have a caller (`registerAuthentication`). */
export function registerOperations(scope: FastifyInstance, { db, copy }: { db: Database; copy: ThisCopy | undefined }): void {
  scope.get('/api/v1/operations', async ({ caller }) => {
    requireInstallation(caller)
    await copy?.tell()
    return { data: [await operationsOf(db, copy?.id)] }
  })
}

async function operationsOf(db: Database, copyId: string | undefined): Promise<Operations> {
  const [isDistributed, replication] = [await db.isDistributed(), await replicationOf(db)]
  return asService(db, async (queries) => ({
    database: { kind: db.kind, isDistributed, replication, ...(await serverOf(queries)) },
    copies: await copiesOf(queries, copyId),
    outbox: await outboxOf(queries),
    migrations: await migrationsOf(queries),
    keySince: await keySince(queries),
    verification: await verificationOf(queries),
  }))
}

async function serverOf(queries: Queries): Promise<Pick<Operations['database'], 'version' | 'role' | 'sizeBytes'>> {
  const { rows } = await sql<{ version: string; standby: boolean; size: string }>`select current_setting('server_version') as version,
    pg_is_in_recovery() as standby, pg_database_size(current_database())::text as size`.execute(queries)
  const [row] = rows
  return { version: row?.version ?? '', role: row?.standby === true ? 'standby' : 'primary', sizeBytes: Number(row?.size ?? 0) }
}

async function copiesOf(queries: Queries, copyId: string | undefined): Promise<ServiceCopy[]> {
  const { rows } = await sql<Omit<ServiceCopy, 'isHere' | 'startedAt'> & { startedAt: Date }>`select id, host, version, figures,
      started_at as "startedAt", greatest(0, round(extract(epoch from now() - seen_at)))::integer as "silentSeconds"
    from service_copy where seen_at > now() - interval '1 hour' order by started_at, id`.execute(queries)
  return rows.map((row) => ({ ...row, startedAt: new Date(row.startedAt).toISOString(), isHere: row.id === copyId }))
}

/** Without the fingerprint of the entity tables, which is no step. */
async function migrationsOf(queries: Queries): Promise<Operations['migrations']> {
  const { rows } = await sql<{ id: number; name: string; at: Date }>`select id, name, applied_at as at from schema_version
    where id > 0 order by applied_at desc, id desc`.execute(queries)
  return rows.map(({ id, name, at }) => ({ id, name, appliedAt: new Date(at).toISOString() }))
}

async function keySince(queries: Queries): Promise<string | null> {
  const { rows } = await sql<{ since: Date | null }>`select since from secret_key`.execute(queries)
  const since = rows[0]?.since ?? null
  return since && new Date(since).toISOString()
}

async function verificationOf(queries: Queries): Promise<Operations['verification']> {
  const { rows } = await sql<{ at: Date; chains: string; entries: string; faults: string }>`select at, chains::text as chains,
    entries::text as entries, faults::text as faults from journal_verification`.execute(queries)
  const [row] = rows
  if (row === undefined) return null
  return { at: new Date(row.at).toISOString(), chains: Number(row.chains), entries: Number(row.entries), faults: Number(row.faults) }
}
