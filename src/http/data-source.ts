import { allOf } from '../../renderer/data/filters/rsql.ts'
import { deferred } from '../../renderer/parts/deferred.ts'
import {
  type DataSource,
  everyAbility,
  type Figures,
  type JournalQuery,
  type ListQuery,
  RequestError,
} from '../../renderer/data/data-source.ts'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import { isEntityName } from '../../schemas/generated/entity-names.ts'
import type { MatrixAnswer } from '../../schemas/matrix.ts'
import type { JournalEntry, ListAnswer, Plan, PlanResult, UndoResult } from '../../schemas/plan.ts'
import type { EntityMeta, Rec } from '../../schemas/vocabulary/types.ts'
import type { RuntimeConfig } from '../../schemas/tenancy.ts'
import { wireTables } from '../../schemas/generated/wire-tables.ts'
import { metaIn, presentIn, rowsIn } from './answers.ts'
import type { HttpClient, RequestOptions } from './client.ts'
import type { EntityCalls } from './collection-calls.ts'
import { unknownError } from './problem.ts'
import { recordOf } from './wire-records.ts'

/** What only writes need: fetched when the page is idle, or at the first sign of a person (`loadWhenIdle`). */
export const writes = deferred(() => import('./collection-calls.ts'))

/** The renderer's port on the routes of the service. */
export function createDataSource(
  client: HttpClient,
  bases: Pick<RuntimeConfig['bases'], 'api' | 'journal'>,
  metaOf: (entity: string) => EntityMeta = generatedMeta,
): DataSource {
  const callsOf = (entity: string): EntityCalls => {
    const meta = metaOf(entity)
    return { meta, wire: wireTables[meta.command?.of ?? entity] }
  }
  return {
    abilities: () => everyAbility,
    list: async (entity, query, signal) => {
      const answer = await client.request<unknown>('GET', ...listCall(metaOf(entity), { query, signal }))
      const data = (rowsIn(answer) as Rec[]).map((sent) => recordOf(sent, wireTables[entity]))
      return { data, meta: metaIn(answer) as ListAnswer['meta'] }
    },
    groups: (entity, by, { tenantOid, filter, zone, condition }) => {
      const { route, scope } = metaOf(entity)
      const tenant = scope === 'overlay' ? {} : { tenantOid: named(tenantOid) }
      return client.request('GET', `${route}/groups`, { query: { by, filter, condition, ...tenant }, ...zoneHeader(zone) })
    },
    one: async (entity, oid, ...[tenantOid, signal]) => {
      const path = `${metaOf(entity).route}/${encodeURIComponent(oid)}`
      const answer = await client.request<unknown>('GET', path, { query: { tenantOid: named(tenantOid) }, signal })
      return recordOf(presentIn(answer), wireTables[entity])
    },
    related: async ({ entity, oid, name, tenantOid }, signal) => {
      const path = `${metaOf(entity).route}/${encodeURIComponent(oid)}/${name}`
      // The overlay is named by the header of every call.
      const query = metaOf(entity).scope === 'overlay' ? {} : { tenantOid: named(tenantOid) }
      return rowsIn(await client.request<unknown>('GET', path, { query, signal })) as Rec[]
    },
    rows: async ({ path }, query, signal) =>
      rowsIn(await client.request<unknown>('GET', `${bases.api}/${path}`, { query, signal })) as Rec[],
    document: async (path, signal) => presentIn(await client.request<unknown>('GET', `${bases.api}/${path}`, { signal })),
    figures: async ({ from, tenantOid, filters }, signal) => {
      const path = from.replace('{tenantOid}', encodeURIComponent(tenantOid))
      const answer = await client.request<unknown>('POST', path, { body: filters, signal })
      return { data: rowsIn(answer) as Rec[], meta: metaIn(answer) as Figures['meta'] }
    },
    // The overlay is named by the header of every call.
    matrix: (entity, _tenantOid, signal) => client.request<MatrixAnswer>('GET', `${metaOf(entity).route}/matrix`, { signal }),
    command: async (path, oid, { idempotencyKey }) => {
      await client.request('POST', `${bases.api}/${path}/${encodeURIComponent(oid)}`, { idempotencyKey })
    },
    plan: async (plan, { dryRun, idempotencyKey, signal }) => {
      if (dryRun !== true) {
        const { sendAsCall } = await writes.load().catch(noAnswer)
        const sent = sendAsCall(client, plan, { entityOf: callsOf, idempotencyKey, signal })
        if (sent !== undefined) return sent
      }
      const query = { dryRun: dryRun ? 'true' : undefined }
      return client.request<PlanResult>('POST', `${bases.api}/plans`, { query, body: withoutRecords(plan), idempotencyKey, signal })
    },
    planBytes: (_entity, body, { dryRun, ...options }) =>
      client.requestBytes('POST', `${bases.api}/plans`, { query: { dryRun: dryRun ? 'true' : undefined }, body, ...options }),
    ...journalCalls(client, bases.journal),
  }
}

