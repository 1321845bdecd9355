import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FieldError, PlanResult, ServedRecord } from '../../schemas/plan.ts'
import { HttpProblem, PROBLEM_TYPE, problemBody } from '../plugins/problem.ts'
import type { PlanOutcome } from './apply-plan.ts'

const DETAILS: Record<number, string> = {
  400: 'Nothing was stored: the request has errors.',
  403: 'Nothing was stored: you may not do this.',
  404: 'Nothing was stored: a record does not exist, or you may not see it.',
  405: 'Nothing was stored: this cannot be done here.',
  409: 'Nothing was stored: somebody else has changed a record meanwhile.',
  428: 'Nothing was stored: the revision is missing from which the change was made.',
}

/** Answers a refused plan: a problem document that also carries the plan's result. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  { outcome, errors }: { outcome: PlanOutcome; errors?: FieldError[] },
): FastifyReply {
  const { result, status } = outcome
  const problem = new HttpProblem(status, detailOf(result, status), { errors: errors ?? errorsOf(result), ...currentOf(result) })
  return reply
    .code(status)
    .headers({ 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store', 'x-request-id': request.id })
    .send({ ...problemBody(problem, request.id), ...result })
}

/** Where all refused items have one reason, it says itself. */
function detailOf(result: PlanResult, status: number): string {
  const [message, ...others] = new Set(errorsOf(result).map((error) => error.message))
  return message !== undefined && others.length === 0 ? message : (DETAILS[status] ?? 'Nothing was stored.')
}

export function errorsOf({ items }: PlanResult): FieldError[] {
  return items.flatMap(({ errors }) => errors ?? [])
}

function currentOf({ items }: PlanResult): { current?: ServedRecord[] } {
  const current = items.flatMap((item) => item.current ?? [])
  return current.length > 0 ? { current } : {}
}
