import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hintFor, didYouMean } from '../../schemas/vocabulary/names.ts'
import type { Database } from '../db/database.ts'
import { integer, storableOid, text, type Query } from '../entities/http/read-query.ts'
import { tenantNode } from '../entities/http/route-tenant.ts'
import { planOptions } from '../plan/plan-http.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { listViews, viewChanges, viewModel, type ViewPlace } from './list-views.ts'
import { changeView, createView, deleteView, type SentView, type ViewCall } from './write-views.ts'

const CREATED = new Set(['entity', 'kind', 'tenantOid', 'name', 'state', 'isDefault'])
const CHANGED = new Set(['revision', 'kind', 'tenantOid', 'name', 'state', 'isDefault'])
const MAX_REVISION = 2 ** 31 - 1

/** `/api/v1/listViews`: named views of lists, own ones and those of a tenant. Requires `request.caller`. */
export function listViewRoutes(app: FastifyInstance, database: Database): void {
  const config = { parameters: ['entity', 'tenantOid'] }
  app.get('/api/v1/listViews', { config }, async (request) => listViews(database, request.caller, await placeOf(database, request)))
  app.get('/api/v1/listViewChanges', { config }, async (request) => ({
    data: await viewChanges(database, request.caller, await placeOf(database, request)),
  }))
  app.post('/api/v1/listViews', async (request, reply) => {
    const view = await createView(database, callOf(request), sentView(request.body, CREATED))
    return reply.status(201).send({ data: [view] })
  })
  app.patch('/api/v1/listViews/:oid', async (request) => ({
    data: [await changeView(database, callOf(request), { oid: oidOf(request), sent: sentView(request.body, CHANGED) })],
  }))
  app.delete('/api/v1/listViews/:oid', { config: { parameters: ['revision'] } }, async (request, reply) => {
    const revision = integer(request.query as Query, 'revision', { from: 0, to: MAX_REVISION, otherwise: -1 })
    await deleteView(database, callOf(request), { oid: oidOf(request), revision: revision < 0 ? undefined : revision })
    return reply.status(204).send()
  })
}

async function placeOf(database: Database, { caller, query }: FastifyRequest): Promise<ViewPlace> {
  const asked = query as Query
  const named = text(asked, 'tenantOid')
  const model = viewModel(database, text(asked, 'entity') ?? '')
  return { model, tenant: named === undefined || named === 'all' ? 'all' : await tenantNode(database, caller, named) }
}

function callOf(request: FastifyRequest): ViewCall {
  return { caller: request.caller, key: planOptions(request).idempotencyKey }
}

const oidOf = ({ params }: FastifyRequest): string => storableOid((params as { oid: string }).oid, 'view')

/** The view in `{data: [view]}`, the body of every admin API call. */
function sentView(body: unknown, known: ReadonlySet<string>): SentView {
  const data = (body as { data?: unknown } | null)?.data
  const item: unknown = Array.isArray(data) && data.length === 1 ? data[0] : undefined
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw new HttpProblem(400, 'The body must be {"data": [view]} with one view.')
  const unknown = Object.keys(item).find((field) => !known.has(field))
  if (unknown === undefined) return item
  const hint = hintFor(unknown, known)
  const message = `A view has no field '${hint.name}' here${didYouMean(hint)}`
  throw new HttpProblem(400, message, { errors: [{ pointer: '/data/0', key: 'validation.field.unknown', params: { ...hint }, message }] })
}
