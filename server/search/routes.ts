import type { FastifyInstance } from 'fastify'
import { searchLimits, type SearchGroup } from '../../schemas/search.ts'
import type { Database } from '../db/database.ts'
import { integer, text, type Query } from '../entities/http/read-query.ts'
import { listTenant } from '../entities/http/route-tenant.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { searchRecords } from './search-records.ts'

/** `GET /api/v1/search`: records of every entity, by a part of what names them. Requires `request.caller`. */
export function searchRoute(app: FastifyInstance, db: Database): void {
  const config = { mayLag: true, parameters: ['term', 'tenantOid', 'size'] }
  app.get('/api/v1/search', { config }, async ({ caller, query }): Promise<{ data: SearchGroup[] }> => {
    const asked = query as Query
    const { minLetters, maxLetters, defaultSize, maxSize } = searchLimits
    const term = (text(asked, 'term') ?? '').trim()
    if (term.length < minLetters || term.length > maxLetters)
      throw new HttpProblem(400, `The parameter 'term' must have from ${minLetters} to ${maxLetters} letters.`)
    const size = integer(asked, 'size', { from: 1, to: maxSize, otherwise: defaultSize })
    const named = text(asked, 'tenantOid')
    const tenant = await listTenant(db, caller, named === 'all' ? undefined : named)
    return { data: await searchRecords(db, caller, { term, tenant, size }) }
  })
}
