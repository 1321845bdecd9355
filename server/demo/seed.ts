import { sql } from 'kysely'
import { inserted } from '../db/sql-parts.ts'
import { entitySchemas } from '../../schemas/generated/entities.ts'
import type { EntityName } from '../../schemas/generated/entity-names.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import type { Database, Queries } from '../db/database.ts'
import { ipEngineHooks, rebuildIpEngines } from '../domain/ip-engines.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { tableOf } from '../entities/model/field.ts'
import { orderKeysOf, searchText } from '../entities/model/record-texts.ts'
import { appendEntries, writtenEntry, type NewEntry } from '../journal/append.ts'
import { entryDetails } from '../journal/entries-of.ts'
import { hasSecrets, sealSecrets, withMarks } from '../entities/records/secrets.ts'
import { groupBy } from './world/group-by.ts'
import { wholeSchema } from './world/records.ts'
import { identifier, type DemoEvent, type DemoRecord, type DemoWorld } from './world/world.ts'

/** Rows per statement. */
const BATCH = 2_000

/** How many journal entries a world has once it is written. */
export const entriesIn = (world: DemoWorld): number => world.events.length + recordsWithoutEvent(world).length

/** Writes a whole world into an empty database: in bulk, for speed, in the layout that plans write; the journal entry by entry, chained. */
export async function writeWorld(queries: Queries, world: DemoWorld, secretKey: Database['secretKey']): Promise<void> {
  await writeTenants(queries, world)
  await writePeople(queries, world)
  await writeCatalogue(queries, world)
  for (const [entity, records] of groupBy(world.records, ({ entity }) => entity))
    await writeRecords(queries, { entity, records, secretKey })
  await rebuildIpEngines(queries, [
    ...new Set(world.records.filter(({ entity }) => entity in ipEngineHooks).map(({ tenant }) => tenant.oid)),
  ])
  await writeJournal(queries, [...world.events, ...creationsWithoutEvent(world)], secretKey)
}

async function writeTenants(queries: Queries, world: DemoWorld): Promise<void> {
  const reporting = new Map(world.records.flatMap(({ entity, oid, record }) => (entity === 'customer' ? [[oid, record['reporting']]] : [])))
  const rows = world.tenants.map(({ oid, parentOid, type, name, state, path, features, children, createdAtMs, licensingMode }) => ({
    oid,
    parentOid,
    type,
    name,
    state,
    path,
    features,
    children,
    mode: licensingMode ?? null,
    reporting: reporting.get(oid),
    at: iso(createdAtMs),
  }))
  await inBatches(rows, (json) =>
    sql`insert into tenant (oid, parent_oid, type, name, state, path, features, last_label, licensing_mode, reporting, created_at)
      select x.oid, x."parentOid", x.type, x.name, x.state, x.path, x.features, x.children, x.mode, x.reporting, x.at
      from json_to_recordset(${json}::json) as x(oid text, "parentOid" text, type text, name text, state text, path text, features jsonb, children bigint, mode text, reporting text, at timestamptz) ${inserted}`.execute(
      queries,
    ),
  )
}

async function writePeople(queries: Queries, world: DemoWorld): Promise<void> {
  const people = world.people.map(({ oid, mail, name, locale, allAccess, invitedAtMs }) => ({
    oid,
    mail,
    name,
    locale,
    allAccess,
    proven: invitedAtMs === undefined ? mail : null,
  }))
  await inBatches(people, (json) =>
    sql`insert into person (oid, mail, name, locale, all_access, proven_mail) select x.oid, x.mail, x.name, x.locale, x."allAccess", x.proven
      from json_to_recordset(${json}::json) as x(oid text, mail text, name text, locale text, "allAccess" boolean, proven text)`.execute(
      queries,
    ),
  )
  const invited = world.people.flatMap(({ oid, invitedAtMs }) => (invitedAtMs === undefined ? [] : [{ oid, at: iso(invitedAtMs) }]))
  await inBatches(invited, (json) =>
    sql`insert into invitation (person_oid, created_at) select x.oid, x.at from json_to_recordset(${json}::json) as x(oid text, at timestamptz)`.execute(
      queries,
    ),
  )
  const roles = world.people.flatMap(({ oid, roles: held, invitedAtMs }) =>
    held.map(({ tenant, role }) => ({
      tenant: tenant.oid,
      path: tenant.path,
      person: oid,
      role,
      at: iso(invitedAtMs ?? tenant.createdAtMs),
      pending: invitedAtMs !== undefined,
    })),
  )
  await inBatches(roles, (json) =>
    sql`insert into user_role (tenant_oid, tenant_path, person_oid, role, created_at, pending) select x.tenant, x.path, x.person, x.role, x.at, x.pending
      from json_to_recordset(${json}::json) as x(tenant text, path text, person text, role text, at timestamptz, pending boolean) ${inserted}`.execute(
      queries,
    ),
  )
}

async function writeCatalogue(queries: Queries, { applications }: DemoWorld): Promise<void> {
  const schema = schemaOf('saas-application')
  const rows = applications.map(({ oid, ...one }) => {
    const record = { ...one, disabled: one.disabled || undefined, deleted: one.deleted || undefined }
    return { oid, ...record, search: searchText(schema, record), sortKeys: orderKeysOf(schema, record) }
  })
  await inBatches(rows, (json) =>
    sql`insert into saas_application (oid, name, category, disabled, deleted, search_text, sort_keys)
      select x.oid, x.name, x.category, x.disabled, x.deleted, x.search, x."sortKeys"
      from json_to_recordset(${json}::json) as x(oid text, name text, category text, disabled boolean, deleted boolean, search text, "sortKeys" jsonb) ${inserted}`.execute(
      queries,
    ),
  )
}

