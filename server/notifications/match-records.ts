import { sql, type RawBuilder } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import { isDistributed } from '../db/distribution/connections.ts'
import { newOid } from '../db/new-oid.ts'
import { EVERYTHING } from '../db/scope.ts'
import { withinScopes } from '../db/scope-sql.ts'
import { filterSql } from '../entities/filter/filter-sql.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { readTable } from '../entities/records/own-records.ts'
import { loadTenants } from '../entities/records/tenant-context.ts'
import { subtree, type TenantNode } from '../policies/caller.ts'
import type { KnownCaller } from '../policies/create-caller.ts'
import type { NotifiedItem } from '../../schemas/subscriptions.ts'
import { itemOf, nameOf } from './collect-messages.ts'
import { keepDeliveries, keepNotifications, type Message } from './keep-messages.ts'
import { recipient, recipientsOf } from './recipients.ts'
import { filterFor, readerFor, seenRecords } from './seen-records.ts'
import type { Telling } from './tell-changes.ts'
import { WATCH_COLUMNS, type Watch } from './watch.ts'

/** Records of one entity that one look finds; what is more is found the next day. */
const MOST = 1_000

/** Looks once a day for records that have begun to meet the condition of a subscription. Takes one subscription; false where none is due. */
export async function matchNext(telling: Telling): Promise<boolean> {
  const { database } = telling
  const watch = await takeWatch(database)
  if (watch === undefined) return false
  const people = await database.withScope(EVERYTHING, (queries) => recipientsOf(queries, watch))
  const hasWebhook = watch.webhookUrl !== null && !watch.isStopped
  for (const oid of new Set([...people, ...(hasWebhook ? [watch.ownerOid] : [])])) {
    const caller = await recipient(database, oid)
    if (caller !== undefined) await matchFor(telling, { watch, caller, isTold: people.includes(oid), hasWebhook })
  }
  return true
}

/** The due subscription that has waited longest; it is due again a day later, also where a copy ends midway. */
async function takeWatch(database: Database): Promise<Watch | undefined> {
  const due = sql`n.is_active and n.when_matching and n.filter is not null and (n.looked_at is null or n.looked_at < now() - interval '1 day')`
  const { rows: found } = await database.withScope(EVERYTHING, (queries) =>
    sql<{ is: boolean }>`select exists (select from watch n where ${due}) as "is"`.execute(queries),
  )
  if (found[0]?.is !== true) return undefined
  const { rows } = await database.transaction(EVERYTHING, (queries) =>
    sql<Watch>`update watch w set looked_at = now() where (w.tenant_oid, w.oid) in (select n.tenant_oid, n.oid from watch n where ${due}
      order by n.looked_at nulls first limit 1 for update skip locked) returning ${sql.raw(WATCH_COLUMNS)}`.execute(queries),
  )
  return rows[0]
}

interface Matching {
  watch: Watch
  caller: KnownCaller
  isTold: boolean
  hasWebhook: boolean
}

async function matchFor({ database, isMailing }: Telling, { watch, caller, isTold, hasWebhook }: Matching): Promise<void> {
  const catalogue = catalogueOf(database)
  const items: NotifiedItem[] = []
  for (const entity of watch.entities) {
    const model = catalogue.models.get(entity)
    if (model !== undefined) items.push(...(await matchesOf(database, { watch, caller, model })))
  }
  await database.transaction(EVERYTHING, async (queries) => {
    const fresh = await rememberMatches(queries, { watch, caller, items })
    if (fresh.length === 0) return
    const message: Message = {
      watch,
      personOid: caller.oid,
      kind: 'match',
      actionId: newOid(),
      byName: null,
      at: new Date(),
      total: fresh.length,
      items: fresh,
    }
    const isPerson = isTold && caller.kind === 'person'
    if (isPerson && watch.bell) await keepNotifications(queries, [message])
    if (isPerson && watch.mail && isMailing) await keepDeliveries(queries, 'mail', [message])
    if (hasWebhook && caller.oid === watch.ownerOid) await keepDeliveries(queries, 'webhook', [message])
  })
}

