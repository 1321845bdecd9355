import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { recordCalendarIn } from '../licensing/record-calendar.ts'
import { sendInTurns } from '../event-loop/json-in-turns.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import type { Where } from '../entities/filter/filter-sql.ts'
import { integer, text, type Query } from '../entities/http/read-query.ts'
import { tenantNode } from '../entities/http/route-tenant.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { subtree, type TenantNode } from '../policies/caller.ts'
import { journalFilter } from './filter.ts'
import { planOptions, sendRefusal } from '../plan/plan-http.ts'
import { journalEntries } from './read-entries.ts'
import { takeBack, type TakeBack } from './take-back.ts'
import { checkedModel, readableModels } from './readable-models.ts'
import { undoPeriod } from './undo-period.ts'
import { wholeJournal } from './whole-journal.ts'

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
  app.get(
    `${BASE}/entries/:tenantOid`,
    { config: { mayLag: true, parameters: ['entity', 'limit', 'sort', 'filter', 'after'] } },
    async (request) => {
      const { tenantOid } = request.params as { tenantOid: string }
      const query = request.query as Query
      const tenant = await journalTenant(database, request, tenantOid)
      const models = readableModels(catalogue, request.caller, { tenant, entities: text(query, 'entity') })
      for (const { meta } of models)
        await recordBeforeRead[meta.theme]?.(database, request.caller.scopes(), tenant === 'all' ? EVERYTHING : [subtree(tenant.path)])
      const filter = text(query, 'filter')
      const where = filter === undefined ? [] : [journalFilter(filter)]
      const limit = integer(query, 'limit', { from: 1, to: MAX_LIMIT, otherwise: DEFAULT_LIMIT })
      const walk = { limit, order: orderOf(query), after: text(query, 'after') }
      const { entries, archivedBefore } = await wholeJournal(
        database,
        { catalogue, caller: request.caller },
        { tenant, models, where, ...walk },
      )
      const readable = readableModels(catalogue, request.caller, { tenant, entities: undefined })
      const entities = readable.map(({ name }) => name)
      return { data: entries, meta: { entities, ...(archivedBefore !== undefined && { archivedBefore }) } }
    },
  )
  app.post(`${BASE}/entries/:tenantOid/:theme/:id/restore`, { config: { parameters: ['dryRun'] } }, async (request, reply) => {
    const { tenantOid, id } = request.params as { tenantOid: string; id: string }
    return answerTakeBack(database, { request, reply }, { what: { entryId: id }, tenantOid })
  })
  app.post(`${BASE}/entries/:tenantOid/undo`, { config: { parameters: ['dryRun', 'entity', 'filter'] } }, async (request, reply) => {
    const { tenantOid } = request.params as { tenantOid: string }
    const query = request.query as Query
    const tenant = await journalTenant(database, request, tenantOid)
    const models = readableModels(catalogue, request.caller, { tenant, entities: text(query, 'entity') })
    const filter = text(query, 'filter')
    if (filter === undefined) throw new HttpProblem(400, `The parameter 'filter' must say which changes are undone.`)
    const outcome = await undoPeriod({ database, caller: request.caller }, { tenant, models, filter }, planOptions(request))
    return outcome.status === 200 || outcome.result.dryRun ? sendInTurns(reply, outcome.result) : sendRefusal(request, reply, { outcome })
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
