import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Database } from '../../db/database.ts'
import { markDeprecated } from '../../deprecation/deprecated-answer.ts'
import { applyPlan } from '../../plan/apply-plan.ts'
import { changeSource, errorsOf, planOptions, sendRefusal } from '../../plan/plan-http.ts'
import { isObject } from '../../plan/read-plan.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import { addEarlierAddresses } from '../../deprecation/earlier-addresses.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { catalogueOf } from '../model/catalogue.ts'
import { encodeRecords } from './wire.ts'

/** `POST <route>/{tenantId}` of every command: a thin wrapper around a plan of this one item. */
export async function commandRoutes(app: FastifyInstance, database: Database): Promise<void> {
  for (const model of catalogueOf(database).commands.values()) {
    addCommand(app, database, { model, route: model.meta.route })
    await addEarlierAddresses(app, model, (scope, route) => addCommand(scope, database, { model, route }))
  }
}

function addCommand(app: FastifyInstance, database: Database, { model, route }: { model: EntityModel; route: string }): void {
  const { name, meta } = model
  const written = catalogueOf(database).model(meta.command?.of ?? '')
  app.post(`${route}/:tenantId`, { config: { parameters: ['dryRun'] } }, async (request, reply) => {
    const changes = bodyOf(request)
    const { tenantId } = request.params as { tenantId: string }
    const plan = { items: [{ entity: name, action: 'create' as const, changes }], source: changeSource(request), tenantOid: tenantId }
    const outcome = await applyPlan({ database, caller: request.caller }, plan, planOptions(request))
    markDeprecated(reply, outcome.deprecated)
    const { items, actionId, dryRun } = outcome.result
    const encoded = (records: readonly Rec[]): Promise<Rec[]> =>
      encodeRecords(database, request.caller, { model: written, records, overlay: undefined })
    if (outcome.status === 200)
      return { data: await encoded(items.flatMap(({ records = [] }) => records)), actionId, ...(dryRun && { dryRun }) }
    const errors = errorsOf(outcome.result).map((error) => ({
      ...error,
      pointer: error.pointer.replace(/^\/items\/0(?:\/changes)?/, ''),
    }))
    const [current] = await encoded(items.flatMap((item) => item.current ?? []))
    const sent = items.map((item) => (item.current === undefined ? item : { ...item, current: current as ServedRecord }))
    return sendRefusal(request, reply, { outcome: { ...outcome, result: { ...outcome.result, items: sent } }, errors })
  })
}

function bodyOf({ body }: FastifyRequest): Rec {
  if (!isObject(body)) throw new HttpProblem(400, 'The body must be an object.')
  return body
}
