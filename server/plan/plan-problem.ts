import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FieldError, PlanResult, ServedRecord } from '../../schemas/plan.ts'
import { HttpProblem, PROBLEM_TYPE, problemBody } from '../plugins/problem.ts'
import type { PlanOutcome } from './apply-plan.ts'

const DETAILS: Record<number, string> = {
  400: 'Nothing was stored: the request has errors.',
  403: 'Nothing was stored: you may not do this.',
  404: 'Nothing was stored: a record does not exist, or you may not see it.',
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

/** One refused item of one reason says it itself. */
function detailOf(result: PlanResult, status: number): string {
  const errors = errorsOf(result)
  return errors.length === 1 ? (errors[0]?.message ?? '') : (DETAILS[status] ?? 'Nothing was stored.')
}

export function errorsOf({ items }: PlanResult): FieldError[] {
  return items.flatMap(({ errors }) => errors ?? [])
}

function currentOf({ items }: PlanResult): { current?: ServedRecord[] } {
  const current = items.flatMap((item) => item.current ?? [])
  return current.length > 0 ? { current } : {}
}
