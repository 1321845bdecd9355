import type { FastifyInstance } from 'fastify'
import { didYouMean, hintFor } from '../../schemas/vocabulary/names.ts'
import { HttpProblem } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Parameters of the query that the route reads. @default none */
    parameters?: readonly string[]
  }
}

/** Names by which a call says which tenant it means, whichever of them its entity goes by. */
export const TENANT_PARAMETERS = ['tenantOid', 'parentTenantOid'] as const

/** Refuses every parameter that the route of a call does not read: a misspelt filter or dry run is no call without one. */
export function refuseUnknownParameters(scope: FastifyInstance): void {
  scope.addHook('preValidation', ({ query, routeOptions }, _reply, done) => {
    const known = routeOptions.config.parameters ?? []
    const unknown = Object.keys(query as object).find((name) => !known.includes(name))
    done(unknown === undefined ? undefined : refusal(unknown, known))
  })
}

function refusal(parameter: string, known: readonly string[]): HttpProblem {
  const hint = hintFor(parameter, known)
  const message = `Unknown parameter '${hint.name}'${didYouMean(hint)}`
  const { name, ...nearest } = hint
  const params = { parameter: name, ...nearest }
  return new HttpProblem(400, message, { errors: [{ pointer: '', key: 'service.parameter.unknown', params, message }] })
}
