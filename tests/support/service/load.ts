import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** A failed or missing response, with its time. */
export interface LoadError {
  atMs: number
  call: string
  status: number | 'no answer'
  /** Media type, to check that the refusal is a problem document. */
  type: string
  retryAfter: string
  text: string
}

/** Results of the calls of all clients. */
export interface LoadResult {
  /** Names of records whose creation was acknowledged. */
  acknowledged: string[]
  /** Names of records whose creation was sent but never acknowledged. */
  open: string[]
  reads: number
  errors: LoadError[]
  /** Time of each client's last successful call. */
  lastSuccessMs: number[]
}

export interface LoadOptions {
  /** Origins of the copies of the service, to which clients are distributed. */
  origins: readonly string[]
  clients: number
  /** Prefix of the names of all created records. */
  prefix: string
  /** Parent tenant of the created customers. */
  parentOid: string
}

/** Running clients. */
export interface Load {
  /** Stops the clients after their current calls; returns the results. */
  end(): Promise<LoadResult>
}

const LEAST_WAIT_MS = 50
/** How long a client keeps retrying its current call after `end`. */
const LAST_TRIES_MS = 15_000

/**
 * Clients as third parties write them: each creates a customer, reads two lists, and repeats. It retries a temporarily refused call (503, or
 * 409 while the same call is still running) after its `Retry-After`, writes with the same `Idempotency-Key`.
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

async function runClient(context: Client): Promise<void> {
  const { client, prefix, parentOid, result, end } = context
  for (let count = 0; !end.aborted; count++) {
    const name = `${prefix} ${client}-${count}`
    const record = { parentOid, type: 'managed_customer', name, contactName: 'Load', contactEmail: 'load@test.example', createAdmin: false }
    const body = JSON.stringify({ data: [record] })
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const isCreated = await callWithRetries(context, { path: '/api/v1/customers', expected: 201, init: { method: 'POST', body, headers } })
    result[isCreated ? 'acknowledged' : 'open'].push(name)
    for (const path of [`/api/v1/customers?parentTenantOid=${parentOid}&size=20`, '/api/v1/partners?size=20'])
      if (await callWithRetries(context, { path, expected: 200 })) result.reads += 1
  }
}

interface Attempt {
  path: string
  expected: number
  init?: RequestInit
}

/** Retries a call until it succeeds; returns whether it did. Gives up on a refusal that is not retryable. */
async function callWithRetries({ client, origins, result, end }: Client, { path, expected, init = {} }: Attempt): Promise<boolean> {
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
