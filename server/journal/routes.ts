import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { truncated } from '../../schemas/vocabulary/names.ts'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { recordCalendarIn } from '../licensing/record-calendar.ts'
import { sendInTurns } from '../event-loop/json-in-turns.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import type { Catalogue, EntityModel } from '../entities/model/entity-model.ts'
import type { Where } from '../entities/filter/filter-sql.ts'
import { integer, text, type Query } from '../entities/http/read-query.ts'
import { ruleContext } from '../entities/records/tenant-context.ts'
import { journalCan } from '../entities/records/served-record.ts'
import { fieldError } from '../plugins/english-text.ts'
import { tenantNode } from '../entities/http/route-tenant.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { subtree, type Caller, type TenantNode } from '../policies/caller.ts'
import { journalFilter } from './filter.ts'
import { planOptions, sendRefusal } from '../plan/plan-http.ts'
import { journalEntries } from './read-entries.ts'
import { takeBack, type TakeBack } from './take-back.ts'

/** By theme: writes events that are due by date alone, e.g. expirations, before the journal is read. */
const recordBeforeRead: Readonly<Record<string, typeof recordCalendarIn>> = { Licensing: recordCalendarIn }

const BASE = '/journal/api/v1/journal'
const MAX_LIMIT = 1_000
const DEFAULT_LIMIT = 20

/** Registers the journal calls (S0 section 7). */
export function journalRoutes(app: FastifyInstance, database: Database): void {
  const catalogue = catalogueOf(database)
  app.get(
    `${BASE}/entries/:tenantOid/:theme`,
    { config: { mayLag: true, parameters: ['limit', 'sort', 'filter', 'after'] } },
    async (request) => {
      const { tenantOid, theme } = request.params as { tenantOid: string; theme: string }
      const query = request.query as Query
      const tenant = await journalTenant(database, request, tenantOid)
      const model = checkedModel(catalogue, request.caller, { tenant, theme })
      await recordBeforeRead[theme]?.(database, request.caller.scopes(), tenant === 'all' ? EVERYTHING : [subtree(tenant.path)])
      const filter = text(query, 'filter')
      const where: Where[] = [sql<boolean>`j.theme = ${theme}`, ...(filter === undefined ? [] : [journalFilter(filter)])]
      const limit = integer(query, 'limit', { from: 1, to: MAX_LIMIT, otherwise: DEFAULT_LIMIT })
      const walk = { limit, order: orderOf(query), after: text(query, 'after') }
      const { entries, archivedBefore } = await journalEntries(database, request.caller, { catalogue, tenant, model, where, ...walk })
      return { data: entries, ...(archivedBefore !== undefined && { meta: { archivedBefore } }) }
    },
  )
  app.post(`${BASE}/entries/:tenantOid/:theme/:id/restore`, { config: { parameters: ['dryRun'] } }, async (request, reply) => {
    const { tenantOid, id } = request.params as { tenantOid: string; id: string }
    return answerTakeBack(database, { request, reply }, { what: { entryId: id }, tenantOid })
  })
  app.post(`${BASE}/actions/:actionId/undo`, { config: { parameters: ['dryRun', 'tenantOid'] } }, async (request, reply) => {
    const { actionId } = request.params as { actionId: string }
    return answerTakeBack(
      database,
      { request, reply },
      { what: { actionId }, tenantOid: text(request.query as Query, 'tenantOid') ?? 'all' },
    )
  })
}

async function answerTakeBack(
  database: Database,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { what, tenantOid }: { what: TakeBack; tenantOid: string },
): Promise<unknown> {
  const { caller } = request
  const own = caller.memberships[0]?.tenant.oid
  const context = tenantOid === 'all' && !caller.allAccess && own !== undefined ? own : tenantOid
  const outcome = await takeBack({ database, caller }, what, { tenantOid: context, options: planOptions(request) })
  return outcome.status === 200 || outcome.result.dryRun ? sendInTurns(reply, outcome.result) : sendRefusal(request, reply, { outcome })
}

function orderOf(query: Query): 'asc' | 'desc' {
  const sort = text(query, 'sort') ?? '-creationDate'
  if (sort !== '-creationDate' && sort !== 'creationDate')
    throw new HttpProblem(400, 'The journal is sorted by creationDate or -creationDate.')
  return sort.startsWith('-') ? 'desc' : 'asc'
}

async function journalTenant(database: Database, request: FastifyRequest, oid: string): Promise<TenantNode | 'all'> {
  if (oid !== 'all') return tenantNode(database, request.caller, oid)
  if (!request.caller.allAccess) throw new HttpProblem(403, `You may not use the context 'all'; name a tenant.`)
  return 'all'
}

function contextParts(
  caller: Caller,
  { tenant, model }: { tenant: TenantNode | 'all'; model: EntityModel },
): Parameters<typeof ruleContext>[1] {
  const rights = tenant === 'all' ? caller.rightsOnAll() : caller.rightsOn(tenant)
  return { user: caller.oid, rights, resource: model.meta.resource }
}

function refusal(key: string): HttpProblem {
  const error = fieldError('', key)
  return new HttpProblem(403, error.message, { errors: [error] })
}

/** Returns the theme's model; journals need the update permission (S0 section 6). */
function checkedModel(catalogue: Catalogue, caller: Caller, { tenant, theme }: { tenant: TenantNode | 'all'; theme: string }): EntityModel {
  const models = [...catalogue.models.values()].filter(
    ({ meta }) => meta.theme === theme && (meta.readOnly !== true || meta.writtenByCommands === true),
  )
  const model = models[0]
  if (model === undefined) throw new HttpProblem(404, `There is no journal '${truncated(theme)}'.`)
  const own = journalCan(model, ruleContext(tenant, contextParts(caller, { tenant, model })))
  if (own === true) return model
  if (own !== undefined) throw refusal(own.because)
  const tenants = tenant === 'all' ? caller.memberships.map((membership) => membership.tenant) : [tenant]
  const may = tenants.some((one) => caller.rightsOn(one).has(model.meta.resource, 'update'))
  if (!may) throw new HttpProblem(403, `You may not read the journal of ${model.meta.plural} here.`)
  return model
}
