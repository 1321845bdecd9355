import { http, HttpResponse, type DefaultBodyType, type HttpResponseResolver } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { DataSource } from '../../renderer/data/data-source.ts'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import type { FieldError, PlanResult, ServedRecord } from '../../schemas/plan.ts'
import type { EntityMeta } from '../../schemas/vocabulary/types.ts'
import { createClient, type HttpClient } from '../../src/http/client.ts'
import { createDataSource } from '../../src/http/data-source.ts'

/** A refusal as the service sends it: a problem document. Status 0 means a broken connection without a response. */
export interface Refusal {
  status: number
  /** @default none; the console shows 'Unknown error' */
  detail?: string
  errors?: FieldError[]
  /** For a 409: the current records. */
  current?: ServedRecord[]
  requestId?: string
}

/** A request as the service received it. */
export interface ServiceCall {
  method: string
  /** Without the query; only the path if the origin is the console's own. */
  address: string
  query: Record<string, string>
  /** Parsed if it is JSON, else the text. */
  body: unknown
  credentials: RequestCredentials
}

/** A method and a path or address with msw's placeholders, e.g. `GET /service/:entity`; `*` is any method. */
type Route = `${keyof typeof methods} ${string}`

/** Returns the body of a successful response, or a whole response such as `refusal(…)`. */
type Answer = (call: ServiceCall) => unknown

/** Calls that stay pending until the test answers them. */
interface Held<Body> {
  /** Answers the call that has waited longest, or the next one if none is waiting. */
  answer(body: Body): void
  refuse(refusal: Refusal): void
}

/** Methods of the data source that call the service. */
type DataCall = Exclude<keyof DataSource, 'listAhead' | 'groups'>
type AnswerOf<Method extends DataCall> = Awaited<ReturnType<DataSource[Method]>>

/** A service that refuses calls, breaks connections or does not answer, behind the console's own HTTP client. */
export interface FailingService {
  /** Reaches the routes below. It does not retry: the client's own tests cover retries. */
  client: HttpClient
  /** Answers a route until the test ends; takes precedence over earlier routes. Returns the calls it receives. */
  on(route: Route, answer: Answer): ServiceCall[]
  /** A route whose calls stay pending until the test answers them. */
  holdsRoute(route: Route): Held<unknown> & { calls: ServiceCall[] }
  /** A data source method whose calls are refused. */
  refuses<Method extends DataCall>(method: Method, refusal: Refusal): DataSource[Method]
  /** A data source method whose calls are never answered; they end when the caller aborts them. */
  ignores<Method extends DataCall>(method: Method): DataSource[Method]
  /** A data source method whose calls stay pending until the test answers them. */
  holds<Method extends DataCall>(method: Method): Held<AnswerOf<Method>> & { call: DataSource[Method] }
}

const origin = 'http://failing-service.test'
const methods = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete, '*': http.all }

/** Starts a failing service for the tests of this file; call it at the top of the file. */
export function failingService(): FailingService {
  const resolvers: HttpResponseResolver[] = []
  const answer = http.all<{ index: string }>(`${origin}/:index/*`, (call) => resolvers[Number(call.params.index)]?.(call))
  const server = setupServer(answer)
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())

  const callOf = <Method extends DataCall>(method: Method, resolver: HttpResponseResolver): DataSource[Method] => {
    const client = clientAt(`${origin}/${resolvers.push(resolver) - 1}`)
    return createDataSource(client, { api: '/api/v1', journal: '/journal/api/v1' }, metaOf)[method]
  }
  const on: FailingService['on'] = (route, respond) => {
    const [method, path] = route.split(' ') as [keyof typeof methods, string]
    const calls: ServiceCall[] = []
    const resolver = async ({ request }: { request: Request }): Promise<HttpResponse<DefaultBodyType>> => {
      const call = await toCall(request)
      calls.push(call)
      return toResponse(await respond(call))
    }
    server.use(methods[method](withOrigin(path), resolver))
    return calls
  }

  return {
    client: clientAt(''),
    on,
    holdsRoute: (route) => {
      const { next, provide } = queue()
      return { calls: on(route, next), answer: (body) => provide(toResponse(body)), refuse: (refused) => provide(refusal(refused)) }
    },
    refuses: (method, refused) => callOf(method, () => refusal(refused)),
    ignores: (method) => callOf(method, noAnswer),
    holds: (method) => {
      const { next, provide } = queue()
      return {
        call: callOf(method, next),
        answer: (body) => provide(toResponse(wireOf(method, body))),
        refuse: (refused) => provide(refusal(refused)),
      }
    },
  }
}

