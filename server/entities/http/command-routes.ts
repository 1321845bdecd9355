import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Database } from '../../db/database.ts'
import { markDeprecated } from '../../deprecation/deprecated-answer.ts'
import { applyPlan } from '../../plan/apply-plan.ts'
import { changeSource, errorsOf, planOptions, sendRefusal } from '../../plan/plan-http.ts'
import { isObject } from '../../plan/read-plan.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import { catalogueOf } from '../model/catalogue.ts'
import { encodeRecords } from './wire.ts'

/** `POST <route>/{tenantId}` of every command: a thin wrapper around a plan of this one item. */
export function commandRoutes(app: FastifyInstance, database: Database): void {
  const catalogue = catalogueOf(database)
  for (const { name, meta } of catalogue.commands.values()) {
    const written = catalogue.model(meta.command?.of ?? '')
    app.post(`${meta.route}/:tenantId`, { config: { parameters: ['dryRun'] } }, async (request, reply) => {
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
}

function bodyOf({ body }: FastifyRequest): Rec {
  if (!isObject(body)) throw new HttpProblem(400, 'The body must be an object.')
  return body
}
