import { sql, type RawBuilder } from 'kysely'
import type { Can, ListAnswer } from '../../../schemas/plan.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { Database, Queries } from '../../db/database.ts'
import { readInAnyOrder, readInOrder } from '../../db/sql-parts.ts'
import { isDistributed, withinTenant } from '../../db/distribution/connections.ts'
import type { Confirmation } from '../../identity/tokens/confirm-caller.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import type { Caller } from '../../policies/caller.ts'
import { catalogueOf } from '../model/catalogue.ts'
import { listCommands, rowCommands } from '../records/command-can.ts'
import { includesSubtenants, isOfOneTenant, type Catalogue, type EntityModel } from '../model/entity-model.ts'
import type { ListRequest } from '../http/read-query.ts'
import { isMarked } from '../../db/ddl/change-marks.ts'
import { markedTables } from '../../db/ddl/marked-tables.ts'
import { countCache, FOUND, isWalked, isWhole, listKey, type KnownCounts } from './known-counts.ts'
import { readableScopes } from './list-rows.ts'
import { candidatesOf } from './candidates.ts'
import {
  boundedIn,
  countedList,
  listStatement,
  orderOf,
  placeOf,
  rememberRanked,
  type ListParts,
  type ListRow,
  type LongPlace,
} from './list-statement.ts'
import { ruleContext } from '../records/tenant-context.ts'
import { actingIn, completeRow, journalCan, readerOf, refuseUnreadable, servedRecord, type Reader } from '../records/served-record.ts'

export interface ListOptions {
  model: EntityModel
  request: ListRequest
  /** Read together with the list, for `confirmed`. */
  stampNow?: RawBuilder<string | null> | undefined
}

/** One page of the records that the caller may read, and the counts of all tabs, in one statement. */
export async function listRecords(
  database: Database,
  caller: Caller,
  { model, request, stampNow }: ListOptions,
): Promise<Confirmation<ListAnswer>> {
  const rights = request.tenant === 'all' ? caller.rightsOnAll() : caller.rightsOn(request.tenant)
  if (!mayList(model, { caller, rights, request })) {
    throw new HttpProblem(403, `You may not list ${model.meta.plural} here.`)
  }
  refuseUnreadable(model, ruleContext(request.tenant, { user: caller.oid, rights, resource: model.meta.resource }))
  const catalogue = catalogueOf(database)
  const found = await database.withScope(caller.scopes(), (queries) =>
    foundRows(queries, model, { caller, rights, request, stampNow, catalogue }),
  )
  return { value: answerOf(model, { caller, rights, request, found, catalogue }), stamp: found.stamp }
}

const NOTHING: ListRow = { counts: null, least: false, rows: null, tenants: null, stamp: null }

type Found = ListParts & { catalogue: Catalogue }
/** Reads a list: by itself, or by what is remembered of it or of what is to be remembered. */
type Read = (how?: Pick<ListParts, 'kept' | 'boundedIn' | 'candidates'>) => Promise<ListRow>

async function foundRows(queries: Queries, model: EntityModel, parts: Found): Promise<ListRow> {
  const distributed = isDistributed(queries)
  const place = distributed ? undefined : await placeOf(queries, model, parts)
  if (place !== undefined) return placedRows(queries, model, { ...parts, place })
  const { stampNow, ...others } = parts
  const read: Read = async (how) => {
    const statement = listStatement(model, { ...others, distributed, ...how, ...(!distributed && { stampNow }) })
    const found = (await statement.execute(queries)).rows[0] ?? NOTHING
    if (found.table_rows !== undefined) tableRows.set(model, found.table_rows)
    return found
  }
  if (!distributed && isCountKept(model, parts)) return keptCounts(queries, model, { parts, read })
  const { tenant } = parts.request
  const found =
    tenant === 'all' || includesSubtenants(model.meta, tenant) ? await read() : await withinTenant(queries, tenant.oid, () => read())
  // A function of the coordinator has no place in a statement that other servers carry out.
  if (!distributed || stampNow === undefined) return found
  const { rows } = await sql<{ stamp: string | null }>`select ${stampNow} as stamp`.execute(queries)
  return { ...found, stamp: rows[0]?.stamp ?? null }
}

