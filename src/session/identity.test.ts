// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failingService } from '../../tests/support/failing-service.ts'
import { createIdentity, type Identity } from './identity.ts'

const service = failingService()
const authority = 'https://idp.test'
const origin = 'https://console.test'
let lifetime = 1_800

const part = (value: object): string => btoa(JSON.stringify(value)).replaceAll('=', '')
let nonce: string | null = null
const idToken = (): string =>
  [{ alg: 'ES256' }, { sub: 'p', iss: authority, aud: 'console', exp: 4e9, iat: 1, nonce }].map(part).join('.') + '.c2ln'

/** What the address for tokens was asked, and what it answers besides; with `error` that alone. */
const tokenRequests: URLSearchParams[] = []
let tokenAnswer: Record<string, string> = {}

const metadataAt = (at: string) => ({ issuer: authority, authorization_endpoint: `${at}/auth`, token_endpoint: `${at}/token` })
const token = () => ({
  access_token: 'hush-token',
  id_token: idToken(),
  token_type: 'Bearer',
  expires_in: lifetime,
  scope: 'openid',
  ...tokenAnswer,
})
/** Where the provider sends whoever asks for a code. */
const sentBack = (query: string) => new Response('', { status: 302, headers: { location: `${origin}/auth/silent?${query}` } })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  tokenRequests.length = 0
  tokenAnswer = {}
  service.on(`GET ${authority}/.well-known/openid-configuration`, () => metadataAt(authority))
  service.on(`POST ${authority}/token`, ({ body }) => {
    tokenRequests.push(new URLSearchParams(String(body)))
    return 'error' in tokenAnswer ? Response.json(tokenAnswer, { status: 400 }) : token()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  sessionStorage.clear()
  localStorage.clear()
})

/** Somebody who has just come back from the provider, and the request that led there. */
async function signedIn(more: { audience?: string; resource?: string } = {}): Promise<{ identity: Identity; asked: URLSearchParams }> {
  const identity = createIdentity({ authority, clientId: 'console', scope: 'openid', changePasswordUrl: null, ...more }, origin)
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  void identity.signInByRedirect()
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce(), { timeout: 10_000 })
  const asked = new URL(String(assign.mock.calls[0]?.[0])).searchParams
  nonce = asked.get('nonce')
  await identity.finishRedirect(`${origin}/auth/callback?code=c&state=${asked.get('state')}`)
  return { identity, asked }
}

it('requests a code with PKCE and keeps the token in memory only', { tags: ['D-4.4', 'D-4.7'] }, async () => {
  const { identity, asked } = await signedIn()
  expect(Object.fromEntries(asked)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', client_id: 'console' })
  expect(asked.get('nonce')).toMatch(/^[\w-]{36}$/)
  expect(identity.token()).toBe('hush-token')
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('hush')
})

it('signs in silently by fetch if the provider shares the origin, and skips discovery of known endpoints', async () => {
  const asked = service.on(`* ${origin}/*`, ({ address, query }) => {
    if (address === `${origin}/auth/silent`) return new Response('')
    if (address === `${origin}/token`) return token()
    nonce = query['nonce'] ?? null
    return sentBack(`code=c&state=${query['state']}`)
  })
  const metadata = metadataAt(origin)
  const identity = createIdentity({ authority, clientId: 'console', scope: 'openid', changePasswordUrl: null, metadata }, origin)
  expect(await identity.signInSilently()).toBe(true)
  expect(identity.token()).toBe('hush-token')
  expect(asked.map(({ address }) => address)).toEqual([`${origin}/auth`, `${origin}/auth/silent`, `${origin}/token`])
  expect(asked[0]).toMatchObject({ query: { prompt: 'none' }, credentials: 'same-origin' })
  expect(document.querySelector('iframe')).toBeNull()
})

it('is not signed in by fetch if the provider requires interaction', async () => {
  const metadata = metadataAt(origin)
  service.on(`GET ${origin}/auth`, ({ query }) => sentBack(`error=login_required&state=${query['state']}`))
  service.on(`GET ${origin}/auth/silent`, () => new Response(''))
  const identity = createIdentity({ authority, clientId: 'console', scope: 'openid', changePasswordUrl: null, metadata }, origin)
  expect(await identity.signInSilently()).toBe(false)
})

it('renews the token 120 s before it expires, and never returns an expired one', { tags: ['S0-1.19', 'S2-9.25'] }, async () => {
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

it('renews the token when the window regains focus with less than 300 s left', { tags: ['S0-1.20', 'S2-9.25'] }, async () => {
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

it('requests the configured audience and resource, and neither otherwise', { tags: ['H-9.4'] }, async () => {
  const { asked } = await signedIn({ audience: 'api://default', resource: 'urn:console' })
  expect(Object.fromEntries(asked)).toMatchObject({ audience: 'api://default', resource: 'urn:console' })
  vi.restoreAllMocks()
  const plain = (await signedIn()).asked
  expect([plain.has('audience'), plain.has('resource')]).toEqual([false, false])
})

it('makes the provider ask for the account if requested', async () => {
  const { identity } = await signedIn()
  const assign = vi.mocked(window.location.assign)
  void identity.signInByRedirect({ mustAsk: true })
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(2))
  expect(new URL(String(assign.mock.calls[1]?.[0])).searchParams.get('prompt')).toBe('login')
})

it('renews by refresh token if the provider issues one: no frame, no cookie', { tags: ['H-9.12'] }, async () => {
  tokenAnswer = { refresh_token: 'hush-refresh' }
  const { identity } = await signedIn({ resource: 'urn:console' })
  tokenAnswer = { access_token: 'hush-second' }
  expect(await identity.signInSilently()).toBe(true)
  expect(Object.fromEntries(tokenRequests[1] ?? [])).toMatchObject({
    grant_type: 'refresh_token',
    refresh_token: 'hush-refresh',
    resource: 'urn:console',
  })
  expect(identity.token()).toBe('hush-second')
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('hush')
})

it.each(['', 'invalid_grant'])(
  'stops using a refresh token that the provider refuses (%s), and frames if it refuses those',
  { tags: ['H-9.12'] },
  async (error) => {
    tokenAnswer = { refresh_token: 'hush-refresh' }
    const { identity } = await signedIn()
    tokenAnswer = { error }
    localStorage.setItem('SOC_NO_SILENT_FRAME', `${authority} ${Date.now() + 1000}`)
    expect(await identity.signInSilently()).toBe(false)
    expect(await identity.signInSilently()).toBe(false)
    expect(tokenRequests).toHaveLength(2)
    expect(identity.token()).toBe('hush-token')
    expect(document.querySelector('iframe')).toBeNull()
  },
)

it('renews a token with a lifetime of a minute once at half of it, not repeatedly', { tags: ['H-9.13'] }, async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  lifetime = 60
  const { identity } = await signedIn()
  const renew = vi.fn()
  identity.onExpiring(renew)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(25_000)
  expect(renew).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(renew).toHaveBeenCalledOnce()
  lifetime = 1_800
})
