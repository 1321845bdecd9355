import { createHash, randomBytes } from 'node:crypto'
import type { RuntimeConfig } from '../../schemas/tenancy.ts'

/** Tokens from a sign-in: the access token for calls and the id token that identifies the person. */
export interface Tokens {
  accessToken: string
  idToken: string
  expiresInS: number
}

/** A cookie of the provider and the path that it is for. */
export interface Cookie {
  name: string
  value: string
  path: string
}

/** A browser's cookies, for `fetch`. */
class CookieJar {
  readonly #cookies = new Map<string, Cookie>()

  store(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      const equals = pair.indexOf('=')
      const name = pair.slice(0, equals)
      const [, path = '/'] = /; *path=([^;]+)/i.exec(line) ?? []
      this.#cookies.set(name, { name, value: pair.slice(equals + 1), path })
    }
  }

  all(): Cookie[] {
    return [...this.#cookies.values()]
  }

  header(): Record<string, string> {
    const pairs = this.all().map(({ name, value }) => `${name}=${value}`)
    return pairs.length === 0 ? {} : { cookie: pairs.join('; ') }
  }
}

const MAX_REDIRECTS = 10

interface Account {
  mail: string
  password: string
}

/** Signs in at a running service's embedded provider as a browser does: authorization code flow with PKCE, through the sign-in page. */
export async function signIn(origin: string, account: Account): Promise<Tokens> {
  return (await signInWithCookies(origin, account)).tokens
}

/** Signs in as `signIn` does; returns the cookies of the provider's session, too. */
export async function signInWithCookies(origin: string, account: Account): Promise<{ tokens: Tokens; cookies: Cookie[] }> {
  const { oidc } = await json<RuntimeConfig>(`${origin}/config.json`)
  if (oidc.clientId === '') throw new Error('The service requires no sign-in: it has no client id and accepts calls without a token.')
  const endpoints = await json<{ authorization_endpoint: string; token_endpoint: string }>(
    `${oidc.authority}/.well-known/openid-configuration`,
  )
  const verifier = randomBytes(32).toString('base64url')
  const redirectUri = `${origin}/auth/callback`
  const query = new URLSearchParams({
    client_id: oidc.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: oidc.scope,
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const jar = new CookieJar()
  const code = await codeFor({ start: `${endpoints.authorization_endpoint}?${query}`, redirectUri, jar }, account)
  const tokens = await exchange(endpoints.token_endpoint, {
    grant_type: 'authorization_code',
    client_id: oidc.clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
  return { tokens, cookies: jar.all() }
}

async function codeFor(
  { start, redirectUri, jar }: { start: string; redirectUri: string; jar: CookieJar },
  account: Account,
): Promise<string> {
  let address = start
  let body: URLSearchParams | undefined
  for (let hop = 0; hop < MAX_REDIRECTS; hop++) {
    if (address.startsWith(`${redirectUri}?`)) return codeFrom(address)
    const response = await fetch(address, { redirect: 'manual', headers: jar.header(), ...(body && { method: 'POST', body }) })
    jar.store(response)
    const next = response.headers.get('location')
    if (next) {
      address = new URL(next, address).href
      body = undefined
    } else if (body) {
      throw new Error(
        `Signing in as ${account.mail} failed: the service refused the mail address or the password (status ${response.status}).`,
      )
    } else if (response.ok) {
      body = new URLSearchParams({ ...account })
    } else {
      throw new Error(`The sign-in page responded with status ${response.status}.`)
    }
  }
  throw new Error(`The sign-in did not finish within ${MAX_REDIRECTS} redirects.`)
}

function codeFrom(address: string): string {
  const params = new URL(address).searchParams
  const code = params.get('code')
  if (!code) throw new Error(`The provider refused: ${params.get('error_description') ?? params.get('error') ?? 'no code'}.`)
  return code
}

async function exchange(endpoint: string, form: Record<string, string>): Promise<Tokens> {
  const tokens = await json<{ access_token: string; id_token: string; expires_in: number }>(endpoint, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  return { accessToken: tokens.access_token, idToken: tokens.id_token, expiresInS: tokens.expires_in }
}

async function json<T>(address: string, init?: RequestInit): Promise<T> {
  const response = await fetch(address, init).catch(() => undefined)
  if (!response) throw new Error(`No response from ${new URL(address).origin}; is the service running (npm start)?`)
  if (!response.ok) throw new Error(`${address} responded with status ${response.status}: ${(await response.text()).slice(0, 300)}`)
  return (await response.json()) as T
}
