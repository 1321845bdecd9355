import type { FastifyInstance } from 'fastify'
import type { MadeToken } from '../../../schemas/api-tokens.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'

/** An answer to a call with a bearer token. */
export interface TokenAnswer {
  status: number
  headers: Rec
  body: Rec & { data: Rec[]; errors: Rec[]; detail: string }
}

/** Calls a service with a bearer token. */
export async function callWith(
  app: FastifyInstance,
  bearer: string,
  call: {
    method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
    url: string
    body?: unknown
    headers?: Record<string, string>
    remoteAddress?: string
  },
): Promise<TokenAnswer> {
  const { method = 'GET', url, body, headers, remoteAddress } = call
  const answer = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${bearer}`, ...headers },
    ...(remoteAddress !== undefined && { remoteAddress }),
    ...(body !== undefined && { payload: body as object }),
  })
  return {
    status: answer.statusCode,
    headers: answer.headers as Rec,
    body: (answer.body === '' ? {} : answer.json()) as TokenAnswer['body'],
  }
}

/** Makes an API token as somebody who has signed in, and returns it with its secret. */
export async function newToken(app: FastifyInstance, access: string, wanted: Rec): Promise<MadeToken & { secret: string }> {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const body = { data: [{ name: 'a script', expiresAt, ...wanted }] }
  const { status, body: answer } = await callWith(app, access, { method: 'POST', url: '/api/v1/profile/apiTokens', body })
  if (status !== 201) throw new Error(`no token was made: ${status} ${JSON.stringify(answer)}`)
  return answer.data[0] as unknown as MadeToken & { secret: string }
}
