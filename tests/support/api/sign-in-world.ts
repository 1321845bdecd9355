import type { FastifyInstance } from 'fastify'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { buildApp } from '../../../server/app.ts'
import { readEnv } from '../../../server/env/env.ts'
import { authorizationRequest, Browser } from '../../../server/identity/browser.ts'
import { setPassword } from '../../../server/identity/accounts/credentials.ts'
import { createLog } from '../../../server/log.ts'
import { registerRoutes } from '../../../server/routes.ts'
import { apiWorld, type Answer, type ApiWorld, type Place } from './api-world.ts'

/** The whole service with its embedded identity provider on a loopback port, with the tenants of the API suites. */
export interface SignInWorld {
  world: ApiWorld
  publicUrl: string
  app: FastifyInstance
  /** Gives a person of the tree a password and signs them in; returns an access token. */
  signInAs(mail: string): Promise<string>
  /** Signs a person in through the sign-in pages; `undefined` if the password is refused. */
  signIn(mail: string, password: string, browser?: Browser): Promise<Tokens | undefined>
  /** Sends a request with a bearer token. */
  call(token: string, path: string, init?: { method?: string; body?: unknown }): Promise<Answer>
  dispose(): Promise<void>
}

/** The tokens from the token endpoint. */
export interface Tokens {
  access: string
  identity: string
}

interface SignInWorldOptions {
  place: Place
  port: number
  /** Further variables of the environment. */
  env?: Record<string, string>
}

/** The password that `signInAs` sets. */
export const TEST_PASSWORD = 'slack water at noon'

/** Starts the service; the caller disposes of it. */
export async function signInWorld({ place, port, env: more = {} }: SignInWorldOptions): Promise<SignInWorld> {
  const publicUrl = `http://127.0.0.1:${port}`
  const callback = `${publicUrl}/auth/callback`
  const world = await apiWorld(place)
  const env = readEnv({ PORT: String(port), PUBLIC_URL: publicUrl, LOG_LEVEL: 'silent', RATE_LIMIT: '0', DEMO: 'off', ...more }, [])
  const app = await buildApp({
    env,
    log: createLog(env),
    ping: () => world.database.ping(),
    isBusy: () => world.database.isBusy(),
    issuer: `${publicUrl}/oidc`,
    routes: (instance) => registerRoutes(instance, { env, database: world.database }),
  })
  await app.listen({ host: '127.0.0.1', port })

  const signIn: SignInWorld['signIn'] = async (mail, password, browser = new Browser()) => {
    const request = authorizationRequest(`${publicUrl}/oidc`, { redirect_uri: callback })
    const { leadsTo } = await browser.follow(request.url, `${publicUrl}/oidc/auth`)
    const next = (await browser.post(leadsTo, { mail, password })).headers.get('location')
    if (next === null) return undefined
    const callbackResponse = await browser.follow(new URL(next, publicUrl).href, `${publicUrl}/oidc`)
    const code = new URL(callbackResponse.leadsTo).searchParams.get('code') ?? ''
    const grant = { grant_type: 'authorization_code', client_id: 'console', code, code_verifier: request.verifier, redirect_uri: callback }
    const tokenResponse = (await (await browser.post(`${publicUrl}/oidc/token`, grant)).json()) as Record<string, string>
    return { access: tokenResponse['access_token'] ?? '', identity: tokenResponse['id_token'] ?? '' }
  }
  return {
    world,
    publicUrl,
    app,
    signIn,
    async signInAs(mail) {
      const { oid } = await world.caller(mail)
      await setPassword(world.database, { personOid: oid, password: TEST_PASSWORD, mustChange: false })
      const tokens = await signIn(mail, TEST_PASSWORD)
      if (tokens === undefined) throw new Error(`${mail} cannot sign in`)
      return tokens.access
    },
    async call(token, path, { method = 'GET', body } = {}) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
      const answer = await fetch(`${publicUrl}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
      const text = await answer.text()
      return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Rec } as Answer
    },
    async dispose() {
      await app.close()
      await world.dispose()
    },
  }
}
