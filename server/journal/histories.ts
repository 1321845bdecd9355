import { type RawBuilder, sql } from 'kysely'
import { isImplicit } from '../../schemas/rights/record-rights.ts'
import type { Database, Queries } from '../db/database.ts'
import { byHashing } from '../db/sql-parts.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import type { Anchor } from './chain.ts'
import type { JournalFault } from './journal-fault.ts'

/** Whose histories are looked at, and the time before which they are in the archive; `undefined`: there is none. */
interface Histories {
  models: readonly EntityModel[]
  until: string | undefined
}

/** A record whose last change is in the archive. */
export interface ArchivedRecord {
  theme: string
  tenantOid: string
  oid: string
  revision: number
}

/** The entities whose records have a history. */
export function withHistory(database: Database): EntityModel[] {
  return [...catalogueOf(database).models.values()].filter(({ meta }) => meta.readOnly !== true || meta.writtenByCommands === true)
}

/** The time before which entries are archived, of any tenant. */
export function archivedUntil(anchors: Iterable<Anchor>): string | undefined {
  return [...anchors].reduce<string | undefined>((last, { until }) => (last === undefined || until > last ? until : last), undefined)
}

/**
 * Finds records whose current revision is not the last one in the journal. "Last" is by `seq`, not by time (clocks of instances differ)
 * nor by highest revision (an earlier record may have had the same oid, e.g. a person detached and attached again). For a record that
 * moved between tenants, the chain with the highest last revision counts. Implicit records have no entry until their first change. What was
 * last changed before `until` may have no entry any more.
 */
export async function missingHistories(queries: Queries, { models, until }: Histories): Promise<JournalFault[]> {
  const faults: JournalFault[] = []
  for (const model of models) {
    const statement = sql<{ oid: string; tenant_oid: string }>`select r.oid, r.tenant_oid from ${recordsWithLast(model)}
      and not ${isArchived(until)} limit 1000`
    const { rows } = await byHashing(queries, () => statement.execute(queries))
    faults.push(...rows.map(({ oid, tenant_oid }): JournalFault => ({ kind: 'missing', tenantOid: tenant_oid, at: oid })))
  }
  return faults
}

/** Counts the records whose last change was before `until`, and has no entry. */
export async function countArchived(queries: Queries, { models, until }: Histories): Promise<number> {
  if (until === undefined) return 0
  let count = 0
  for (const model of models) {
    const statement = sql<{ count: string }>`select count(*) from ${recordsWithLast(model)} and ${isArchived(until)}`
    const { rows } = await byHashing(queries, () => statement.execute(queries))
    count += Number(rows[0]?.count)
  }
  return count
}

/** Those records. */
export async function archivedRecords(queries: Queries, { models, until }: Histories): Promise<ArchivedRecord[]> {
  const found: ArchivedRecord[] = []
  if (until === undefined) return found
  for (const model of models) {
    const { theme } = model.meta
    const statement = sql<
      Omit<ArchivedRecord, 'theme'>
    >`select r.oid, r.tenant_oid as "tenantOid", r.revision from ${recordsWithLast(model)}
      and ${isArchived(until)}`
    const { rows } = await byHashing(queries, () => statement.execute(queries))
    for (const row of rows) found.push({ theme, ...row })
  }
  return found
}

/** Records of an entity (`r`) beside their last revision in the journal (`h`) where that is another one, or none. */
function recordsWithLast(model: EntityModel): RawBuilder<unknown> {
  return sql`${sql.raw(model.table)} r
      left join (select l.oid, max(l.revision) as revision from (
          select distinct on (j.tenant_oid, j.subject_oid) j.subject_oid as oid, (j.entry->>'revision')::integer as revision
          from journal j where j.theme = ${model.meta.theme} and j.entry->>'revision' is not null
          order by j.tenant_oid, j.subject_oid, j.seq desc) l group by l.oid) h on h.oid = r.oid
      where ${sql.raw(isImplicit(model.meta) ? 'r.revision > 1 and ' : '')}(h.oid is null or h.revision <> r.revision)`
}

function isArchived(until: string | undefined): RawBuilder<boolean> {
  return until === undefined ? sql<boolean>`false` : sql<boolean>`(h.oid is null and r.updated_at < ${until}::timestamptz)`
}
