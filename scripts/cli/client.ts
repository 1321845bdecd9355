import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FieldError, Plan, PlanResult, Problem } from '../../schemas/plan.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { decode } from '../../schemas/wire/decode.ts'
import type { Entity } from './entity.ts'
import { CommandError, exitStatus } from './command-error.ts'

const PAGE_SIZE = 1_000
const TRIES = 4
const FIRST_PAUSE_MS = 300

/** Where the service is, and the API token to work with. */
export interface Connection {
  url: string
  token: string
}

/** A record as the service holds it. */
export type StoredRecord = Rec & { oid: string; revision: number }

/** The calls that commands make. */
export interface Client {
  list(entity: Entity, tenant: string, filter?: string): Promise<StoredRecord[]>
  /** Sends a plan; a refusal of items is an answer. A repeated call carries the same key, so that a cut connection doubles nothing. */
  plan(plan: Plan, dryRun: boolean): Promise<PlanAnswer>
}

/** What became of a plan. */
export type PlanAnswer = Partial<PlanResult> & { applied: boolean; items: PlanResult['items']; detail?: string; errors?: FieldError[] }

interface Call {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string | undefined>
  headers?: Record<string, string>
  body?: string
}

/** Calls of the service with a token. */
export function createClient(connection: Connection): Client {
  const send = (call: Call): Promise<{ status: number; body: Rec }> => sendPatiently(connection, call)
  return {
    list: (entity, tenant, filter) => listAll(send, { entity, tenant, filter }),
    plan: async (plan, dryRun) => {
      const { status, body } = await send({
        method: 'POST',
        path: '/api/v1/plans',
        query: { dryRun: dryRun ? 'true' : undefined },
        headers: { 'idempotency-key': randomUUID(), 'x-overlay-oid': plan.tenantOid },
        body: JSON.stringify(plan),
      })
      if (Array.isArray(body['items'])) return body as PlanAnswer
      throw refusalOf(status, body)
    },
  }
}

type Send = (call: Call) => Promise<{ status: number; body: Rec }>

/** All records of a tenant, in steps of identifiers, so that changes meanwhile shift nothing. */
async function listAll(send: Send, asked: { entity: Entity; tenant: string; filter: string | undefined }): Promise<StoredRecord[]> {
  const { entity, tenant, filter } = asked
  const { meta, wire } = entity
  const recordOf = (sent: unknown): StoredRecord => (wire === undefined ? sent : decode(sent as Rec, wire, 'answer').record) as StoredRecord
  const headers = { 'x-overlay-oid': tenant }
  if (meta.singleton === true) {
    const { status, body } = await send({ method: 'GET', path: `${meta.route}/${encodeURIComponent(tenant)}`, headers })
    return status === 200 ? rowsIn(body).map(recordOf) : Promise.reject(refusalOf(status, body))
  }
  const path = meta.listRoute?.replace('{tenantOid}', encodeURIComponent(tenant)) ?? meta.route
  const named = meta.scope === 'overlay' || meta.listRoute !== undefined ? {} : { [meta.tenantParam ?? 'tenantOid']: tenant }
  const found: StoredRecord[] = []
  for (let after: string | undefined = ''; after !== undefined;) {
    const query: Call['query'] = { ...named, size: String(PAGE_SIZE), after, filter }
    const { status, body } = await send({ method: 'GET', path, query, headers })
    if (status !== 200) throw refusalOf(status, body)
    for (const row of rowsIn(body)) found.push(recordOf(row))
    const next = (body['meta'] as Rec | undefined)?.['next']
    after = typeof next === 'string' ? next : undefined
  }
  return found
}

function rowsIn(body: Rec): unknown[] {
  const { data } = body
  return Array.isArray(data) ? data : []
}

/** Repeats what got no answer, or was told to come again. */
async function sendPatiently(connection: Connection, call: Call): Promise<{ status: number; body: Rec }> {
  let reason = ''
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (attempt > 0) await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1))
    try {
      const answer = await sendOnce(connection, call)
      if (![429, 502, 503, 504].includes(answer.status)) return answer
      reason = String(answer.body['detail'] ?? `status ${answer.status}`)
    } catch (error) {
      reason = reasonOf(error)
    }
  }
  const unknown = call.method === 'POST' ? ' Whether the last call was carried out is not known; run the command again.' : ''
  throw new CommandError(`${connection.url} did not answer: ${reason}.${unknown}`, exitStatus.unreachable)
}

async function sendOnce(
  { url, token }: Connection,
  { method, path, query = {}, headers, body }: Call,
): Promise<{ status: number; body: Rec }> {
  const address = new URL(`${url}${path}`)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value)
  const answer = await fetch(address, {
    method,
    // A token goes to the service that it is for, and nowhere else.
    redirect: 'error',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  const text = await answer.text()
  try {
    return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Rec) }
  } catch {
    return { status: answer.status, body: { detail: `the answer is no JSON (status ${answer.status})` } }
  }
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message
}

/** A refused call as the end of the command. */
function refusalOf(status: number, body: Rec): CommandError {
  const { detail, errors = [] } = body as Partial<Problem>
  const others = errors.map((error) => `\n  ${error.pointer} ${error.message}`).join('')
  const text = `${status}: ${detail ?? 'the service refused the call'}${errors.length > 1 ? others : ''}`
  return new CommandError(text, status === 401 || status === 403 ? exitStatus.denied : exitStatus.refused)
}
