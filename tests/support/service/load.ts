import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** An answer that was no success, or none at all, and when it came. */
export interface LoadError {
  atMs: number
  call: string
  status: number | 'no answer'
  /** Media type, wait and text, to see whether the refusal is a proper one. */
  type: string
  retryAfter: string
  text: string
}

/** What became of the calls of all clients. */
export interface LoadResult {
  /** Names of records whose creation was acknowledged. */
  acknowledged: string[]
  /** Names of records that were asked for last, whose answer nobody waited for. */
  open: string[]
  reads: number
  errors: LoadError[]
  /** When each client had its last success. */
  lastSuccessMs: number[]
}

export interface LoadOptions {
  /** Addresses of the copies of the service; clients take turns. */
  origins: readonly string[]
  clients: number
  /** Ahead of the name of everything that is made. */
  prefix: string
  /** The tenant that customers are made below. */
  parentOid: string
}

/** Clients under way. */
export interface Load {
  /** Lets every client finish what it is at, and tells what happened. */
  end(): Promise<LoadResult>
}

const LEAST_WAIT_MS = 50
/** How long a client goes on with one call after it was told to end. */
const LAST_TRIES_MS = 15_000

/**
 * Clients as a stranger writes them: each creates a customer, reads two lists, and begins again. A call that is refused for now (503, or 409
 * while the same one still runs) is repeated after the time that the refusal names, a write under its first `Idempotency-Key`.
 */
export function startLoad(options: LoadOptions): Load {
  const result: LoadResult = { acknowledged: [], open: [], reads: 0, errors: [], lastSuccessMs: [] }
  const end = new AbortController()
  const clients = Array.from({ length: options.clients }, (_, client) => runClient({ ...options, client, result, end: end.signal }))
  return {
    async end() {
      end.abort()
      await Promise.all(clients)
      return result
    },
  }
}

interface Client extends LoadOptions {
  client: number
  result: LoadResult
  end: AbortSignal
}

async function runClient(self: Client): Promise<void> {
  const { client, prefix, parentOid, result, end } = self
  for (let count = 0; !end.aborted; count++) {
    const name = `${prefix} ${client}-${count}`
    const record = { parentOid, type: 'managed_customer', name, contactName: 'Load', contactEmail: 'load@test.example', createAdmin: false }
    const body = JSON.stringify({ data: [record] })
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const isMade = await persist(self, { path: '/api/v1/customers', expected: 201, init: { method: 'POST', body, headers } })
    result[isMade ? 'acknowledged' : 'open'].push(name)
    for (const path of [`/api/v1/customers?parentTenantOid=${parentOid}&size=20`, '/api/v1/partners?size=20'])
      if (await persist(self, { path, expected: 200 })) result.reads += 1
  }
}

interface Attempt {
  path: string
  expected: number
  init?: RequestInit
}

/** Repeats a call until it succeeds; answers whether it did. An answer that invites no repetition ends the client's patience with it. */
async function persist({ client, origins, result, end }: Client, { path, expected, init = {} }: Attempt): Promise<boolean> {
  const origin = origins[client % origins.length] ?? ''
  let untilMs = Number.POSITIVE_INFINITY
  while (Date.now() < untilMs) {
    const answer = await fetch(origin + path, init).catch((error: unknown) => String((error as Error).cause ?? error))
    const text = typeof answer === 'string' ? answer : await answer.text().catch(String)
    if (typeof answer !== 'string' && answer.status === expected) {
      result.lastSuccessMs[client] = Date.now()
      return true
    }
    const error = errorOf(answer, text)
    result.errors.push({ ...error, call: `${init.method ?? 'GET'} ${path}` })
    await sleep(Math.max(LEAST_WAIT_MS, 1000 * (Number(error.retryAfter) || 0)))
    if (typeof error.status === 'number' && error.status !== 503 && !(error.status === 409 && error.retryAfter !== '')) return false
    if (end.aborted) untilMs = Math.min(untilMs, Date.now() + LAST_TRIES_MS)
  }
  return false
}

function errorOf(answer: Response | string, text: string): Omit<LoadError, 'call'> {
  const atMs = Date.now()
  if (typeof answer === 'string') return { atMs, status: 'no answer', type: '', retryAfter: '', text }
  const { status, headers } = answer
  return { atMs, status, type: headers.get('content-type') ?? '', retryAfter: headers.get('retry-after') ?? '', text: text.slice(0, 500) }
}
