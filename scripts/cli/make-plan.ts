import type { Plan, PlanItem } from '../../schemas/plan.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Client, StoredRecord } from './client.ts'
import { CommandError } from './command-error.ts'
import { changesOf } from './compare.ts'
import type { WantedRecords } from './documents.ts'
import { keyFormOf, keyOf, type Entity } from './entity.ts'

/** A plan item and where in the files it comes from. */
export interface PlannedItem {
  item: PlanItem
  entity: Entity
  /** How the record is called in messages. */
  name: string
  /** File and place of the record; for a deletion the file that lacks it. */
  place: string
}

/** What a file wants of one entity. */
export interface WantedEntity extends Pick<WantedRecords, 'file' | 'records'> {
  entity: Entity
}

/** The items that make what is stored in a tenant what files want; nothing for records that are so already. With `prune`, others are deleted. */
export async function planItems(
  client: Client,
  tenant: string,
  { wanted, prune }: { wanted: readonly WantedEntity[]; prune: boolean },
): Promise<PlannedItem[]> {
  const stored = new Map<string, StoredRecord[]>()
  for (const { entity } of wanted) if (!stored.has(entity.name)) stored.set(entity.name, await client.list(entity, tenant))
  const items: PlannedItem[] = []
  const kept = new Set<StoredRecord>()
  for (const one of wanted) items.push(...itemsOf(one, { tenant, stored: stored.get(one.entity.name) ?? [], kept }))
  if (!prune) return items
  const pruned = new Map(wanted.map(({ entity, file }) => [entity.name, { entity, file }]))
  for (const { entity, file } of pruned.values())
    for (const record of stored.get(entity.name) ?? []) if (!kept.has(record)) items.push(deletionOf(entity, record, file))
  return items
}

interface Stored {
  tenant: string
  stored: readonly StoredRecord[]
  /** Records that a file has named. */
  kept: Set<StoredRecord>
}

function itemsOf({ entity, file, records }: WantedEntity, { tenant, stored, kept }: Stored): PlannedItem[] {
  const at = { oid: tenant }
  const byOid = new Map(stored.map((record) => [record.oid, record]))
  const find = findByKey(entity, stored, at)
  const only = entity.meta.singleton === true ? stored[0] : undefined
  return records.flatMap((record, index): PlannedItem[] => {
    const place = `${file}, record ${index + 1}`
    const { oid, ...fields } = record
    const found = typeof oid === 'string' ? byOid.get(oid) : (only ?? find(record))
    if (found === undefined && typeof oid === 'string')
      throw new CommandError(`${place}: there is no ${entity.name} ${oid} in this tenant.`, 1)
    if (found !== undefined && kept.has(found))
      throw new CommandError(`${place}: another record of these files is the same ${entity.name}.`, 1)
    if (found !== undefined) kept.add(found)
    const item = found === undefined ? creationOf(entity, fields, tenant) : updateOf(entity, fields, found)
    return item === undefined ? [] : [{ item, entity, place, name: nameOf(entity, found ?? record) }]
  })
}

/** Finds the stored record with the key of another one, which gives each part of it by identifier or by name. */
function findByKey(entity: Entity, stored: readonly StoredRecord[], tenant: { oid: string }): (record: Rec) => StoredRecord | undefined {
  const known = new Map<string, ReadonlyMap<string | undefined, StoredRecord>>()
  return (record) => {
    const form = keyFormOf(entity, record, tenant)
    if (form === undefined) return undefined
    const byKey = known.get(form.join()) ?? new Map(stored.map((one) => [keyOf(entity, one, { form, tenant }), one]))
    known.set(form.join(), byKey)
    return byKey.get(keyOf(entity, record, { form, tenant }))
  }
}

function creationOf({ name, meta }: Entity, fields: Rec, tenant: string): PlanItem {
  const { parent } = meta
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  return { entity: name, action: 'create', changes: { ...(parent !== undefined && { [parent]: tenant }), ...given } }
}

function updateOf({ name, schema }: Entity, fields: Rec, found: StoredRecord): PlanItem | undefined {
  const changes = changesOf(schema, fields, found)
  if (Object.keys(changes).length === 0) return undefined
  return { entity: name, action: 'update', oid: found.oid, revision: found.revision, changes }
}

function deletionOf(entity: Entity, record: StoredRecord, file: string): PlannedItem {
  const { oid, revision } = record
  return { item: { entity: entity.name, action: 'delete', oid, revision }, entity, name: nameOf(entity, record), place: file }
}

function nameOf({ meta, key }: Entity, record: Rec): string {
  return String(record[meta.label] ?? record[key[0] ?? ''] ?? record['oid'] ?? '')
}

/** The plan of some items, as the service takes it. */
export function planOf(tenant: string, items: readonly PlannedItem[]): Plan {
  return { items: items.map(({ item }) => item), source: 'api', tenantOid: tenant }
}
