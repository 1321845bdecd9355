import { createHash, randomBytes } from 'node:crypto'

/** A browser for tests: keeps cookies by name and path, and follows redirects only on request. */
export class Browser {
  private readonly cookies = new Map<string, { value: string; path: string }>()

  async go(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url)
    const cookie = [...this.cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(init.headers as Record<string, string>), ...(cookie !== '' && { cookie }) },
    })
    for (const line of answer.headers.getSetCookie()) this.keep(line, pathname)
    return answer
  }

  /** Follows redirects as long as they lead to addresses that begin with `within`; answers the last response and where it leads. */
  async follow(url: string, within: string): Promise<{ answer: Response; leadsTo: string }> {
    let at = url
    for (;;) {
      const answer = await this.go(at)
      const location = answer.headers.get('location')
      if (location === null) return { answer, leadsTo: at }
      at = new URL(location, at).href
      if (!at.startsWith(within)) return { answer, leadsTo: at }
    }
  }

  async post(url: string, form: Record<string, string>): Promise<Response> {
    return this.go(url, { method: 'POST', body: new URLSearchParams(form) })
  }

  /** Values of all cookies, signatures included. */
  held(): string[] {
    return [...this.cookies.values()].map(({ value }) => value)
  }

  private keep(line: string, pathname: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', ...value] = pair.split('=')
    const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice(5) ?? pathname
    const gone = attributes.some((attribute) => /^expires=thu, 01 jan 1970/i.test(attribute))
    if (gone) this.cookies.delete(name)
    else this.cookies.set(name, { value: value.join('='), path })
  }
}

/** An authorization request of the console, with the secret that redeems its code. */
export function authorizationRequest(issuer: string, params: Record<string, string>): { url: string; verifier: string; state: string } {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(8).toString('base64url')
  const query = new URLSearchParams({
    client_id: 'console',
    response_type: 'code',
    scope: 'openid profile email',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...params,
  })
  return { url: `${issuer}/auth?${query}`, verifier, state }
}
