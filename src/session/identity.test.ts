// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createIdentity, type Identity } from './identity.ts'

const authority = 'https://idp.test'
const origin = 'https://console.test'
const lifetime = 1_800

const part = (value: object): string => btoa(JSON.stringify(value)).replaceAll('=', '')
const idToken = (): string =>
  [{ alg: 'ES256' }, { sub: 'p', iss: authority, aud: 'console', exp: 4e9, iat: 1 }].map(part).join('.') + '.c2ln'

const answers: Record<string, () => object> = {
  '/.well-known/openid-configuration': () => ({
    issuer: authority,
    authorization_endpoint: `${authority}/auth`,
    token_endpoint: `${authority}/token`,
  }),
  '/token': () => ({ access_token: 'hush-token', id_token: idToken(), token_type: 'Bearer', expires_in: lifetime, scope: 'openid' }),
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    return new Response(JSON.stringify(answers[pathname]?.() ?? {}), { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

/** Somebody who has just come back from the provider, and the request that led there. */
async function signedIn(): Promise<{ identity: Identity; asked: URLSearchParams }> {
  const identity = createIdentity({ authority, clientId: 'console', scope: 'openid', changePasswordUrl: null }, origin)
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  void identity.signInByRedirect()
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce())
  const asked = new URL(String(assign.mock.calls[0]?.[0])).searchParams
  await identity.finishRedirect(`${origin}/auth/callback?code=c&state=${asked.get('state')}`)
  return { identity, asked }
}

it('asks for a code with a proof key, and keeps the token in memory alone', async () => {
  const { identity, asked } = await signedIn()
  expect(Object.fromEntries(asked)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', client_id: 'console' })
  expect(identity.token()).toBe('hush-token')
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('hush')
})

it('asks for another token 120 s before the one it has ends, and gives no ended one out', async () => {
  const { identity } = await signedIn()
  const renew = vi.fn()
  identity.onExpiring(renew)
  vi.advanceTimersByTime((lifetime - 130) * 1000)
  expect(renew).not.toHaveBeenCalled()
  vi.advanceTimersByTime(15_000)
  expect(renew).toHaveBeenCalledOnce()
  expect(identity.token()).toBe('hush-token')
  vi.advanceTimersByTime(120_000)
  expect(identity.token()).toBeUndefined()
})

it('asks for one when the window comes back to the front with less than 300 s left', async () => {
  const { identity } = await signedIn()
  const renew = vi.fn()
  identity.onExpiring(renew)
  const show = (): boolean => document.dispatchEvent(new Event('visibilitychange'))
  vi.setSystemTime(Date.now() + (lifetime - 310) * 1000)
  show()
  expect(renew).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + 20_000)
  show()
  expect(renew).toHaveBeenCalledOnce()
})
