import { createHash, randomBytes } from 'node:crypto'
import type { RuntimeConfig } from '../../schemas/tenancy.ts'

/** What a sign-in gives: the token for calls and the one that names the person. */
export interface Tokens {
  accessToken: string
  idToken: string
  expiresInS: number
}

/** Cookies of one browser that is none. */
class CookieJar {
  readonly #cookies = new Map<string, string>()

  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      const at = pair.indexOf('=')
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }

  header(): Record<string, string> {
    return this.#cookies.size === 0 ? {} : { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  }
}

const MAX_REDIRECTS = 10

/** Signs in at a running service with its embedded provider, as a browser would: code flow with PKCE, through the sign-in page. */
export async function signIn(origin: string, account: { mail: string; password: string }): Promise<Tokens> {
  const { oidc } = await json<RuntimeConfig>(`${origin}/config.json`)
  if (oidc.clientId === '') throw new Error('The service asks nobody to sign in: it has no client id, and takes calls without a token.')
  const endpoints = await json<{ authorization_endpoint: string; token_endpoint: string }>(
    `${oidc.authority}/.well-known/openid-configuration`,
  )
  const verifier = randomBytes(32).toString('base64url')
  const redirectUri = `${origin}/auth/callback`
  const question = new URLSearchParams({
    client_id: oidc.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: oidc.scope,
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const code = await codeFor(`${endpoints.authorization_endpoint}?${question}`, redirectUri, account)
  return exchange(endpoints.token_endpoint, {
    grant_type: 'authorization_code',
    client_id: oidc.clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
}

async function codeFor(start: string, redirectUri: string, account: { mail: string; password: string }): Promise<string> {
  const jar = new CookieJar()
  let address = start
  let body: URLSearchParams | undefined
  for (let hop = 0; hop < MAX_REDIRECTS; hop++) {
    if (address.startsWith(`${redirectUri}?`)) return codeIn(address)
    const response = await fetch(address, { redirect: 'manual', headers: jar.header(), ...(body && { method: 'POST', body }) })
    jar.keep(response)
    const next = response.headers.get('location')
    if (next) {
      address = new URL(next, address).href
      body = undefined
    } else if (body) {
      throw new Error(
        `Nobody could sign in as ${account.mail}: the service refuses the mail address or the password (status ${response.status}).`,
      )
    } else if (response.ok) {
      body = new URLSearchParams(account)
    } else {
      throw new Error(`The sign-in page answers with status ${response.status}.`)
    }
  }
  throw new Error('The sign-in does not come to an end.')
}

function codeIn(address: string): string {
  const answer = new URL(address).searchParams
  const code = answer.get('code')
  if (!code) throw new Error(`The provider refuses: ${answer.get('error_description') ?? answer.get('error') ?? 'no code'}.`)
  return code
}

async function exchange(endpoint: string, form: Record<string, string>): Promise<Tokens> {
  const answer = await json<{ access_token: string; id_token: string; expires_in: number }>(endpoint, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  return { accessToken: answer.access_token, idToken: answer.id_token, expiresInS: answer.expires_in }
}

async function json<T>(address: string, init?: RequestInit): Promise<T> {
  const response = await fetch(address, init).catch(() => undefined)
  if (!response) throw new Error(`Nothing answers at ${new URL(address).origin}; is the service running (npm start)?`)
  if (!response.ok) throw new Error(`${address} answers with status ${response.status}: ${(await response.text()).slice(0, 300)}`)
  return (await response.json()) as T
}
