import type { FastifyInstance } from 'fastify'
import { didYouMean, hintFor } from '../../schemas/vocabulary/names.ts'
import { HttpProblem } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Query parameters that the route accepts. @default none */
    parameters?: readonly string[]
  }
}

/** Accepted names of the tenant parameter. */
export const TENANT_PARAMETERS = ['tenantOid', 'parentTenantOid'] as const

/** Refuses unknown query parameters: a call with a misspelt filter or dry run must not run without it. */
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
