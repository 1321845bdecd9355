import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Identity } from './identity.ts'
import { createSession } from './session.ts'
import { sessionState } from './session-state.ts'
import { signedOutKey } from './sign-in-storage.ts'
import { eachCase } from '../../tests/support/each-case.ts'

function identityOf(over: Partial<Identity> = {}): Identity {
  return {
    token: () => 'token',
    signInSilently: vi.fn(async () => true),
    signInByPopup: vi.fn(async () => false),
    signInByRedirect: vi.fn(async () => undefined),
    finishRedirect: vi.fn(async () => undefined),
    signOut: vi.fn(async () => undefined),
    forget: vi.fn(async () => undefined),
    onExpiring: vi.fn(),
    ...over,
  }
}

function open(address: string, over: Partial<Identity> = {}, clientId = 'console') {
  const { href, pathname, search, hash } = new URL(address, 'https://console.test')
  const location = { href, pathname, search, hash, replace: vi.fn(), assign: vi.fn() }
  const identity = identityOf(over)
  const session = createSession({ identity: clientId ? identity : undefined, location })
  return { session, identity, location }
}

/** What the windows of one test hear of each other's storage. */
let hear: ((event: { key: string }) => void)[] = []

beforeEach(() => {
  hear = []
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof hear)[number]) => hear.push(listener))
  vi.stubGlobal('dispatchEvent', () => true)
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  sessionState.authentication = 'unauthenticated'
  sessionState.isRenewalNeeded = false
  sessionState.refusal = undefined
})

describe('starting', () => {
  it('treats every user as authenticated without a client id', { tags: ['S0-1.7', 'S2-1.2'] }, async () => {
    const { session } = open('/', {}, '')
    await session.start()
    expect(sessionState.authentication).toBe('authenticated')
    expect(session.token()).toBeUndefined()
  })

  it('signs in silently after a reload', { tags: ['S0-1.10'] }, async () => {
    const { session, identity } = open('/oid/all/admin/partners')
    const started = session.start()
    expect(sessionState.authentication).toBe('authenticating')
    await started
    expect(sessionState.authentication).toBe('authenticated')
    expect(identity.signInByRedirect).not.toHaveBeenCalled()
  })

  it('remembers the path and redirects to the provider if signed out', { tags: ['S0-1.8', 'S2-4.31'] }, async () => {
    const { session, identity } = open('/oid/1/admin/users?page=2', { signInSilently: async () => false })
    await session.start()
    expect(sessionState.authentication).toBe('unauthenticated')
    expect(localStorage.getItem('SOC_EXPECTED_PATH')).toBe('/oid/1/admin/users?page=2')
    expect(identity.signInByRedirect).toHaveBeenCalledOnce()
  })

  it('finishes the round trip at the callback address', { tags: ['S0-1.9', 'S2-4.31'] }, async () => {
    const { session, identity } = open('/auth/callback?code=1&state=2')
    await session.start()
    expect(identity.finishRedirect).toHaveBeenCalledWith('https://console.test/auth/callback?code=1&state=2')
    expect(sessionState.authentication).toBe('authenticated')
  })

  it('removes the hash from the address if it is an unexpected provider response', { tags: ['S0-1.16'] }, async () => {
    const { session, location } = open('/about?x=1#error=login_required&state=3')
    await session.start()
    expect(location.replace).toHaveBeenCalledWith('https://console.test/about?x=1')
    expect(sessionState.authentication).toBe('authenticating')
  })

  eachCase<[string]>([
    ['Hash does not contain state', 'S0-1.16', 'S2-4.33'],
    ['No state in response'],
    ['No matching state found in storage'],
  ])('restarts sign-in after "%s"', async (message) => {
    const { session, location } = open('/auth/callback?code=1', {
      finishRedirect: async () => {
        throw new Error(message)
      },
    })
    await session.start()
    expect(location.replace).toHaveBeenCalledWith('https://console.test/')
  })

  it.each(['/logout', '/auth/signed-out'])('does not redirect to the provider from %s', async (path) => {
    const { session, identity } = open(path, { signInSilently: async () => false })
    await session.start()
    expect(identity.signInByRedirect).not.toHaveBeenCalled()
  })
})

