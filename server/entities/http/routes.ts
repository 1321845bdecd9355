import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Plan } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { cloudSecurityRoutes } from '../../cloud-security/routes.ts'
import type { Database } from '../../db/database.ts'
import { sendInTurns } from '../../event-loop/json-in-turns.ts'
import { applyPlan } from '../../plan/apply-plan.ts'
import { licenceSummaryRoute } from '../../licensing/summary-route.ts'
import { overlayRoutes } from '../../overlay-api/routes.ts'
import { changeSource, errorsOf, planOptions, sendRefusal } from '../../plan/plan-http.ts'
import { readPlan } from '../../plan/read-plan.ts'
import { journalRoutes } from '../../journal/routes.ts'
import { confirmed } from '../../identity/tokens/confirm-caller.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import { keptRecordRoutes } from '../../kept-records/routes.ts'
import { listViewRoutes } from '../../list-views/routes.ts'
import { bellRoutes } from '../../notifications/bell-routes.ts'
import { subscriptionRoutes } from '../../notifications/subscription-routes.ts'
import { searchRoute } from '../../search/routes.ts'
import { TENANT_PARAMETERS } from '../../plugins/parameters.ts'
import type { Caller } from '../../policies/caller.ts'
import { catalogueOf } from '../model/catalogue.ts'
import { collectionAnswer, collectionErrors, countOf, planOf, type WriteMethod } from './collection-writes.ts'
import { withRowCommands } from '../records/command-can.ts'
import { commandRoutes } from './command-routes.ts'
import { dependentsOf } from '../records/dependents.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { listGroups } from '../list/list-groups.ts'
import { listRecords } from '../list/list-records.ts'
import { clockOf, integer, isCountedLater, type ListRequest, MAX_PAGE_SIZE, paging, type Query, storableOid, text } from './read-query.ts'
import { matrixOf } from '../list/matrix.ts'
import { oneRecord } from '../records/one-record.ts'
import { compressedAnswer } from './compressed-answer.ts'
import { listTenant, namedTenant, overlayOid, tenantNode } from './route-tenant.ts'
import { markDeprecated } from '../../deprecation/deprecated-answer.ts'
import { addEarlierAddresses } from '../../deprecation/earlier-addresses.ts'
import { isTab, withPresentList } from '../../deprecation/earlier-queries.ts'
import { encodePointers, encodeRecords, encodeResult, oidName } from './wire.ts'

const LIST_PARAMETERS = ['page', 'size', 'sort', 'filter', 'condition', 'after', 'count']

/** Routes of all entities (list, single record, writes), of the search over them, of plans and of the journal. Requires `request.caller`. */
export function entityRoutes(database: Database): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    for (const model of catalogueOf(database).models.values()) {
      addEntity(app, database, { model, route: model.meta.route })
      await addEarlierAddresses(app, model, (scope, route) => addEntity(scope, database, { model, route }))
    }
    app.post('/api/v1/plans', { config: { parameters: ['dryRun'] }, preParsing: refuseWithoutRole }, async (request, reply) => {
      const plan = await readPlan(request.body, (tenantOid, items) => admit(database, request, { tenantOid, items }))
      const outcome = await applyPlan({ database, caller: request.caller }, plan, planOptions(request))
      markDeprecated(reply, outcome.deprecated)
      return outcome.status === 200 || outcome.result.dryRun ? sendInTurns(reply, outcome.result) : sendRefusal(request, reply, { outcome })
    })
    await commandRoutes(app, database)
    licenceSummaryRoute(app, database)
    searchRoute(app, database)
    keptRecordRoutes(app, database)
    listViewRoutes(app, database)
    bellRoutes(app, database)
    subscriptionRoutes(app, database)
    overlayRoutes(app, database)
    cloudSecurityRoutes(app, database)
    journalRoutes(app, database)
  }
}

/** Refuses callers without any role before a large body is read. */
async function refuseWithoutRole({ caller }: FastifyRequest): Promise<void> {
  if (caller.scopes().length === 0) throw new HttpProblem(403, 'You have no role here.')
}

/** Up to this many items are validated before the tenant is looked up; with more, the tenant comes first. */
const FEW_ITEMS = 100

async function admit(
  database: Database,
  { caller }: FastifyRequest,
  { tenantOid, items }: { tenantOid: string; items: number },
): Promise<void> {
  if (items > FEW_ITEMS) await listTenant(database, caller, tenantOid === 'all' ? undefined : tenantOid)
}

/** An entity at its address, or at an earlier one. */
interface Addressed {
  model: EntityModel
  route: string
}

