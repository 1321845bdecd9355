import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServedRecord } from '../../schemas/plan.ts'
import type { Database } from '../db/database.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { oneRecord } from '../entities/records/one-record.ts'
import { storableOid } from '../entities/http/read-query.ts'
import { applyPlan, type PlanOutcome } from '../plan/apply-plan.ts'
import { fieldError } from '../plugins/english-text.ts'
import { planOptions, sendRefusal } from '../plan/plan-http.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { simulatedFqdns } from './fqdns.ts'

const ENTITY = 'cloud-security-settings'
/** How often a change by others in between is given way to. */
const ROUNDS = 3

/** `POST /api/v1/cloudSecSettings/refreshCloudsec/{tenantOid}` (S0 section 7): the host names as they are now, kept in the settings. */
export function cloudSecurityRoutes(app: FastifyInstance, database: Database): void {
  app.post('/api/v1/cloudSecSettings/refreshCloudsec/:tenantOid', { config: { parameters: ['dryRun'] } }, async (request, reply) => {
    const oid = storableOid((request.params as { tenantOid: string }).tenantOid, ENTITY)
    for (let round = 1; ; round++) {
      const outcome = await refresh(database, request, oid)
      if (outcome.status === 409 && round < ROUNDS) continue
      return outcome.status === 200 ? { data: outcome.result.items.map(({ record }) => record) } : sendRefusal(request, reply, { outcome })
    }
  })
}

async function refresh(database: Database, request: FastifyRequest, oid: string): Promise<PlanOutcome> {
  const { caller } = request
  const model = catalogueOf(database).model(ENTITY)
  const record = await oneRecord(database, caller, { model, oid, named: undefined })
  refuseUnless(record)
  const fqdns = await database.withinTenant(caller.scopes(), oid, (queries) => simulatedFqdns(queries, oid))
  const given = { fqdns, fqdnsSyncedAt: new Date().toISOString() }
  const item = { entity: ENTITY, action: 'update' as const, oid, revision: record.revision, changes: {} }
  return applyPlan(
    { database, caller },
    { items: [item], source: 'api', tenantOid: oid },
    // A repetition of the call finds other host names and another moment; it is the same call all the same.
    { ...planOptions(request), identity: ['refreshCloudsec', oid], prepare: (drafts) => drafts.forEach((draft) => (draft.given = given)) },
  )
}

/** Only who may change the settings synchronises, and only where edge security is enabled. */
function refuseUnless(record: ServedRecord): void {
  const may = record.can['update']
  if (may !== true) refuse(403, may?.because ?? 'service.because.update')
  if (record['enabled'] !== true) refuse(400, 'cloud-security-settings.because.needsEnabled')
}

function refuse(status: number, key: string): never {
  const error = fieldError('', key)
  throw new HttpProblem(status, error.message, { errors: [error] })
}
