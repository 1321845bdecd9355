import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, isLost } from '../db/errors.ts'
import { EnvError } from '../env/env-error.ts'
import type { Env } from '../env/env.ts'
import { readTls } from '../tls/tls-files.ts'
import { PROBLEM_TYPE } from '../plugins/problem.ts'

const ASK_EVERY_MS = 500
const LOG_EVERY_MS = 30_000

/** Problems that an administrator must fix; waiting does not help. */
const REFUSALS = new Map([
  ['ENOTFOUND', 'names a server that cannot be found'],
  ['28P01', 'names a user or a password that the server refuses'],
  ['28000', 'names a user whom the server does not let in'],
  ['3D000', 'names a database that the server does not have'],
  ['42501', 'names a user who may not do that'],
])

/**
 * Prepares the database, however long it takes to answer: a copy that starts during a failover is there after it. Meanwhile the process
 * answers `/healthz`, and everything else with a 503. What waiting cannot fix is refused with a sentence.
 */
export async function waitForDatabase<T>(
  env: Pick<Env, 'host' | 'port'> & Partial<Pick<Env, 'tls'>>,
  prepare: () => Promise<T>,
): Promise<T> {
  let waiting: Server | TlsServer | undefined
  let loggedAtMs = Number.NEGATIVE_INFINITY
  try {
    for (;;) {
      try {
        return await prepare()
      } catch (error) {
        if (!isAway(error)) throw refused(error)
        if (performance.now() - loggedAtMs > LOG_EVERY_MS) {
          process.stdout.write(`The database does not answer (${reasonOf(error)}); waiting for it.\n`)
          loggedAtMs = performance.now()
        }
        waiting ??= await answerMeanwhile(env)
        await sleep(ASK_EVERY_MS)
      }
    }
  } finally {
    await closed(waiting)
  }
}

/** Whether the failure is transient: no connection, too many connections (53300), or the server is starting or shutting down. */
function isAway(error: unknown): boolean {
  const code = codeOf(error)
  return code !== 'ENOTFOUND' && (isLost(error) || code === '53300')
}

/** A refusal that names what an administrator must fix; other errors are returned as they are. */
export function refused(error: unknown): unknown {
  const sentence = REFUSALS.get(codeOf(error))
  return sentence === undefined ? error : new EnvError('DATABASE_URL', `${sentence} (${reasonOf(error)})`)
}

/** Some socket errors have a code but no message. */
function reasonOf(error: unknown): string {
  return (error instanceof Error && error.message) || codeOf(error) || String(error)
}

async function answerMeanwhile({ host, port, tls }: Pick<Env, 'host' | 'port'> & Partial<Pick<Env, 'tls'>>): Promise<Server | TlsServer> {
  const answer: RequestListener = (request, response) => {
    const isAlive = request.url === '/healthz'
    const type = isAlive ? 'application/json; charset=utf-8' : PROBLEM_TYPE
    response.writeHead(isAlive ? 200 : 503, { 'content-type': type, 'cache-control': 'no-store', ...(!isAlive && { 'retry-after': '1' }) })
    const problem = { type: 'about:blank', status: 503, title: 'Service Unavailable', detail: 'The database does not answer.', errors: [] }
    response.end(JSON.stringify(isAlive ? { status: 'ok' } : problem))
  }
  const server = tls ? createTlsServer(readTls(tls), answer) : createServer(answer)
  await new Promise<void>((done, fail) => server.once('error', fail).listen({ host, port }, done))
  return server
}

async function closed(server: Server | TlsServer | undefined): Promise<void> {
  if (server === undefined) return
  const ended = new Promise((done) => server.close(done))
  server.closeAllConnections()
  await ended
}