/** A page of a ranked list, counted anew where the table has changed since its counts were remembered. */
async function placedRows(queries: Queries, model: EntityModel, parts: ListParts & { place: LongPlace }): Promise<ListRow> {
  const { place } = parts
  const isWalked = 'isWalked' in place
  const [, { rows }] = await Promise.all([
    isWalked && readInOrder(queries, { isPlannedOnce: true }),
    listStatement(model, parts).execute(queries),
  ])
  const found = rows[0] ?? NOTHING
  if ('at' in place) await rememberRanked(queries, model, { place, found })
  if (!('known' in place) || found.mark === place.known?.mark) return found
  if (isWalked) await readInAnyOrder(queries)
  const anew = await placeOf(queries, model, { ...parts, isCountedAnew: true })
  return anew === undefined ? found : placedRows(queries, model, { ...parts, place: anew })
}

/** The rows that a table was last estimated to have. Per model: with several databases in a process the choice of strategy changes no result. */
const tableRows = new WeakMap<EntityModel, number>()

/**
 * Whether the counts of this list are remembered: it counts nothing itself, changes of its table are marked, and it goes over several tenants or
 * is of a large table. To look for what is remembered takes a small list longer than to count it.
 */
function isCountKept(model: EntityModel, { request: { tenant, after } }: ListParts): boolean {
  if (after !== undefined || model.meta.ranked !== undefined || !isMarked(model)) return false
  return tenant === 'all' || includesSubtenants(model.meta, tenant) || isLarge(model)
}

const isLarge = (model: EntityModel): boolean => (tableRows.get(model) ?? 0) >= FOUND.inRows

/** Counts a long list only when the tables that it reads have changed since this copy of the service counted it. */
async function keptCounts(queries: Queries, model: EntityModel, { parts, read }: { parts: Found; read: Read }): Promise<ListRow> {
  const cache = countCache(model, queries)
  const counted = countedList(model, parts).compile(queries)
  const { tenant } = parts.request
  const tables = markedTables(counted.sql, parts.catalogue, isOfOneTenant(model, tenant) ? tenant.oid : undefined)
  const start = (): Promise<ListRow | undefined> => startIfEnough(queries, model, { parts, read })
  if (tables === undefined) return (await start()) ?? read()
  const key = listKey(counted, parts.caller.scopes())
  const order = orderOf(model, parts, parts.catalogue)
  const kept = cache.of(key)
  const known = kept && usable(kept, order, parts.request)
  if (known?.first !== undefined) {
    const found = await read({ kept: { tables, known, order } })
    if (found.mark === known.mark) {
      if (found.first) cache.remember(key, { ...known, first: found.first, order })
      return found
    }
  } else if (known !== undefined && isWalked(known, parts.request)) {
    const walked = await inOrder(queries, () => read({ kept: { tables, known } }))
    if (walked.mark === known.mark) return walked
    await readInAnyOrder(queries)
  }
  const started = await start()
  if (started !== undefined) return started
  const candidates = isLarge(model) ? await candidatesOf(queries, model, parts) : undefined
  const found = await read({ kept: { tables }, candidates })
  const { counts, mark, table_rows: tableRows = 0, first } = found
  if (counts !== null && typeof mark === 'string') cache.remember(key, { counts, mark, tableRows, ...(first && { first, order }) })
  return found
}

/** What is remembered of a list, without its first rows where the page is not among them. */
function usable({ first, ...known }: KnownCounts, order: string | undefined, { condition = 'all', page, size }: ListRequest): KnownCounts {
  if (first === undefined) return known
  const isFound = condition === 'all' && order !== undefined && order === known.order && page * size <= first.length
  return isFound || isWhole({ ...known, first }) ? { ...known, first } : known
}

/** A page of a list that nobody has counted, where its first rows fill it and its reader can do without the count. */
async function startIfEnough(
  queries: Queries,
  model: EntityModel,
  { parts, read }: { parts: Found; read: Read },
): Promise<ListRow | undefined> {
  const { isCountedLater, page, size } = parts.request
  const tenant = isCountedLater === true && isLarge(model) ? boundedIn(model, parts) : undefined
  if (tenant === undefined) return undefined
  const found = await inOrder(queries, () => read({ boundedIn: tenant }))
  if ((found.counts?.['all'] ?? 0) > page * size) return { ...found, isUncounted: true }
  await readInAnyOrder(queries)
  return undefined
}

/** Reads rows in the order of an index, by a statement that is sent right behind the settings for it; they hold until they are taken back. */
async function inOrder<T>(queries: Queries, read: () => Promise<T>): Promise<T> {
  const [, found] = await Promise.all([readInOrder(queries, { isPlannedOnce: true }), read()])
  return found
}

