import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallerGone, ServiceEnding } from '../db/connections/caller-gone.ts'
import type { FieldError, Problem, ServedRecord } from '../../schemas/plan.ts'
import { MAX_SHOWN_LENGTH, truncated } from '../../schemas/vocabulary/names.ts'
import { databaseRefusal } from './database-refusal.ts'

/** Optional members of a refusal. */
export interface ProblemExtra {
  errors?: FieldError[]
  /** Number of errors beyond those listed in `errors`. */
  moreErrors?: number
  /** For a 409 by revision: the current records. */
  current?: ServedRecord[]
  headers?: Record<string, string>
}

/** Thrown anywhere below a route; answered as an RFC 9457 problem document. */
export class HttpProblem extends Error {
  readonly status: number
  readonly detail: string
  readonly extra: ProblemExtra

  constructor(status: number, detail: string, extra: ProblemExtra = {}) {
    super(detail)
    this.name = 'HttpProblem'
    this.status = status
    this.detail = detail
    this.extra = extra
  }
}

/** Maximum number of listed errors; the rest is only counted. */
export const MAX_ERRORS = 1_000

/** The media type of every refusal. */
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** Client closed request; the caller never sees it, but nginx logs the same status. */
const CALLER_GONE = 499

const CUT_OFF =
  'This copy of the service ends, and could not finish the call. Repeat it under the same Idempotency-Key: it is carried out once.'

/** Deeper than any body may nest. */
const MOST_SEGMENTS = 100

const KNOWN_FRAMEWORK_ERRORS: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The content type of the body is not supported; send application/json.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is larger than this call accepts.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The length of the body differs from the Content-Length header.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty, but its content type says JSON.',
  FST_ERR_BAD_URL: 'The address is malformed.',
}

/** Answers every error as a problem document: thrown errors, unknown addresses, unreadable bodies, broken HTTP. */
export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => sendProblem(notFound(request), request, reply))
}

/** Error handler for errors of routes, hooks and the framework. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(toProblem(error, request), request, reply)
}

/** 404 for an unknown address. */
export function notFound(request: FastifyRequest): HttpProblem {
  return new HttpProblem(404, `Nothing answers ${request.method} ${pathOf(request)}.`)
}

/** Writes a refusal as the answer of a request. */
export function sendProblem(problem: HttpProblem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (problem.extra.headers) reply.headers(problem.extra.headers)
  reply.headers({ 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store', 'x-request-id': request.id })
  return reply.code(problem.status).send(problemBody(problem, request.id))
}

/** The document of a refusal. */
export function problemBody(problem: HttpProblem, requestId: string): Problem {
  const { errors = [], moreErrors = 0, current } = problem.extra
  const more = Math.max(errors.length - MAX_ERRORS, 0) + moreErrors
  return {
    type: 'about:blank',
    status: problem.status,
    title: STATUS_CODES[problem.status] ?? 'Error',
    detail: problem.detail,
    requestId,
    errors: errors.slice(0, MAX_ERRORS),
    ...(more > 0 && { moreErrors: more }),
    ...(current && { current: current.slice(0, MAX_ERRORS) }),
  }
}

/** Truncates a JSON pointer at the first segment that is too long to echo. */
export function shortPointer(pointer: string): string {
  if (pointer.length <= MAX_SHOWN_LENGTH) return pointer
  const segments = pointer.split('/', MOST_SEGMENTS)
  const long = segments.findIndex((segment) => segment.length > MAX_SHOWN_LENGTH)
  return (long < 0 ? segments : segments.slice(0, long)).join('/')
}

/** Answers invalid HTTP on the raw socket. */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const problem = brokenRequest(error.code)
  const body = JSON.stringify(problemBody(problem, requestId))
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function brokenRequest(code: string | undefined): HttpProblem {
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpProblem(431, 'The headers of the request are too large.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpProblem(408, 'The request did not arrive in time.')
  return new HttpProblem(400, 'The request is not valid HTTP.')
}

function toProblem(thrown: unknown, request: FastifyRequest): HttpProblem {
  if (thrown instanceof HttpProblem) return thrown
  if (thrown instanceof ServiceEnding) return new HttpProblem(503, CUT_OFF, { headers: { 'retry-after': '1' } })
  if (thrown instanceof CallerGone) return new HttpProblem(CALLER_GONE, 'The caller hung up.')
  const error = thrown as FastifyError
  if (error?.validation) return new HttpProblem(400, `The request is not valid: ${error.message}.`)
  // Errors of the framework have a status, including a disconnected caller, which must not count as a lost database.
  if (error?.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new HttpProblem(error.statusCode, KNOWN_FRAMEWORK_ERRORS[error.code] ?? sentenceOf(error.statusCode))
  const refusal = databaseRefusal(error)
  if (refusal !== undefined) {
    if (refusal.status >= 500) request.log.error({ err: error }, refusal.detail)
    return new HttpProblem(refusal.status, refusal.detail, { headers: refusal.headers })
  }
  request.log.error({ err: error }, 'unexpected error')
  return new HttpProblem(500, `An unexpected error has occurred. Its trace is in the log of the service under request ${request.id}.`)
}

function sentenceOf(status: number): string {
  return `${STATUS_CODES[status] ?? 'The request was refused'}.`
}

function pathOf(request: FastifyRequest): string {
  return truncated(request.url.split('?', 1)[0] ?? '')
}