/** Reads journals, and takes back what they tell of. */
function journalCalls(client: HttpClient, base: string): Pick<DataSource, 'journal' | 'restore' | 'undo' | 'undoEntries'> {
  return {
    undo: (actionId, tenantOid, { dryRun, idempotencyKey }) =>
      client.request<PlanResult>('POST', `${base}/journal/actions/${encodeURIComponent(actionId)}/undo`, {
        query: { tenantOid: named(tenantOid), dryRun: dryRun ? 'true' : undefined },
        idempotencyKey,
      }),
    undoEntries: (query, { dryRun, idempotencyKey }) => {
      const { entity, filter } = journalQuery(query)
      return client.request<UndoResult>('POST', `${journalPath(base, query.tenantOid)}/undo`, {
        query: { entity, filter, dryRun: dryRun ? 'true' : undefined },
        idempotencyKey,
      })
    },
    journal: async (query, signal) => {
      const path = journalPath(base, query.tenantOid, query.theme)
      const answer = await client.request<unknown>('GET', path, { query: journalQuery(query), signal })
      const { archivedBefore, entities } = metaIn(answer)
      return {
        entries: rowsIn(answer) as JournalEntry[],
        ...(typeof archivedBefore === 'string' && { archivedBefore }),
        ...(Array.isArray(entities) && { entities: entities as string[] }),
      }
    },
    restore: (entry, { dryRun, idempotencyKey }) =>
      client.request<PlanResult>('POST', `${journalPath(base, entry.tenant.oid, entry.theme)}/${encodeURIComponent(entry.id)}/restore`, {
        query: { dryRun: dryRun ? 'true' : undefined },
        idempotencyKey,
      }),
  }
}

function generatedMeta(entity: string): EntityMeta {
  if (!isEntityName(entity)) throw new Error(`No entity named "${entity}"`)
  return entityMeta[entity]
}

/** The code of writes cannot be fetched from a service that is away. */
function noAnswer(): never {
  throw new RequestError({ status: 0, messages: [unknownError] })
}

/** A plan as it is sent. */
function withoutRecords(plan: Plan): Plan {
  return { ...plan, items: plan.items.map(({ record: _record, ...item }) => item) }
}

/** 'all' is no tenant: calls leave the parameter out (S0 section 7). */
const named = (tenantOid: string): string | undefined => (tenantOid === 'all' ? undefined : tenantOid)

/** The list's own address where it has one, which names the tenant. */
function listCall(meta: EntityMeta, { query, signal }: { query: ListQuery; signal: AbortSignal | undefined }): [string, RequestOptions] {
  const asked = listQuery(meta, query)
  const options = { signal, ...zoneHeader(query.zone) }
  if (meta.listRoute === undefined) return [meta.route, { query: asked, ...options }]
  const { [meta.tenantParam ?? 'tenantOid']: _tenant, ...rest } = asked
  return [meta.listRoute.replace('{tenantOid}', encodeURIComponent(query.tenantOid)), { query: rest, ...options }]
}

const zoneHeader = (zone: string | undefined): Pick<RequestOptions, 'headers'> =>
  zone === undefined ? {} : { headers: { 'x-time-zone': zone } }

function listQuery(
  meta: EntityMeta,
  { tenantOid, page, size, sort, filter, condition, after, isCountedLater }: ListQuery,
): NonNullable<RequestOptions['query']> {
  const order = sort?.order === 'desc' ? '-' : ''
  const rows = { page, size, sort: sort && `${order}${sort.by}`, filter, condition, after }
  return { [meta.tenantParam ?? 'tenantOid']: named(tenantOid), ...rows, count: isCountedLater && 'atLeast' }
}

const journalPath = (base: string, tenantOid: string, theme?: string): string =>
  `${base}/journal/entries/${encodeURIComponent(tenantOid)}${theme === undefined ? '' : `/${encodeURIComponent(theme)}`}`

function journalQuery({ entity, limit, eventType, before, filter, after }: Partial<JournalQuery>): NonNullable<RequestOptions['query']> {
  // Without quotes, as S0 section 7 prints it.
  const event = eventType && `eventType==${eventType}`
  return { entity, limit, sort: '-creationDate', after, filter: allOf([event, before && `creationDate=lt=${before}`, filter]) }
}
