import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FieldError, Plan, PlanResult, ServedRecord } from '../../schemas/plan.ts'
import { flag, type Query } from '../entities/http/read-query.ts'
import { sendInTurns } from '../event-loop/json-in-turns.ts'
import { HttpProblem, MAX_ERRORS, PROBLEM_TYPE, problemBody } from '../plugins/problem.ts'
import type { PlanOptions, PlanOutcome } from './apply-plan.ts'
import { checkKey } from './idempotency.ts'

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
  const { moreErrors: _, ...answered } = result
  const listed = (errors ?? errorsOf(result)).slice(0, MAX_ERRORS)
  const moreErrors = countErrors(result) - listed.length
  const problem = new HttpProblem(status, detailOf(result, status), { errors: listed, moreErrors, ...currentOf(result) })
  void reply.code(status).headers({ 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store', 'x-request-id': request.id })
  return sendInTurns(reply, { ...problemBody(problem, request.id), ...answered, items: answered.items.slice(0, MAX_ERRORS) })
}

/** The problem's detail: the common reason where all refused items share one. */
function detailOf(result: PlanResult, status: number): string {
  const [message, ...others] = new Set(
    errorsOf(result)
      .map((error) => error.message)
      .slice(0, MAX_ERRORS),
  )
  return message !== undefined && others.length === 0 ? message : (DETAILS[status] ?? 'Nothing was stored.')
}

/** The errors of the first refused items: at least as many as a problem lists, where there are so many. */
export function errorsOf({ items }: PlanResult): FieldError[] {
  const found: FieldError[] = []
  for (const { errors = [] } of items) {
    if (found.length >= MAX_ERRORS) break
    for (const error of errors) found.push(error)
  }
  return found
}

function countErrors({ items, moreErrors = 0 }: PlanResult): number {
  return items.reduce((sum, { errors }) => sum + (errors?.length ?? 0), moreErrors)
}

function currentOf({ items }: PlanResult): { current?: ServedRecord[] } {
  const current = items.slice(0, MAX_ERRORS).flatMap((item) => item.current ?? [])
  return current.length > 0 ? { current } : {}
}

/** `dryRun` and the idempotency key of a call. */
export function planOptions(request: FastifyRequest): PlanOptions {
  const key = request.headers['idempotency-key']
  return { dryRun: flag(request.query as Query, 'dryRun'), ...(typeof key === 'string' && { idempotencyKey: checkKey(key) }) }
}

const TYPED_SOURCES = ['editor', 'inline'] as const

/** Where a change on a collection was made, for the journal: the console names its forms and lists in a header, others are `api`. */
export function changeSource({ headers }: FastifyRequest): Plan['source'] {
  const named = headers['x-change-source']
  if (named === undefined) return 'api'
  const source = TYPED_SOURCES.find((one) => one === named)
  if (source === undefined) throw new HttpProblem(400, `The header X-Change-Source must be one of ${TYPED_SOURCES.join(', ')}.`)
  return source
}
