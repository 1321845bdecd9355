import type { NotifiedItem } from '../../schemas/subscriptions.ts'
import type { ServedRecord } from '../../schemas/plan.ts'
import type { Database } from '../db/database.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { readerFor, changedFields, goneRecords, seenRecords, type Sight } from './seen-records.ts'
import { presentEntry } from '../journal/present-entry.ts'
import type { StoredEntry } from '../journal/read-entries.ts'
import type { Caller, TenantNode } from '../policies/caller.ts'
import { kindOf, type Watch } from './watch.ts'

/** Entries of one tenant, in the order of the journal. */
export interface ToldEntries {
  node: TenantNode
  entries: readonly StoredEntry[]
}

/** What a subscription tells somebody of some entries, with their rights as of now. */
export async function itemsFor(
  database: Database,
  { watch, caller }: { watch: Watch; caller: Caller },
  told: ToldEntries,
): Promise<NotifiedItem[]> {
  const catalogue = catalogueOf(database)
  const wanted = told.entries
    .map((entry) => presentEntry(catalogue, entry))
    .filter(({ entity, eventType }) => watch.entities.includes(entity) && watch.actions.includes(kindOf(eventType)))
  const items = new Map<StoredEntry, NotifiedItem>()
  for (const entity of new Set(wanted.map((entry) => entry.entity))) {
    const entries = wanted.filter((entry) => entry.entity === entity)
    const model = catalogue.models.get(entity)
    if (model === undefined) continue
    const sight = { caller, node: told.node, model, filter: watch.filter }
    for (const [entry, item] of await itemsOfEntity(database, sight, entries)) items.set(entry, item)
  }
  return wanted.flatMap((entry) => items.get(entry) ?? [])
}

async function itemsOfEntity(database: Database, sight: Sight, entries: readonly StoredEntry[]): Promise<Map<StoredEntry, NotifiedItem>> {
  const reader = readerFor(sight)
  if (reader === undefined) return new Map()
  const deletions = entries.filter(({ eventType }) => kindOf(eventType) === 'deletion')
  const oids = [...new Set(entries.filter((entry) => !deletions.includes(entry)).map(({ subject }) => subject.oid))]
  const [records, gone] = [await seenRecords(database, sight, oids), await goneRecords(database, sight, deletions)]
  const found = new Map<StoredEntry, NotifiedItem>()
  for (const entry of entries) {
    const { subject, eventType } = entry
    const record = records.get(subject.oid)
    const action = kindOf(eventType)
    if (action === 'deletion' ? !gone.has(subject.oid) : record === undefined) continue
    const changed =
      record === undefined || action !== 'update'
        ? undefined
        : changedFields(sight.model, entry.details, { context: reader.context, record })
    // That something changed which the reader may not see is not told either.
    if (changed?.length === 0 && Object.keys(entry.details.changes ?? {}).length > 0) continue
    found.set(entry, itemOf(sight, { oid: subject.oid, name: nameOf(sight.model, record) ?? subject.name, action, changed }))
  }
  return found
}

/** The name of a record as its reader is served it. */
export function nameOf(model: EntityModel, record: ServedRecord | undefined): string | undefined {
  const name = record?.[model.meta.label]
  return typeof name === 'string' ? name : undefined
}

export function itemOf(
  { model, node }: Pick<Sight, 'model' | 'node'>,
  { oid, name, action, changed }: Pick<NotifiedItem, 'oid' | 'name' | 'action'> & { changed?: string[] | undefined },
): NotifiedItem {
  return {
    entity: model.name,
    oid,
    name,
    action,
    tenantOid: node.oid,
    tenantName: node.name,
    ...(changed && changed.length > 0 && { changed }),
  }
}