/** In 'all', read-only records are also listed for callers who may read them in any tenant. */
export function mayList(model: EntityModel, { caller, rights, request }: ListParts): boolean {
  const { resource, readOnly } = model.meta
  if (rights.has(resource, 'list') || rights.has(resource, 'read')) return true
  return request.tenant === 'all' && readOnly === true && readableScopes(model, caller).length > 0
}

function answerOf(
  model: EntityModel,
  { caller, rights, request, found, catalogue }: ListParts & { found: ListRow; catalogue: Catalogue },
): ListAnswer {
  const context = ruleContext(request.tenant, { user: caller.oid, rights, resource: model.meta.resource })
  const place = { catalogue, context, rights }
  const commands = model.meta.writtenByCommands === true ? rowCommands(model, place) : undefined
  const nodes = new Map((found.tenants ?? []).map((node) => [node.oid, node]))
  const readers = new Map<string, Reader>()
  const data = (found.rows ?? []).flatMap((row) => {
    const node = nodes.get(row.tenant_oid)
    if (node === undefined) return []
    const reader = readers.get(node.oid) ?? actingIn(model, readerOf(caller, node, model), request.tenant)
    readers.set(node.oid, reader)
    if (!reader.rights.has(model.meta.resource, 'read')) return []
    const record = servedRecord(model, completeRow(model, row, node), reader)
    return [commands === undefined ? record : Object.assign(record, { can: commands(record) })]
  })
  const walking = request.after !== undefined
  const counts = found.counts ?? {}
  const totalCount = counts[walking ? 'all' : (request.condition ?? 'all')] ?? data.length
  const last = found.rows?.[request.size - 1]
  const next = walking && last !== undefined ? { next: last.oid } : {}
  return {
    data,
    meta: {
      totalCount,
      page: request.page,
      size: request.size,
      counts: walking ? {} : counts,
      ...(found.least && { atLeast: true }),
      ...(found.isUncounted && { countable: true }),
      can: { ...collectionCan(model, { rights, request, context }), ...(commands && commandsCan(listCommands(model, place))) },
      ...next,
      ...figuresOf(model, request, counts),
    },
  }
}

/** Import right of an entity written by commands: that of its list commands. */
function commandsCan(commands: Can): Can {
  const [first] = Object.values(commands)
  return { ...commands, ...(first !== undefined && { import: Object.values(commands).find((may) => may === true) ?? first }) }
}

/** Additional counts that a schema names (`counts`); keyset iteration skips them. */
function figuresOf(
  { meta }: EntityModel,
  { condition = 'all', after }: ListRequest,
  counts: Record<string, number>,
): Record<string, number> {
  if (after !== undefined) return {}
  const counted = (name: string): number => counts[name === '$condition' ? condition : name] ?? 0
  return Object.fromEntries(Object.entries(meta.counts ?? {}).map(([name, of]) => [name, counted(of)]))
}

/** S0 section 6: Add needs create, the journal needs update; in 'all' everybody may only read. */
function collectionCan(
  model: EntityModel,
  { rights, request, context }: Pick<ListParts, 'rights' | 'request'> & { context: RuleContext },
): Can {
  const allow = (operation: 'create' | 'update'): true | { because: string } =>
    rights.has(model.meta.resource, operation)
      ? true
      : { because: request.tenant === 'all' ? 'service.because.all' : `service.because.${operation}` }
  if (model.meta.writtenByCommands === true) return { journal: journalCan(model, context) ?? allow('update') }
  if (model.meta.readOnly === true) return {}
  if (model.meta.pairs !== undefined) return { import: allow('update'), journal: allow('update') }
  const create = allow('create')
  const objection = create === true ? rightsObjection(model, context) : undefined
  return {
    ...(model.meta.creation !== false && { create: objection ?? create }),
    import: allow('update'),
    journal: allow('update'),
  }
}

/** A condition on creation that depends on rights only and does not hold, so it is known before there is a record. */
function rightsObjection({ operations, schema }: EntityModel, context: RuleContext): { because: string } | undefined {
  const rules = [schema['x-operations']?.create ?? []].flat()
  const asksForRights = (index: number): boolean => Object.keys(rules[index]?.when ?? {}).every((path) => path.startsWith('$can.'))
  const found = operations.create?.find(({ when }, index) => asksForRights(index) && !when.holds({ record: {}, context }))
  return found && { because: found.because }
}