async function writeRecords(
  queries: Queries,
  { entity, records, secretKey }: { entity: string; records: readonly DemoRecord[]; secretKey: Buffer },
): Promise<void> {
  const schema = schemaOf(entity)
  const versions = catalogueOf().models.get(entity)?.versions
  const storedOf = (data: Rec): Rec => versions?.stored(data) ?? data
  const rows = records.map((one) => ({
    oid: one.oid,
    tenant: one.tenant.oid,
    path: one.path,
    revision: one.revision,
    data: storedOf(hasSecrets(schema) ? sealSecrets(one.record, schema, { place: one.oid, key: secretKey }) : one.record),
    search: searchText(schema, one.record),
    sortKeys: orderKeysOf(schema, one.record),
    createdAt: iso(one.createdAtMs),
    createdBy: one.createdBy.name,
    updatedAt: iso(one.updatedAtMs),
    updatedBy: one.updatedBy.name,
  }))
  await inBatches(rows, (json) =>
    sql`insert into ${sql.raw(tableOf(entity))} (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, created_by, updated_at, updated_by)
      select x.tenant, x.path, x.oid, x.revision, x.data, x.search, x."sortKeys", x."createdAt", x."createdBy", x."updatedAt", x."updatedBy"
      from json_to_recordset(${json}::json) as x(oid text, tenant text, path text, revision integer, data jsonb, search text, "sortKeys" jsonb,
        "createdAt" timestamptz, "createdBy" text, "updatedAt" timestamptz, "updatedBy" text) ${inserted}`.execute(queries),
  )
}

/** Records of which no event says how they came about. */
function recordsWithoutEvent({ records, events }: DemoWorld): DemoRecord[] {
  const mentioned = new Set(events.map(({ subject }) => subject.oid))
  return records.filter(({ oid }) => !mentioned.has(oid))
}

/** Journal entries for records without events of their own: one import per tenant. */
function creationsWithoutEvent(world: DemoWorld): DemoEvent[] {
  const actions = new Map<string, Pick<DemoEvent, 'actionId' | 'atMs' | 'author'>>()
  return recordsWithoutEvent(world).map(({ entity, tenant, oid, record, revision, createdAtMs, createdBy }): DemoEvent => {
    const action = actions.get(tenant.oid) ?? { actionId: identifier(world, createdAtMs), atMs: createdAtMs, author: createdBy }
    actions.set(tenant.oid, action)
    const subject = { oid, name: String(record[schemaOf(entity)['x-entity'].label] ?? '') }
    return {
      ...action,
      source: 'import',
      tenant,
      entity,
      action: 'creation',
      subject,
      revision,
      before: undefined,
      after: {},
      mentioned: record,
    }
  })
}

/** Sorted by time, grouped by action. */
async function writeJournal(queries: Queries, events: readonly DemoEvent[], secretKey: Buffer): Promise<void> {
  const inOrder = events.toSorted((a, b) => a.atMs - b.atMs)
  for (const group of groupBy(inOrder, ({ actionId }) => actionId).values()) {
    const [first] = group
    if (!first) continue
    const { actionId, atMs, author, source } = first
    const action = { id: actionId, source, at: new Date(atMs), principal: { oid: author.oid, name: author.name } }
    await appendEntries(queries, { entries: group.map((event) => writtenEntry(entryOf(event), action)), action, secretKey })
  }
}

function entryOf(event: DemoEvent): NewEntry {
  const { tenant, entity, action, subject, revision, before, after, mentioned = after } = event
  return {
    tenant: { oid: tenant.oid, name: tenant.name, path: tenant.path },
    theme: schemaOf(entity)['x-entity'].theme,
    entity,
    eventType: action === 'update' ? updateEvent(event) : action,
    subject,
    revision,
    details: {
      ...entryDetails(schemaOf(entity)['x-entity'], before, mentioned),
      changes: { ...parentChange(event), ...changesBetween(event) },
    },
  }
}

/** The event type that a plan with the same fields would get. */
function updateEvent({ entity, before = {}, after = {} }: DemoEvent): string {
  const named = Object.entries(schemaOf(entity)['x-entity'].events ?? {})
  return named.find(([, names]) => names.some((name) => before[name] !== after[name]))?.[0] ?? 'update'
}

/** The parent has a column of its own and is not part of the stored record; the journal mentions it at creation and deletion. */
function parentChange({ tenant, entity, action }: DemoEvent): Rec {
  const { parent } = schemaOf(entity)['x-entity']
  if (parent === undefined || action === 'update') return {}
  const change =
    action === 'creation'
      ? { before: null, after: tenant.oid, afterName: tenant.name }
      : { before: tenant.oid, beforeName: tenant.name, after: null }
  return { [parent]: change }
}

function changesBetween({ entity, before = {}, after = {} }: DemoEvent): Rec {
  const { properties } = schemaOf(entity)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name])
  const shown = (record: Rec, name: string): unknown => withMarks(record[name], properties[name] ?? {})
  return Object.fromEntries(names.map((name) => [name, { before: shown(before, name), after: shown(after, name) }]))
}

function schemaOf(entity: string): EntitySchema {
  if (!Object.hasOwn(entitySchemas, entity)) throw new Error(`the demo world makes records of an unknown entity '${entity}'`)
  return wholeSchema(entity as EntityName)
}

async function inBatches(rows: readonly object[], insert: (json: string) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) await insert(JSON.stringify(rows.slice(from, from + BATCH)))
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
