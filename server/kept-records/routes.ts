import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KeptKind } from '../../schemas/search.ts'
import type { Database } from '../db/database.ts'
import { storableOid } from '../entities/http/read-query.ts'
import { forgetRecord, keepRecord, keptRecords, type KeptName } from './kept-records.ts'

/** Path of each kind. */
const PATHS: Record<KeptKind, string> = { favourite: 'favourites', recent: 'recentRecords' }

/** `/api/v1/keptRecords`, `/api/v1/favourites` and `/api/v1/recentRecords`: what a person marked or opened lately. Requires `request.caller`. */
export function keptRecordRoutes(app: FastifyInstance, database: Database): void {
  app.get('/api/v1/keptRecords', async ({ caller }) => ({ data: [await keptRecords(database, caller)] }))
  for (const kind of Object.keys(PATHS) as KeptKind[]) {
    const url = `/api/v1/${PATHS[kind]}/:entity/:oid`
    app.put(url, async (request, reply) => {
      await keepRecord(database, request.caller, named(request, kind))
      return reply.status(204).send()
    })
    app.delete(url, async (request, reply) => {
      await forgetRecord(database, request.caller, named(request, kind))
      return reply.status(204).send()
    })
  }
}

function named({ params }: FastifyRequest, kind: KeptKind): KeptName {
  const { entity, oid } = params as { entity: string; oid: string }
  return { kind, entity: storableOid(entity, 'entity'), oid: storableOid(oid, 'record') }
}
