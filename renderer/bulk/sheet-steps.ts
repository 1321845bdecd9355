import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import { isEntityName } from '../../schemas/generated/entity-names.ts'
import type { ServedRecord } from '../../schemas/plan.ts'
import { iteratePages, iterateRows } from '../data/queries/iterate.ts'
import type { DataSource } from '../data/data-source.ts'
import { anyOf, oneOf } from '../data/filters/rsql.ts'
import type { Working } from './bulk-state.ts'
import type { SheetClient } from './worker/client.ts'

/** Dependencies of the long steps. */
export interface StepContext {
  client: SheetClient
  source: DataSource
  entity: string
  tenantOid: string
  signal: AbortSignal
  report: (working: Working) => void
}

/** Loads all records into the sheet, and drops rows whose record was deleted. */
export async function loadRecords({ client, source, entity, tenantOid, signal, report }: StepContext): Promise<void> {
  const oids: string[] = []
  for await (const { records, total } of iterateRows(source, { entity, query: { tenantOid }, signal })) {
    await client.call('load', records)
    for (const { oid } of records) oids.push(oid)
    report({ step: 'loading', done: oids.length, total })
  }
  await client.call('dropMissing', oids)
}

/** The label property of the entity. */
function labelOf(entity: string): string {
  if (!isEntityName(entity)) throw new Error(`unknown entity '${entity}'`)
  return entityMeta[entity].label
}

/** Loads the current tenant, which rules of new rows read. */
export async function loadTenant({ client, source, tenantOid, signal }: StepContext, entity: string | undefined): Promise<void> {
  if (entity === undefined || tenantOid === 'all') return
  const record = await source.one(entity, tenantOid, tenantOid, signal)
  await client.call('learn', { entity, labels: [], records: [record], labelField: labelOf(entity) })
}

/** Loads the names of referenced records, which cells show instead of oids, before the records themselves. */
export async function loadNames({ client, source, tenantOid, signal, report }: StepContext): Promise<void> {
  for (const entity of await client.call('namedEntities')) {
    const label = labelOf(entity)
    const records: ServedRecord[] = []
    for await (const page of iterateRows(source, { entity, query: { tenantOid }, signal })) {
      records.push(...page.records)
      report({ step: 'asking', done: records.length, total: page.total })
    }
    await client.call('learn', { entity, labels: records.map((record) => String(record[label])), records, labelField: label })
  }
}

const LABELS_PER_CALL = 50

/** Resolves labels of reference columns that the sheet does not know yet. */
export async function answerQuestions(context: StepContext): Promise<void> {
  const { client, source, tenantOid, signal, report } = context
  for (const { entity, labels } of await client.call('questions')) {
    const label = labelOf(entity)
    for (let at = 0; at < labels.length; at += LABELS_PER_CALL) {
      const part = labels.slice(at, at + LABELS_PER_CALL)
      const records: ServedRecord[] = []
      const filter = anyOf([oneOf(label, part), oneOf('oid', part)])
      const query = { tenantOid, ...(filter !== undefined && { filter }) }
      for await (const page of iteratePages(source, { entity, query, signal })) records.push(...page.records)
      await client.call('learn', { entity, labels: part, records, labelField: label })
      report({ step: 'asking', done: Math.min(at + LABELS_PER_CALL, labels.length), total: labels.length })
    }
  }
}

/** Checks all edited rows in the worker; false if cancelled. */
export async function checkRows({ client, report }: StepContext): Promise<boolean> {
  const answer = await client.callWithProgress((progress) => report({ step: 'checking', ...progress }), 'check')
  return answer === 'done'
}
