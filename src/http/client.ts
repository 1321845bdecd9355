import { v7 } from 'uuid'
import { RequestError } from '../../renderer/data/data-source.ts'
import { hasErrors, toRequestError, unknownError } from './problem.ts'
import { ReadPosition } from './read-position.ts'
import { newTraceId, traceParent } from './trace-parent.ts'
import { isWorthRetrying, pause, retryLimit } from './retry.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What the client needs to know of the session. */
export interface ClientSession {
  /** Bearer token; undefined: none is sent. */
  token: () => string | undefined
  /** Overlay of the current customer, for `X-Overlay-Oid`. */
  overlayOid: () => string | undefined
  /** Renews the session in place; false: it could not. Callers at the same time share one renewal. */
  renew: () => Promise<boolean>
  /** The session is over: 401 although it was renewed. `reason`: the service's sentence, where it gave one. */
  end: (reason?: string) => void
  /** Whether this product's service answers at a path; others repeat nothing under an idempotency key. @default always */
  isOwn?: (path: string) => boolean
}

export interface RequestOptions {
  query?: Record<string, string | number | undefined>
  /** Sent as JSON; a blob is sent as it is and holds JSON already. */
  body?: unknown
  signal?: AbortSignal | undefined
  /** One per intended change. @default a fresh one per call, kept over its retries */
  idempotencyKey?: string
  /** Tries after the first one. @default 5 */
  retries?: number
  /** Called after a failed try, before the pause and the next one. */
  onRetry?: () => void
  headers?: Record<string, string>
  /** Whether cookies of another origin go with the call and are kept. @default 'same-origin' */
  credentials?: 'include'
}

export interface HttpClient {
  /** Answers the parsed body; undefined for an empty one. Rejects with `RequestError`, or with the signal's reason. */
  request: <T>(method: Method, path: string, options?: RequestOptions) => Promise<T>
  /** The same, with the body of a good answer as bytes: parsing a large one is the caller's, in a worker. */
  requestBytes: (method: Method, path: string, options?: RequestOptions) => Promise<ArrayBuffer>
}

const writes = new Set<Method>(['POST', 'PUT', 'PATCH'])

/** Builds the client of all calls: bearer and overlay headers, retries, idempotency keys, renewal on 401, normalised errors. */
export function createClient(session: ClientSession): HttpClient {
  const position = new ReadPosition()
  const isOwn = ({ path }: Target): boolean => session.isOwn?.(path) ?? true

  const once = async (target: Target): Promise<Response> => {
    const { url, init, traceId } = target
    const seen = isOwn(target) ? position.headers() : {}
    const response = await send(url, {
      ...init,
      headers: { ...init.headers, ...tokenHeader(session), ...seen, traceparent: traceParent(traceId) },
    })
    if (isOwn(target)) position.note(response)
    return response
  }

  const attempt = async <T>(target: Target, read: Read<T>): Promise<T> => {
    const sentToken = session.token()
    const first = await once(target)
    const isRenewed = first.status === 401 && (session.token() !== sentToken || (await session.renew()))
    return open(isRenewed ? await once(target) : first, read, target.init.signal)
  }

  const call = async <T>(target: Target, read: Read<T>, { signal, retries = retryLimit, onRetry }: RequestOptions): Promise<T> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt(target, read)
      } catch (error) {
        if (error instanceof RequestError && error.status === 401) session.end(error.messages.find((message) => message !== unknownError))
        if (tries >= retries || !isWorthRetrying(target.init.method, error, isOwn(target))) throw error
        onRetry?.()
        await pause(signal)
      }
    }
  }
  // Each try goes to the overlay in which the call began, wherever the person is by then.
  const begin = (method: Method, path: string, options: RequestOptions): Target =>
    toTarget(method, path, { ...options, overlayOid: session.overlayOid() })
  return {
    request: async <T>(method: Method, path: string, options: RequestOptions = {}) =>
      (await call(begin(method, path, options), readJson, options)) as T,
    requestBytes: (method, path, options = {}) => call(begin(method, path, options), (response) => response.arrayBuffer(), options),
  }
}

type Read<T> = (response: Response) => Promise<T>

interface Target {
  path: string
  url: string
  traceId: string
  init: RequestInit & { method: Method }
}

function toTarget(
  method: Method,
  path: string,
  { query, body, signal, idempotencyKey, credentials, headers: more, overlayOid }: RequestOptions & { overlayOid: string | undefined },
): Target {
  const headers: Record<string, string> = { accept: 'application/json', ...more }
  if (overlayOid) headers['x-overlay-oid'] = overlayOid
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (writes.has(method)) headers['idempotency-key'] = idempotencyKey ?? v7()
  const content = body instanceof Blob ? body : JSON.stringify(body)
  return {
    path,
    url: path + queryString(query),
    traceId: newTraceId(),
    init: {
      method,
      headers,
      signal: signal ?? null,
      ...(credentials && { credentials }),
      ...(body === undefined ? {} : { body: content }),
    },
  }
}

function tokenHeader(session: ClientSession): Record<string, string> {
  const token = session.token()
  return token ? { authorization: `Bearer ${token}` } : {}
}

/** `?a=1&b=2` of the values that are there. */
export function queryString(query: RequestOptions['query']): string {
  const present = Object.entries(query ?? {}).filter((entry): entry is [string, string | number] => entry[1] !== undefined)
  return present.length === 0 ? '' : `?${new URLSearchParams(present.map(([name, value]) => [name, String(value)]))}`
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new RequestError({ status: 0, messages: [unknownError] })
  }
}

/** Reads a good answer; throws the normalised error of a bad one, of one with errors, of one that is no JSON, and of one that broke off. */
async function open<T>(response: Response, read: Read<T>, signal: AbortSignal | null | undefined): Promise<T> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  if (!response.ok) throw toRequestError(response.status, await readJson(response).catch(() => undefined), requestId)
  let body: T
  try {
    body = await read(response)
  } catch (error) {
    if (signal?.aborted) throw error
    // An answer that arrived whole says nothing readable, yet what it answers was carried out.
    const status = error instanceof SyntaxError ? response.status : 0
    throw new RequestError({ status, messages: [unknownError], requestId })
  }
  if (hasErrors(body)) throw toRequestError(response.status, body, requestId)
  return body
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}