function addEntity(app: FastifyInstance, database: Database, { model, route }: Addressed): void {
  const { tenantParam } = model.meta
  const tenants = [...new Set([...TENANT_PARAMETERS, ...(tenantParam === undefined ? [] : [tenantParam])])]
  const list = (request: FastifyRequest, reply: FastifyReply, asked: Partial<ListRequest> = {}): Promise<unknown> =>
    confirmed(request, async (caller, stampNow) => {
      const { wanted, deprecated } = withPresentList(model, { ...(await readList(database, request, { caller, model })), ...asked })
      markDeprecated(reply, deprecated)
      const { value, stamp } = await listRecords(database, caller, { model, request: wanted, stampNow })
      return {
        value: {
          ...value,
          data: await encodeRecords(database, caller, { model, records: value.data, overlay: overlayOf(request, model) }),
        },
        stamp,
      }
    })
  const encoded = async (request: FastifyRequest, record: Rec): Promise<{ data: Rec[] }> => ({
    data: await encodeRecords(database, request.caller, { model, records: [record], overlay: overlayOf(request, model) }),
  })
  if (model.meta.singleton === true) return addOwnRecord(app, database, { model, route })
  if (model.meta.pairs !== undefined) addMatrix(app, database, { model, route })
  app.get(route, { config: { confirmsCaller: true, mayLag: true, parameters: [...LIST_PARAMETERS, ...tenants] } }, (request, reply) =>
    list(request, reply),
  )
  app.get(
    `${route}/groups`,
    { config: { mayLag: true, parameters: ['by', 'filter', 'condition', ...tenants] } },
    async (request, reply) => {
      const { wanted, deprecated } = withPresentList(model, await readList(database, request, { caller: request.caller, model }))
      markDeprecated(reply, deprecated)
      return listGroups(database, request.caller, { model, request: wanted, by: text(request.query as Query, 'by') ?? '' })
    },
  )
  if (model.meta.listRoute !== undefined && route === model.meta.route)
    app.get(
      model.meta.listRoute.replace('{tenantOid}', ':tenantOid'),
      { config: { confirmsCaller: true, mayLag: true, parameters: LIST_PARAMETERS } },
      (request, reply) => list(request, reply),
    )
  const isListed = model.meta.conditionInPath === true
  for (const [path, narrowed] of Object.entries(model.meta.parts ?? {}))
    app.get(
      `${route}/${path}`,
      { config: { confirmsCaller: true, mayLag: true, parameters: [...LIST_PARAMETERS, ...tenants] } },
      (request, reply) => list(request, reply, wholePart(request.query as Query, narrowed)),
    )
  app.get(`${route}/:oid`, { config: { parameters: [...(isListed ? LIST_PARAMETERS : []), ...tenants] } }, async (request, reply) => {
    const { oid } = request.params as { oid: string }
    if (isListed && isTab(model, oid)) return list(request, reply, { condition: oid })
    const named = namedTenant(request, model)
    const at = model.meta.rightsOfContext === true && named !== undefined ? await tenantNode(database, request.caller, named) : undefined
    const record = await oneRecord(database, request.caller, { model, oid: storableOid(oid, model.name), named, at })
    if (model.meta.writtenByCommands !== true || at === undefined) return encoded(request, record)
    return encoded(request, withRowCommands(record, { model, caller: request.caller, catalogue: catalogueOf(database), at }))
  })
  if (model.meta.affects === true) addDependents(app, database, { model, route })
  if (model.meta.readOnly === true) return
  if (model.meta.pairs !== undefined) return addChanges(app, database, { model, route })
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    if (method === 'POST' && model.meta.creation === false) continue
    const config = { parameters: ['dryRun', ...tenants] }
    app.route({ method, url: route, config, handler: (request, reply) => write({ database, model, method }, request, reply) })
  }
  app.delete(`${route}/:oid`, { config: { parameters: ['dryRun', 'revision', ...tenants] } }, async (request, reply) =>
    write({ database, model, method: 'DELETE', body: { data: [namedRecord(request, model)] } }, request, reply),
  )
}

/**
 * Routes of singleton records: read by the tenant's oid, and changed. The singleton of an overlay is also found without an oid, because the
 * header names the overlay.
 */
function addOwnRecord(app: FastifyInstance, database: Database, { model, route }: Addressed): void {
  const { scope, readOnly } = model.meta
  const config = { parameters: [...TENANT_PARAMETERS] }
  const read = async (request: FastifyRequest, oid: string): Promise<unknown> => {
    const named = scope === 'overlay' ? overlayOid(request) : undefined
    const record = await oneRecord(database, request.caller, { model, oid: storableOid(oid, model.name), named })
    return { data: await encodeRecords(database, request.caller, { model, records: [record], overlay: named }) }
  }
  if (scope === 'overlay') app.get(route, { config }, (request) => read(request, overlayOid(request)))
  app.get(`${route}/:oid`, { config }, (request) => read(request, (request.params as { oid: string }).oid))
  if (readOnly !== true) addChanges(app, database, { model, route })
}

/** Update routes of records that cannot be created or deleted. */
function addChanges(app: FastifyInstance, database: Database, { model, route }: Addressed): void {
  for (const method of ['PUT', 'PATCH'] as const) {
    const config = { parameters: ['dryRun', ...TENANT_PARAMETERS] }
    app.route({ method, url: route, config, handler: (request, reply) => write({ database, model, method }, request, reply) })
  }
}