/** The response of a refusal. */
export function refusal({ status, requestId, ...problem }: Refusal): HttpResponse<DefaultBodyType> {
  if (status === 0) return HttpResponse.error() as HttpResponse<DefaultBodyType>
  return HttpResponse.json({ status, ...problem } as DefaultBodyType, {
    status,
    headers: { 'content-type': 'application/problem+json', ...(requestId !== undefined && { 'x-request-id': requestId }) },
  })
}

/** A response that never arrives. */
export const noAnswer = (): Promise<never> => new Promise(() => undefined)

function clientAt(base: string): HttpClient {
  const client = createClient({ token: () => 'token', overlayOid: () => undefined, renew: async () => false, end: () => undefined })
  return {
    request: (method, address, options) => client.request(method, withOrigin(base + address), { ...options, retries: 0 }),
    requestBytes: (method, address, options) => client.requestBytes(method, withOrigin(base + address), { ...options, retries: 0 }),
  }
}

/** Adds the page's origin to a path; tests without a page use `origin`. */
const withOrigin = (address: string): string => (address.startsWith('/') ? (globalThis.location?.origin ?? origin) + address : address)

async function toCall(request: Request): Promise<ServiceCall> {
  const { method, credentials, headers } = request
  const { origin: from, pathname, searchParams } = new URL(request.url)
  const text = await request.text()
  return {
    method,
    address: withOrigin('/') === `${from}/` ? pathname : from + pathname,
    query: Object.fromEntries(searchParams),
    body: text !== '' && headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    credentials,
  }
}

function toResponse(answer: unknown): HttpResponse<DefaultBodyType> {
  // The test environment may define its own `Response` class.
  if (answer instanceof HttpResponse || answer instanceof Response) return answer as HttpResponse<DefaultBodyType>
  return answer === undefined ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(answer as DefaultBodyType)
}

/** Pairs calls with answers in order; either may come first. */
function queue() {
  const ready: HttpResponse<DefaultBodyType>[] = []
  const waiting: ((response: HttpResponse<DefaultBodyType>) => void)[] = []
  return {
    next: () => ready.shift() ?? new Promise<HttpResponse<DefaultBodyType>>((resolve) => void waiting.push(resolve)),
    provide: (response: HttpResponse<DefaultBodyType>): void => {
      const respond = waiting.shift()
      if (respond) respond(response)
      else ready.push(response)
    },
  }
}

/** The response body that the data source turns into this result. */
function wireOf<Method extends DataCall>(method: Method, answer: AnswerOf<Method>): unknown {
  if (method === 'one' || method === 'document') return { data: [answer] }
  if (method === 'plan') return planAnswer(answer as PlanResult)
  return method === 'related' || method === 'journal' ? { data: answer } : answer
}

/** The answer to a plan, which is also one to the call of a collection: its records have the identifiers of both. */
function planAnswer(result: PlanResult): unknown {
  return { ...result, data: result.items.map(({ oid, record }) => ({ ...record, ...(oid !== undefined && { oid, id: oid }) })) }
}

/** Metadata of an entity; entities that only tests define get a route made from their name. */
function metaOf(entity: string): EntityMeta {
  const known = (entityMeta as Record<string, EntityMeta>)[entity]
  return known ?? { ...entityMeta.partner, route: `/api/v1/${entity}s` }
}
