import type { InvalidGroup, NamedRecord } from '../../schemas/schema-plan.ts'
import { newOid } from '../db/new-oid.ts'
import { EVERYTHING } from '../db/scope.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import type { FoundRow } from '../entities/records/one-record.ts'
import { isSecretAt, openSecrets } from '../entities/records/secrets.ts'
import { actingIn, readerOf, recordOf } from '../entities/records/served-record.ts'
import { settleDrafts } from '../plan/checks/check-drafts.ts'
import { loadReferences } from '../plan/checks/references.ts'
import { newDraft, RefusalBudget, type Draft, type PlanWork } from '../plan/drafts/draft.ts'
import type { Caller } from '../policies/caller.ts'
import type { Database } from '../db/database.ts'

/** Records that are named of each reason. */
export const NAMED = 100

/** Groups by key and place. */
export type NotedGroups = Map<string, InvalidGroup>

/** A record that could not be saved. */
export interface Checked {
  record: NamedRecord
  /** Where, as a pattern, and why. */
  errors: Pick<InvalidGroup, 'key' | 'at' | 'message' | 'params'>[]
}

/** How records are checked. */
export interface CheckParts {
  database: Database
  /** Somebody with every right, as whom records are checked. */
  caller: Caller
  /** Whether stored secrets are opened and checked. @default true */
  withSecrets?: boolean
}

/** Checks records as if somebody saved them unchanged. */
export async function checkFound(parts: CheckParts, model: EntityModel, found: readonly FoundRow[]): Promise<Checked[]> {
  const { database, caller } = parts
  const budget = new RefusalBudget(true)
  const drafts = found.map((row, index) => draftOf(row, { index, model, budget, ...parts }))
  const plan = { tenantOid: 'all', source: 'api' as const, items: drafts.map(({ item }) => item) }
  const work: Omit<PlanWork, 'queries'> = {
    database,
    catalogue: catalogueOf(database),
    caller,
    plan,
    actionId: newOid(),
    now: new Date(),
    drafts,
    byRef: new Map(),
    tenants: new Map(found.map(({ node }) => [node.oid, node])),
    context: 'all',
    referenced: new Map(),
    named: new Set(),
    budget,
  }
  // Records are checked while nobody waits for the connection.
  const loaded = await database.withScope(EVERYTHING, async (queries) => {
    await loadReferences({ ...work, queries })
    return { ...work, queries }
  })
  await settleDrafts(loaded)
  return drafts.flatMap((draft, at) => refusedRecord(draft, found[at], parts))
}

interface DraftParts extends Pick<Draft, 'index' | 'model'>, CheckParts {
  budget: RefusalBudget
}

function draftOf(found: FoundRow, { index, model, caller, budget, database, withSecrets = true }: DraftParts): Draft {
  const stored = recordOf(model, found.row)
  const before = withSecrets ? openSecrets(stored, model.schema, { place: found.row.oid, key: database.secretKey }) : stored
  const { oid, revision } = found.row
  const reader = actingIn(model, readerOf(caller, found.node, model), 'all')
  const item = { entity: model.name, action: 'update' as const, oid, revision }
  return newDraft({ index, item, model, oid, budget, found, node: found.node, reader, before, next: before })
}

function refusedRecord({ errors, model }: Draft, found: FoundRow | undefined, { withSecrets = true }: CheckParts): Checked[] {
  if (errors.length === 0 || found === undefined) return []
  const reasons = errors.flatMap(({ pointer, key, message, params }) => {
    const place = pointer.replace(/^\/items\/\d+(\/changes)?/, '')
    // Of a secret that nobody opened it is known whether there is one, no more.
    if (!withSecrets && key !== 'validation.field.mandatory' && isSecretAt(model.schema, place)) return []
    return [{ key, at: place.replaceAll(/\/\d+(?=\/|$)/g, '/*'), message, ...(params && { params }) }]
  })
  return reasons.length === 0 ? [] : [{ record: namedRecord(model, found), errors: reasons }]
}

/** Names a record for somebody who has to find it. */
export function namedRecord(model: EntityModel, { row, node }: FoundRow): NamedRecord {
  return { oid: row.oid, name: String(recordOf(model, row)[model.meta.label] ?? ''), tenant: node.name, tenantOid: node.oid }
}

/** Adds a record to the groups of its reasons. */
export function noteInvalid(groups: NotedGroups, { record, errors }: Checked): void {
  const seen = new Set<string>()
  for (const error of errors) {
    const id = `${error.key} ${error.at}`
    if (seen.has(id)) continue
    seen.add(id)
    const group = groups.get(id) ?? { ...error, count: 0, records: [] }
    group.count++
    if (group.records.length < NAMED) group.records.push(record)
    groups.set(id, group)
  }
}
