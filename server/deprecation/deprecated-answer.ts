import type { FastifyReply } from 'fastify'
import { lastRelease } from '../../schemas/generated/last-release.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { fieldError } from '../plugins/english-text.ts'
import { HttpProblem } from '../plugins/problem.ts'

/** What of a call was deprecated: earlier names, or fields that go. */
export interface Deprecated {
  /** Its reference page tells the present names. */
  entity: string
  /** The first day on which a part of it is refused; absent: none is yet planned. */
  until?: string | undefined
}

/** Today as schemas write days; days begin at midnight UTC. */
export const todayUtc = (): string => new Date().toISOString().slice(0, 10)

/** The deprecation of several uses in one call; undefined for none. */
export function deprecatedBy(entity: string, uses: readonly { until?: string | undefined }[]): Deprecated | undefined {
  if (uses.length === 0) return undefined
  const days = uses.flatMap(({ until }) => until ?? []).toSorted()
  return { entity, ...(days[0] !== undefined && { until: days[0] }) }
}

/**
 * Tells the caller with the answer (RFC 9745, RFC 8594): `Deprecation` is the day of the last release, which is the latest at which the
 * present names can have begun, as schemas date no declaration; `Sunset` is the first day on which one of the names is refused.
 */
export function markDeprecated(reply: FastifyReply, deprecated: Deprecated | undefined): void {
  if (deprecated === undefined) return
  const { entity, until } = deprecated
  if (lastRelease !== undefined) reply.header('deprecation', `@${Date.parse(`${lastRelease.date}T00:00:00Z`) / 1000}`)
  if (until !== undefined) reply.header('sunset', new Date(`${until}T00:00:00Z`).toUTCString())
  reply.header('link', `</docs/en/${entity}.html>; rel="deprecation"; type="text/html"`)
}

/** The refusal of a name whose day has come, where no record is sent. */
export function endedName(params: { name: string; present: string; until?: string | undefined }, status = 400): HttpProblem {
  const error = fieldError('', 'service.earlier.ended', params as Rec)
  return new HttpProblem(status, error.message, { errors: [error] })
}
