import { http, HttpResponse, type DefaultBodyType, type HttpResponseResolver } from 'msw'
import { setupServer, type SetupServerApi } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { DataSource } from '../../renderer/data/data-source.ts'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import type { FieldError, ServedRecord } from '../../schemas/plan.ts'
import type { EntityMeta } from '../../schemas/vocabulary/types.ts'
import { createClient, type HttpClient } from '../../src/http/client.ts'
import { createDataSource } from '../../src/http/data-source.ts'

/** A refusal as the service sends it: a problem document. Status 0: the connection breaks off, there is no answer. */
export interface Refusal {
  status: number
  /** @default none: the console says 'Unknown error' */
  detail?: string
  errors?: FieldError[]
  /** Of a 409: the records as they are now. */
  current?: ServedRecord[]
  requestId?: string
}

/** A call whose answer a test gives when it wants to. */
export interface HeldCall<Method extends keyof DataSource> {
  call: DataSource[Method]
  /** Answers the call that waits, or the next one. */
  refuse(refusal: Refusal): void
}

/** A service that refuses, breaks off or does not answer, behind the console's own HTTP client. */
export interface FailingService {
  /** For handlers of calls that are not the data source's. They end with the test. */
  use: SetupServerApi['use']
  /** A call of the data source that is refused. */
  refuses<Method extends keyof DataSource>(method: Method, refusal: Refusal): DataSource[Method]
  /** A call of the data source that is never answered; it ends when the caller aborts it. */
  ignores<Method extends keyof DataSource>(method: Method): DataSource[Method]
  /** A call of the data source that waits for the test. */
  holds<Method extends keyof DataSource>(method: Method): HeldCall<Method>
  /** A call of the HTTP client that is refused. */
  refusesRequest(refusal: Refusal): HttpClient['request']
}

const origin = 'http://failing-service.test'

/** Starts a failing service for the tests of this file; call it at the top of the file. */
export function failingService(): FailingService {
  const resolvers: HttpResponseResolver[] = []
  const answer = http.all<{ index: string }>(`${origin}/:index/*`, (call) => resolvers[Number(call.params.index)]?.(call))
  const server = setupServer(answer)
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())

  const clientOf = (resolver: HttpResponseResolver): HttpClient => {
    const path = `${origin}/${resolvers.push(resolver) - 1}`
    const client = createClient({ token: () => 'token', overlayOid: () => undefined, renew: async () => false, end: () => undefined })
    // What is shown after the last try is what counts here; the tries are the client's own tests.
    return {
      request: (method, address, options) => client.request(method, path + address, { ...options, retries: 0 }),
      requestBytes: (method, address, options) => client.requestBytes(method, path + address, { ...options, retries: 0 }),
    }
  }
  const callOf = <Method extends keyof DataSource>(method: Method, resolver: HttpResponseResolver): DataSource[Method] =>
    createDataSource(clientOf(resolver), { api: '/api/v1', journal: '/journal/api/v1' }, metaOf)[method]

  return {
    use: (...handlers) => server.use(...handlers),
    refuses: (method, refusal) => callOf(method, () => responseOf(refusal)),
    ignores: (method) => callOf(method, () => new Promise(() => undefined)),
    holds: (method) => {
      let refuse: (refusal: Refusal) => void = () => undefined
      const refused = new Promise<Refusal>((resolve) => (refuse = resolve))
      return { call: callOf(method, async () => responseOf(await refused)), refuse: (refusal) => refuse(refusal) }
    },
    refusesRequest: (refusal) => clientOf(() => responseOf(refusal)).request,
  }
}

function responseOf({ status, requestId, ...problem }: Refusal): HttpResponse<DefaultBodyType> {
  if (status === 0) return HttpResponse.error() as HttpResponse<DefaultBodyType>
  return HttpResponse.json({ status, ...problem } as DefaultBodyType, {
    status,
    headers: { 'content-type': 'application/problem+json', ...(requestId !== undefined && { 'x-request-id': requestId }) },
  })
}

/** Tests invent entities, whose routes no service has. */
function metaOf(entity: string): EntityMeta {
  const known = (entityMeta as Record<string, EntityMeta>)[entity]
  return known ?? { ...entityMeta.partner, route: `/api/v1/${entity}s` }
}
