import type { IncomingMessage } from 'node:http'
import { v7 } from 'uuid'
import { pino, type Logger, type DestinationStream } from 'pino'
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Env } from './env/env.ts'
import { readTraceParent } from './tracing/trace-parent.ts'

/** Where secrets may stand in what is logged. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  'headers.authorization',
  'headers.cookie',
  '*.password',
  '*.psk',
  '*.clientSecret',
  '*.secret',
  '*.token',
  '*.access_token',
  '*.refresh_token',
  '*.id_token',
]

/** Query parameters that never reach the log: codes and tokens of a sign-in, tickets of views. */
const SECRET_PARAMETERS = /([?&](?:code|state|nonce|token|ticket|id_token_hint|access_token|login_hint)=)[^&]*/g

/** Form of a sent request id that is safe in logs and headers. */
const ACCEPTED_REQUEST_ID = /^[A-Za-z0-9_.-]{8,64}$/

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Structured log lines on standard output, without secrets. */
export function createLog(env: Pick<Env, 'logLevel'>, stream?: DestinationStream): Logger {
  const options = {
    level: env.logLevel,
    redact: { paths: REDACTED, censor: '***' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      req: describeRequest,
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: describeError,
    },
  }
  return stream ? pino(options, stream) : pino(options)
}

/** One line per request: refusals, failures and writes at `info`, everything else at `debug`. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // The line of the completed request says it all.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const notable = reply.statusCode >= 400 || !READ_METHODS.has(request.method)
    const line = { req: request, res: reply, ms: Math.round(reply.elapsedTime), ...(error && { err: error }) }
    if (notable) reply.log.info(line, 'answered')
    else reply.log.debug(line, 'answered')
  }
}

/** What is known of an error, without what the database or a library attached to it: statements' parameters are people's data. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code, constraint, cause } = error as Error & { code?: unknown; constraint?: unknown }
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: error.stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

function describeRequest(request: { method?: string; url?: string; ip?: string }): object {
  return { method: request.method, url: request.url?.replace(SECRET_PARAMETERS, '$1***'), ip: request.ip }
}

/**
 * The caller's `X-Request-Id` where it is harmless, else the trace that its `traceparent` names, else a new UUID v7. Logs, answers, the journal
 * and the console's error texts carry it.
 */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id']
  if (typeof sent === 'string' && ACCEPTED_REQUEST_ID.test(sent)) return sent
  return readTraceParent(request.headers['traceparent'])?.traceId ?? v7()
}
