import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import type { EntityName } from '../../../schemas/generated/entity-names.ts'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import { resolveSchema } from '../../../schemas/vocabulary/schema/resolve-schema.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { administratorOf } from '../tenants/people.ts'
import { DAY_MS, identifier, officeHour, type DemoRecord, type DemoTenant, type DemoWorld } from './world.ts'

const defaults = new Map<EntityName, Rec>()
const whole = new Map<EntityName, EntitySchema>()

/** The schema of an entity with its references resolved. */
export function wholeSchema(entity: EntityName): EntitySchema {
  const schemas: Partial<Record<string, EntitySchema>> = entitySchemas
  const known = whole.get(entity) ?? resolveSchema(entitySchemas[entity], (id) => schemas[id])
  whole.set(entity, known)
  return known
}

/** A new record with the entity's defaults; a copy that the caller may modify. */
export function newRecord(entity: EntityName): Rec {
  const known = defaults.get(entity) ?? defaultsOf(wholeSchema(entity))
  defaults.set(entity, known)
  return structuredClone(known)
}

interface NewRecord {
  entity: EntityName
  tenant: DemoTenant
  record: Rec
  /** Age in whole days. */
  daysAgo: number
  oid?: string
}

/** Adds a record that has not changed since an administrator created it. */
export function addStored(world: DemoWorld, { entity, tenant, record, daysAgo, oid }: NewRecord): DemoRecord {
  const author = administratorOf(world, tenant)
  const atMs = Math.min(Math.max(officeHour(world, daysAgo), tenant.createdAtMs + 7_200_000), world.nowMs - 60_000)
  const added: DemoRecord = {
    entity,
    oid: oid ?? identifierOfDay(world, daysAgo),
    tenant,
    path: tenant.path,
    record,
    revision: 1,
    createdAtMs: atMs,
    createdBy: author,
    updatedAtMs: atMs,
    updatedBy: author,
  }
  world.records.push(added)
  return added
}

/** An identifier of something created `daysAgo` days ago; does not depend on the time of day. */
export function identifierOfDay(world: DemoWorld, daysAgo: number): string {
  return identifier(world, world.nowMs - daysAgo * DAY_MS)
}

/** Adds a tenant's single record of an entity with changed values and its journal entry; read-only entities get no entry. */
export function addOwnRecord(
  world: DemoWorld,
  { entity, tenant, record, atMs }: Pick<NewRecord, 'entity' | 'tenant' | 'record'> & { atMs: number },
): void {
  const author = administratorOf(world, tenant)
  const isChanged = entityMeta[entity].readOnly !== true
  const times = { createdAtMs: tenant.createdAtMs, createdBy: author, updatedAtMs: atMs, updatedBy: author }
  world.records.push({ entity, oid: tenant.oid, tenant, path: tenant.path, record, revision: isChanged ? 2 : 1, ...times })
  if (!isChanged) return
  world.events.push({
    atMs,
    author,
    tenant,
    actionId: identifier(world, atMs),
    source: 'editor',
    entity,
    action: 'update',
    subject: { oid: tenant.oid, name: tenant.name },
    revision: 2,
    before: newRecord(entity),
    after: record,
  })
}