/** Records on the subscription's tenant and below that meet the condition, as somebody may read them in each tenant. */
async function matchesOf(
  database: Database,
  { watch, caller, model }: Pick<Matching, 'watch' | 'caller'> & { model: EntityModel },
): Promise<NotifiedItem[]> {
  const scope = subtree(watch.tenantPath)
  const nodes = await database.withScope(caller.scopes(), async (queries) => {
    const within = (path: string): RawBuilder<unknown> => sql`${withinScopes(path, [scope])} and ${withinScopes(path, caller.scopes())}`
    const found = isDistributed(queries)
      ? tenantsOnServers(model, within)
      : sql<Found>`select t.oid from tenant t where ${within('t.path')}
      and exists (select from ${readTable(model)} r where r.tenant_oid = t.oid) order by t.path limit ${MOST}`
    const { rows } = await found.execute(queries)
    return loadTenants(
      queries,
      rows.map(({ oid }) => oid),
    )
  })
  const items: NotifiedItem[] = []
  for (const node of nodes.values()) if (items.length < MOST) items.push(...(await matchesIn(database, { watch, caller, model, node })))
  return items
}

interface Found {
  oid: string
}

/** Tenants that have records, where those are on several servers: each server finds its own. A tenant's one record need not be stored. */
function tenantsOnServers(model: EntityModel, within: (path: string) => RawBuilder<unknown>): RawBuilder<Found> {
  if (model.meta.singleton === true) return sql<Found>`select t.oid from tenant t where ${within('t.path')} order by t.path limit ${MOST}`
  const table = sql.raw(model.pairs?.tables[0] ?? model.table)
  return sql<Found>`select r.tenant_oid as oid, r.tenant_path from ${table} r where ${within('r.tenant_path')}
    group by r.tenant_oid, r.tenant_path order by r.tenant_path limit ${MOST}`
}

async function matchesIn(
  database: Database,
  { watch, caller, model, node }: Pick<Matching, 'watch' | 'caller'> & { model: EntityModel; node: TenantNode },
): Promise<NotifiedItem[]> {
  const sight = { caller, node, model, filter: watch.filter }
  const reader = readerFor(sight)
  const filter = reader && filterFor(model, watch.filter, reader)
  if (reader === undefined || filter === undefined || filter === 'none') return []
  const { rows } = await database.withinTenant(caller.scopes(), node.oid, (queries) =>
    sql<{ oid: string }>`select r.oid from ${readTable(model)} r where r.tenant_oid = ${node.oid} and ${filterSql(filter, 'r')}
      order by r.oid limit ${MOST}`.execute(queries),
  )
  const records = await seenRecords(
    database,
    { ...sight, filter: null },
    rows.map(({ oid }) => oid),
  )
  return [...records].map(([oid, record]) => itemOf(sight, { oid, name: nameOf(model, record) ?? oid, action: 'match' }))
}

/** Remembers who has been told of which records, forgets those that no longer meet the condition, and answers what is new. */
async function rememberMatches(
  queries: Queries,
  { watch, caller, items }: Pick<Matching, 'watch' | 'caller'> & { items: readonly NotifiedItem[] },
): Promise<NotifiedItem[]> {
  const keys = items.map(({ entity, oid }) => `${entity} ${oid}`)
  const { rows } = await sql<{ key: string }>`insert into matched (tenant_oid, watch_oid, person_oid, record_oid, seen_at)
    select ${watch.tenantOid}, ${watch.oid}, ${caller.oid}, k, now() from unnest(${keys}::text[]) k on conflict do nothing returning record_oid as key`.execute(
    queries,
  )
  if (items.length < MOST)
    await sql`delete from matched where tenant_oid = ${watch.tenantOid} and watch_oid = ${watch.oid} and person_oid = ${caller.oid}
      and record_oid <> all(${keys}::text[])`.execute(queries)
  const fresh = new Set(rows.map(({ key }) => key))
  return items.filter(({ entity, oid }) => fresh.has(`${entity} ${oid}`))
}
