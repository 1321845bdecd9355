import type { IncomingMessage } from 'node:http'
import { v7 } from 'uuid'

const ACCEPTED = /^[A-Za-z0-9_.-]{8,64}$/

/** The caller's `X-Request-Id` where it is harmless, else a new UUID v7. Logs, answers and the console's error texts carry it. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && ACCEPTED.test(sent) ? sent : v7()
}
