import type { FastifyInstance } from 'fastify'
import { hasUnstorable } from '../../schemas/vocabulary/storable-text.ts'
import type { Database } from '../db/database.ts'
import { integer, text, type Query } from '../entities/http/read-query.ts'
import { isObject } from '../plan/read-plan.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { markRead, notificationsOf } from './bell.ts'

const MAX_PAGE = 100
const ROUTE = '/api/v1/notifications'

/** What the bell tells a person, and what of it they have read. Requires `request.caller`. */
export function bellRoutes(app: FastifyInstance, database: Database): void {
  app.get(ROUTE, { config: { parameters: ['size', 'after'] } }, async ({ caller, query }) => {
    const asked = query as Query
    const size = integer(asked, 'size', { from: 0, to: MAX_PAGE, otherwise: 20 })
    const { data, unread, next } = await notificationsOf(database, caller, { size, after: text(asked, 'after') })
    return { data, meta: { unread, ...(next !== undefined && { next }) } }
  })

  app.post(`${ROUTE}/read`, async ({ caller, body }, reply) => {
    await markRead(database, caller, readOids(body))
    return reply.status(204).send()
  })
}

function readOids(body: unknown): readonly string[] | 'all' {
  const data = isObject(body) ? body['data'] : undefined
  if (data === 'all') return 'all'
  const isList =
    Array.isArray(data) && data.length <= MAX_PAGE && data.every((oid): oid is string => typeof oid === 'string' && !hasUnstorable(oid))
  if (!isList)
    throw new HttpProblem(400, `The body must be {"data": [<identifier>, ...]} with at most ${MAX_PAGE} of them, or {"data": "all"}.`)
  return data
}