/** Route that returns all pairs of an overlay in one compact answer. */
function addMatrix(app: FastifyInstance, database: Database, { model, route }: Addressed): void {
  app.get(`${route}/matrix`, { config: { mayLag: true } }, async (request, reply) => {
    const node = await tenantNode(database, request.caller, namedTenant(request, model) ?? '')
    const answer = await matrixOf(database, request.caller, { model, node, catalogue: catalogueOf(database) })
    return compressedAnswer(request, reply, answer)
  })
}

/** Route that lists the records that refer to a record, shown before it is changed. */
function addDependents(app: FastifyInstance, database: Database, { model, route }: Addressed): void {
  app.get(`${route}/:oid/dependents`, async (request) => {
    const { oid } = request.params as { oid: string }
    const node = await tenantNode(database, request.caller, overlayOid(request))
    const wanted = { model, oid: storableOid(oid, model.name), node, catalogue: catalogueOf(database) }
    return { data: await dependentsOf(database, request.caller, wanted) }
  })
}

/** The record and revision in the address of a deletion; a missing revision is refused as in a body. */
function namedRecord({ params, query }: FastifyRequest, model: EntityModel): Rec {
  const oid = storableOid((params as { oid: string }).oid, 'record')
  const revision = integer(query as Query, 'revision', { from: 0, to: 2 ** 31 - 1, otherwise: -1 })
  return { [oidName(model)]: oid, ...(revision >= 0 && { revision }) }
}

/** The overlay that the call names; undefined for entities of tenants. */
const overlayOf = (request: FastifyRequest, { meta }: EntityModel): string | undefined =>
  meta.scope === 'overlay' ? overlayOid(request) : undefined

async function readList(
  database: Database,
  request: FastifyRequest,
  { caller, model }: { caller: Caller; model: EntityModel },
): Promise<ListRequest> {
  const query = request.query as Query
  const [sort, filter, condition] = ['sort', 'filter', 'condition'].map((name) => text(query, name))
  return {
    tenant: await listTenant(database, caller, namedTenant(request, model)),
    ...paging(query),
    ...(sort !== undefined && { sort }),
    ...filtersOf(filter),
    ...(filter?.includes('=within=') && { clock: clockOf(request) }),
    ...(condition !== undefined && { condition }),
    ...(query['after'] !== undefined && { after: text(query, 'after') ?? '' }),
    ...(isCountedLater(query) && { isCountedLater: true }),
  }
}

/** Defaults for a sub-address of a list: one large page unless the call says otherwise. */
function wholePart(query: Query, narrowed: string): Partial<ListRequest> {
  const filter = [narrowed, text(query, 'filter') ?? ''].filter((part) => part !== '').map((part) => `(${part})`)
  return { ...(filter.length > 0 && { filter: filter.join(';') }), ...(query['size'] === undefined && { size: MAX_PAGE_SIZE }) }
}

/** Splits a filter into RSQL over fields and a named condition; both may be given in this order, separated by a semicolon. */
function filtersOf(filter: string | undefined): Pick<ListRequest, 'filter' | 'predicate'> {
  const [, predicate, rest] = /^filterPredicateRef==(\w+)(?:;(.+))?$/s.exec(filter ?? '') ?? []
  const narrowed = predicate === undefined ? filter : rest
  return { ...(predicate !== undefined && { predicate }), ...(narrowed !== undefined && { filter: narrowed }) }
}

interface CollectionWrite {
  database: Database
  model: EntityModel
  method: WriteMethod
  /** @default what the request carries */
  body?: unknown
}

/** The specification's calls on collections: thin wrappers around the one write path. */
async function write({ database, model, method, body }: CollectionWrite, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const tenantOid = namedTenant(request, model)
  if (tenantOid !== undefined) await admit(database, request, { tenantOid, items: countOf(body ?? request.body) })
  const plan = await planOf(model, method, { body: body ?? request.body, tenantOid, source: changeSource(request) })
  const applied = await applyPlan({ database, caller: request.caller }, inContext(request, plan), planOptions(request))
  markDeprecated(reply, applied.deprecated)
  const outcome = {
    ...applied,
    result: await encodeResult(database, request.caller, { model, result: applied.result, overlay: overlayOf(request, model) }),
  }
  if (outcome.status !== 200) {
    const errors = collectionErrors(errorsOf(outcome.result), Array.isArray(request.body) ? '' : '/data')
    return sendRefusal(request, reply, { outcome, errors: encodePointers(model, errors) })
  }
  if (outcome.result.counts.raised !== undefined) reply.code(202)
  else if (method === 'POST') reply.code(201)
  return sendInTurns(reply, collectionAnswer(outcome.result))
}

/** Without a named tenant, callers without access to 'all' work in the tenant of their first role. */
function inContext(request: FastifyRequest, plan: Plan): Plan {
  const own = request.caller.memberships[0]?.tenant.oid
  return plan.tenantOid !== 'all' || request.caller.allAccess || own === undefined ? plan : { ...plan, tenantOid: own }
}