describe('renewing', () => {
  it('shares one attempt among concurrent callers', async () => {
    const { session, identity } = open('/')
    await session.start()
    expect(await Promise.all([session.renew(), session.renew()])).toEqual([true, true])
    expect(identity.signInSilently).toHaveBeenCalledTimes(2)
  })

  it('falls back to a popup', { tags: ['S0-1.11', 'S2-4.32'] }, async () => {
    const { session, identity } = open('/', {
      signInSilently: vi
        .fn(async () => true)
        .mockResolvedValueOnce(true)
        .mockResolvedValueOnce(false),
      signInByPopup: vi.fn(async () => true),
    })
    await session.start()
    expect(await session.renew()).toBe(true)
    expect(identity.signInByPopup).toHaveBeenCalledOnce()
    expect(sessionState.isRenewalNeeded).toBe(false)
  })

  it('shows a dialog when the popup is blocked, and continues where the person was', async () => {
    const signInByPopup = vi.fn(async () => true).mockResolvedValueOnce(false)
    const { session } = open('/', { signInSilently: vi.fn(async () => false).mockResolvedValueOnce(true), signInByPopup })
    await session.start()
    const renewal = session.renew()
    await vi.waitFor(() => expect(sessionState.isRenewalNeeded).toBe(true))
    await session.answerRenewal('sign-in')
    expect(await renewal).toBe(true)
    expect(sessionState).toMatchObject({ isRenewalNeeded: false, authentication: 'authenticated' })
  })

  it('keeps the dialog open when the person closes the popup', async () => {
    const { session } = open('/', { signInSilently: vi.fn(async () => false).mockResolvedValueOnce(true) })
    await session.start()
    void session.renew()
    await vi.waitFor(() => expect(sessionState.isRenewalNeeded).toBe(true))
    await session.answerRenewal('sign-in')
    expect(sessionState.isRenewalNeeded).toBe(true)
  })

  it('signs out when the person chooses to', async () => {
    const { session, identity } = open('/', { signInSilently: vi.fn(async () => false).mockResolvedValueOnce(true) })
    await session.start()
    const renewal = session.renew()
    await vi.waitFor(() => expect(sessionState.isRenewalNeeded).toBe(true))
    await session.answerRenewal('sign-out')
    expect(await renewal).toBe(false)
    expect(identity.signOut).toHaveBeenCalledOnce()
  })
})

describe('the end of a session', () => {
  it('forgets the requested path', { tags: ['S0-4.22'] }, async () => {
    const { session } = open('/')
    await session.start()
    localStorage.setItem('SOC_EXPECTED_PATH', '/about')
    session.end()
    expect(localStorage.getItem('SOC_EXPECTED_PATH')).toBeNull()
    expect(sessionState.authentication).toBe('ended')
  })

  it("keeps the service's reason on the page: no way to the provider and back, no loop", { tags: ['H-9.22'] }, async () => {
    const { session, identity, location } = open('/')
    await session.start()
    session.end('The mail address is not marked as verified.')
    expect(sessionState).toMatchObject({ authentication: 'ended', refusal: 'The mail address is not marked as verified.' })
    expect(identity.forget).toHaveBeenCalledOnce()
    expect(identity.signOut).not.toHaveBeenCalled()
    expect(location.assign).not.toHaveBeenCalled()
    expect(await session.renew()).toBe(false)
    session.end()
    expect(identity.signOut).not.toHaveBeenCalled()
  })

  eachCase<[string]>([['refused'], ['signed out where the provider has no address for that', 'H-9.14']])(
    'makes the next sign-in ask for the account: %s',
    async (how) => {
      const signOut = async (): Promise<void> => Promise.reject(new Error('No end session endpoint'))
      const { session } = open('/', { signOut })
      await session.start()
      if (how === 'refused') session.end('No')
      else await session.signOut()

      const next = open('/')
      await next.session.start()
      expect(next.identity.signInSilently).not.toHaveBeenCalled()
      expect(next.identity.signInByRedirect).toHaveBeenCalledExactlyOnceWith({ mustAsk: true })

      const back = open('/auth/callback?code=1&state=2')
      await back.session.start()
      const later = open('/')
      await later.session.start()
      expect(later.identity.signInSilently).toHaveBeenCalledOnce()
    },
  )

  it('shows the signed-out page when the provider cannot be reached', async () => {
    const { session, identity, location } = open('/', { signOut: async () => Promise.reject(new Error('down')) })
    await session.start()
    await session.signOut()
    expect(identity.forget).toHaveBeenCalledOnce()
    expect(location.assign).toHaveBeenCalledWith('/auth/signed-out')
  })
})

describe('signing out in another window', () => {
  it('is told to it', async () => {
    const { session } = open('/oid/all/admin/partners')
    await session.start()
    await session.signOut()
    expect(localStorage.getItem(signedOutKey)).not.toBeNull()
  })

  it('ends this one at once: no token, no further call, the page of those who are signed out', async () => {
    const { session, identity, location } = open('/oid/all/admin/partners')
    await session.start()
    for (const each of hear) each({ key: signedOutKey })
    await vi.waitFor(() => expect(location.assign).toHaveBeenCalledWith('/auth/signed-out'))
    expect([sessionState.authentication, vi.mocked(identity.forget).mock.calls.length]).toEqual(['ended', 1])
    expect(await session.renew()).toBe(false)
  })

  it('asks where something would be lost, and the page goes on after signing in', async () => {
    vi.stubGlobal('dispatchEvent', (event: Event) => (event.preventDefault(), !event.defaultPrevented))
    const { session, identity, location } = open('/oid/all/admin/partners/new', { signInByPopup: vi.fn(async () => true) })
    await session.start()
    for (const each of hear) each({ key: signedOutKey })
    await vi.waitFor(() => expect(sessionState.isRenewalNeeded).toBe(true))
    expect([location.assign.mock.calls, vi.mocked(identity.forget).mock.calls.length]).toEqual([[], 1])
    const renewed = session.renew()
    await session.answerRenewal('sign-in')
    expect([await renewed, sessionState.isRenewalNeeded, sessionState.authentication]).toEqual([true, false, 'authenticated'])
  })
})
