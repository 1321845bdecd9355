// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { failingService } from '../../tests/support/failing-service.ts'
import { signingInAhead, startEarly } from './early-sign-in.ts'
import type { Identity } from './identity.ts'

const service = failingService()
const { origin } = window.location
const oidc = {
  authority: `${origin}/oidc`,
  clientId: 'console',
  scope: 'openid',
  changePasswordUrl: null,
  metadata: { issuer: `${origin}/oidc`, authorization_endpoint: `${origin}/oidc/auth`, token_endpoint: `${origin}/oidc/token` },
}
const asked: string[] = []

/** The page as the service serves it; without a configuration in it, as the development server does. */
function page(config?: object): void {
  document.body.innerHTML = config === undefined ? '' : `<script type="application/json" id="config">${JSON.stringify(config)}</script>`
}

const at = (address: string): Parameters<typeof startEarly>[0] => {
  const { pathname, hash } = new URL(address, origin)
  return { origin, pathname, hash }
}

beforeEach(() => {
  asked.length = 0
  localStorage.clear()
  sessionStorage.clear()
  service.on('GET *', ({ address }) => {
    asked.push(address)
    return { version: 'asked', oidc }
  })
})

describe('page start', () => {
  it('calls the provider before anything else has loaded', async () => {
    page({ version: 'written', oidc })
    const { config } = await startEarly(at('/oid/all/admin/partners'))
    expect(config.version).toBe('written')
    await vi.waitFor(() => expect(asked).toEqual(['/oidc/auth']))
  })

  it('fetches the configuration if the page does not contain it', async () => {
    page()
    expect((await startEarly(at('/auth/callback'))).config.version).toBe('asked')
    expect(asked).toEqual(['/config.json'])
  })

  it('has no identity if sign-in is disabled', async () => {
    page({ oidc: { ...oidc, clientId: '' } })
    expect((await startEarly(at('/'))).identity).toBeUndefined()
    expect(asked).toEqual([])
  })

  it.each(['/auth/callback?code=1', '/auth/signed-out', '/about#error=x&state=y'])('does not call the provider at %s', async (address) => {
    page({ oidc })
    await startEarly(at(address))
    expect(asked).toEqual([])
  })

  it('does not call the provider if the next sign-in must be interactive', async () => {
    page({ oidc })
    localStorage.setItem('SOC_ASK_SIGN_IN', '1')
    await startEarly(at('/'))
    expect(asked).toEqual([])
  })
})

describe('a sign-in in progress', () => {
  it('serves the first call; later ones sign in again', async () => {
    const signInSilently = vi.fn(async () => true)
    const identity = signingInAhead({ signInSilently } as unknown as Identity)
    expect(signInSilently).toHaveBeenCalledOnce()
    expect(await identity.signInSilently()).toBe(true)
    expect(signInSilently).toHaveBeenCalledOnce()
    await identity.signInSilently()
    expect(signInSilently).toHaveBeenCalledTimes(2)
  })

  it('passes its failure on to the caller', async () => {
    const identity = signingInAhead({ signInSilently: () => Promise.reject(new Error('down')) } as unknown as Identity)
    await expect(identity.signInSilently()).rejects.toThrow('down')
  })
})
