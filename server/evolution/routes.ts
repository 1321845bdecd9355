import type { FastifyInstance } from 'fastify'
import { SCHEMA_FILE_LIMIT, type Examination } from '../../schemas/schema-plan.ts'
import type { Database } from '../db/database.ts'
import { requireInstallation } from '../operations/may-look.ts'
import { fieldError } from '../plugins/english-text.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { cancelExamination, examinationOf, Examinations } from './examinations.ts'
import { asSchemaFile, SchemaFileError } from './next-version.ts'
import { schemaChanges } from './schema-changes.ts'

const ONE = '/api/v1/schemaExaminations/:oid'

interface WithOid {
  Params: { oid: string }
}

/** Calls about changes of schemas, for those who may look at the installation. `scope` must have a caller (`registerAuthentication`). */
export function registerSchemaChanges(scope: FastifyInstance, database: Database, options: { silentMs?: number } = {}): void {
  const examinations = new Examinations(database, options)
  scope.addHook('onClose', () => examinations.end())

  scope.get('/api/v1/schemaChanges', async ({ caller }) => {
    requireInstallation(caller)
    return { data: [await schemaChanges(database)] }
  })
  scope.post('/api/v1/schemaExaminations', { bodyLimit: SCHEMA_FILE_LIMIT }, async ({ caller, body }, reply) => {
    requireInstallation(caller)
    const begun = await examinations.begin(fileOf(body))
    if (begun === undefined) throw problem(409, 'schema-changes.failure.running')
    return reply.code(201).send({ data: [begun] })
  })
  scope.get<WithOid>(ONE, async ({ caller, params }) => {
    requireInstallation(caller)
    return { data: [await known(database, params.oid)] }
  })
  scope.delete<WithOid>(ONE, async ({ caller, params }) => {
    requireInstallation(caller)
    await known(database, params.oid)
    await cancelExamination(database, params.oid)
    return { data: [await known(database, params.oid)] }
  })
}

function fileOf(body: unknown): ReturnType<typeof asSchemaFile> {
  try {
    return asSchemaFile(body)
  } catch (error) {
    throw error instanceof SchemaFileError ? problem(400, `schema-changes.failure.${error.reason}`, error.params) : error
  }
}

function problem(status: number, key: string, params?: Record<string, unknown>): HttpProblem {
  const error = fieldError('', key, params)
  return new HttpProblem(status, error.message, { errors: [error] })
}

async function known(database: Database, oid: string): Promise<Examination> {
  const found = await examinationOf(database, oid)
  if (found === undefined) throw new HttpProblem(404, 'There is no such examination, or it is over for so long that it was removed.')
  return found
}
