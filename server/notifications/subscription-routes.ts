import { sql } from 'kysely'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServedRecord } from '../../schemas/plan.ts'
import type { Database } from '../db/database.ts'
import { newOid } from '../db/new-oid.ts'
import { EVERYTHING } from '../db/scope.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { integer, storableOid, type Query } from '../entities/http/read-query.ts'
import { oneRecord } from '../entities/records/one-record.ts'
import { fieldError } from '../plugins/english-text.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { deliveriesOf, redeliver } from './deliveries.ts'
import { renewSecret } from './send-webhooks.ts'
import { SUBSCRIPTION } from './watch.ts'

const ROUTE = '/api/v1/subscriptions/:oid'
const MAX_SHOWN = 100
/** Calls that make the service call somebody else, of one caller. */
const LIMIT = { max: 30, timeWindow: 60_000 }

/** The log of deliveries of a subscription, and what its owner does about its webhook. Requires `request.caller`. */
export function subscriptionRoutes(app: FastifyInstance, database: Database): void {
  app.get(`${ROUTE}/deliveries`, { config: { parameters: ['size'] } }, async (request) => {
    const { oid } = await changeable(database, request)
    const size = integer(request.query as Query, 'size', { from: 1, to: MAX_SHOWN, otherwise: 50 })
    return { data: await deliveriesOf(database, oid, { size }) }
  })

  app.post(`${ROUTE}/deliveries/:delivery/redeliver`, { config: { rateLimit: LIMIT } }, async (request, reply) => {
    const { oid } = await changeable(database, request)
    const delivery = storableOid((request.params as { delivery: string }).delivery, 'delivery')
    if (!(await redeliver(database, oid, delivery))) throw new HttpProblem(404, 'There is no such delivery that has ended.')
    return reply.status(202).send()
  })

  app.post(`${ROUTE}/test`, { config: { rateLimit: LIMIT } }, async (request, reply) => {
    const own = await withWebhook(database, request)
    return reply.status(202).send({ data: [{ oid: await addTest(database, request, own) }] })
  })

  app.post(`${ROUTE}/secret`, { config: { rateLimit: LIMIT } }, async (request, reply) => {
    const { oid, tenantOid } = await withWebhook(database, request)
    return reply.status(201).send({ data: [{ secret: await renewSecret(database, { oid, tenantOid }) }] })
  })
}

interface Changeable {
  oid: string
  tenantOid: string
  record: ServedRecord
}

/** The subscription of a call, where the caller may change it; somebody else's tenant gives the same 404 as no subscription. */
async function changeable(database: Database, { caller, params }: FastifyRequest): Promise<Changeable> {
  const model = catalogueOf(database).model(SUBSCRIPTION)
  const oid = storableOid((params as { oid: string }).oid, SUBSCRIPTION)
  const record = await oneRecord(database, caller, { model, oid, named: undefined })
  if (record.can['update'] !== true) throw refusal('subscription.because.own')
  return { oid, tenantOid: String(record['tenantOid']), record }
}

/** Webhooks tell what their owner may read, so that nobody else tries them or learns how they are signed. */
async function withWebhook(database: Database, request: FastifyRequest): Promise<Changeable> {
  const found = await changeable(database, request)
  if (found.record['ownerOid'] !== request.caller.oid || request.caller.tokenRole !== undefined)
    throw refusal('subscription.because.webhookOwner')
  if (typeof found.record['webhookUrl'] !== 'string' || found.record['webhookUrl'] === '')
    throw new HttpProblem(409, 'This subscription has no webhook.')
  return found
}

function refusal(key: string): HttpProblem {
  const error = fieldError('', key)
  return new HttpProblem(403, error.message, { errors: [error] })
}

async function addTest(database: Database, { caller }: FastifyRequest, { oid, tenantOid, record }: Changeable): Promise<string> {
  const delivery = newOid()
  await database.transaction(EVERYTHING, (queries) =>
    sql`insert into delivery (tenant_oid, oid, watch_oid, person_oid, channel, kind, title, action_id, by_name, at, total, items, due_at)
      values (${tenantOid}, ${delivery}, ${oid}, ${caller.oid}, 'webhook', 'test', ${String(record['name'])}, ${delivery}, ${caller.name}, now(), 0, '[]', now())`.execute(
      queries,
    ),
  )
  return delivery
}
