import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Plan } from '../../schemas/plan.ts'
import type { Database } from '../db/database.ts'
import { applyPlan } from '../plan/apply-plan.ts'
import { planOptions } from '../plan/plan-options.ts'
import { errorsOf, sendRefusal } from '../plan/plan-problem.ts'
import { readPlan } from '../plan/read-plan.ts'
import { journalRoutes } from '../journal/routes.ts'
import { confirmed } from '../identity/confirmed.ts'
import { TENANT_PARAMETERS } from '../plugins/parameters.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { Caller } from '../policies/caller.ts'
import { catalogueOf } from './catalogue.ts'
import { collectionAnswer, collectionErrors, planOf, type WriteMethod } from './collection-writes.ts'
import type { EntityModel } from './entity-model.ts'
import { listRecords } from './list-records.ts'
import type { ListRequest } from './list-statement.ts'
import { oneRecord } from './one-record.ts'
import { paging, text, type Query } from './read-query.ts'
import { listTenant, namedTenant } from './route-tenant.ts'

const LIST_PARAMETERS = ['page', 'size', 'sort', 'filter', 'condition', 'after']

/** List, one and writes of every entity, plans, and the journal. `request.caller` must be there before. */
export function entityRoutes(database: Database): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    for (const model of catalogueOf(database).models.values()) addEntity(app, database, model)
    app.post('/api/v1/plans', { config: { parameters: ['dryRun'] } }, async (request, reply) => {
      const outcome = await applyPlan({ database, caller: request.caller }, readPlan(request.body), planOptions(request))
      return outcome.status === 200 || outcome.result.dryRun ? outcome.result : sendRefusal(request, reply, { outcome })
    })
    journalRoutes(app, database)
  }
}

function addEntity(app: FastifyInstance, database: Database, model: EntityModel): void {
  const { route, tenantParam } = model.meta
  const tenants = [...new Set([...TENANT_PARAMETERS, ...(tenantParam === undefined ? [] : [tenantParam])])]
  app.get(route, { config: { confirmsCaller: true, parameters: [...LIST_PARAMETERS, ...tenants] } }, async (request) =>
    confirmed(request, async (caller, stampNow) =>
      listRecords(database, caller, { model, request: await readList(database, request, { caller, model }), stampNow }),
    ),
  )
  app.get(`${route}/:oid`, { config: { parameters: tenants } }, async (request) => {
    const { oid } = request.params as { oid: string }
    if (/\0|\p{Surrogate}/u.test(oid)) throw new HttpProblem(404, `There is no such ${model.name}, or you may not read it.`)
    return { data: [await oneRecord(database, request.caller, { model, oid, named: namedTenant(request, model) })] }
  })
  if (model.meta.readOnly === true) return
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const config = { parameters: ['dryRun', ...tenants] }
    app.route({ method, url: route, config, handler: (request, reply) => write({ database, model, method }, request, reply) })
  }
}

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
    ...(filter !== undefined && { filter }),
    ...(condition !== undefined && { condition }),
    ...(query['after'] !== undefined && { after: text(query, 'after') ?? '' }),
  }
}

interface CollectionWrite {
  database: Database
  model: EntityModel
  method: WriteMethod
}

/** The specification's calls on collections: thin doors to the one write path. */
async function write({ database, model, method }: CollectionWrite, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const plan = planOf(model, method, { body: request.body, tenantOid: namedTenant(request, model) })
  const outcome = await applyPlan({ database, caller: request.caller }, inContext(request, plan), planOptions(request))
  if (outcome.status !== 200) return sendRefusal(request, reply, { outcome, errors: collectionErrors(errorsOf(outcome.result)) })
  if (method === 'POST') reply.code(201)
  return collectionAnswer(outcome.result)
}

/** Without a named tenant, whoever has no all-access works in the tenant of the first role. */
function inContext(request: FastifyRequest, plan: Plan): Plan {
  const own = request.caller.memberships[0]?.tenant.oid
  return plan.tenantOid !== 'all' || request.caller.allAccess || own === undefined ? plan : { ...plan, tenantOid: own }
}
