import {
  type INavigator,
  InMemoryWebStorage,
  type SigninSilentArgs,
  type User,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts'
import type { RuntimeConfig } from '../../schemas/tenancy.ts'
import { signInAddresses } from './addresses.ts'
import { refusesFrames, rememberSilence } from './sign-in-storage.ts'

/**
 * S0 section 1: renewed 120 s before the token ends, and with less than 300 s left when the window comes back to the front; a token
 * that lives no longer than twice that, at half its life: it would be renewed over and over.
 */
const renewBeforeSeconds = 120
const renewalOffsetSeconds = 300
/** How long a silent sign-in may take. */
const silentTimeoutSeconds = 10

/** The identity provider, as the session needs it. */
export interface Identity {
  token: () => string | undefined
  /** Signs in without the person noticing; false: the provider wants to see them. Rejects when the provider cannot be reached. */
  signInSilently: () => Promise<boolean>
  /** Signs in through a window in front; false: blocked, closed or refused. Call it from a click where possible. */
  signInByPopup: () => Promise<boolean>
  /** Leaves the page for the provider's. `mustAsk`: the provider asks who it is, even where it still knows somebody. */
  signInByRedirect: (options?: { mustAsk: boolean }) => Promise<void>
  /** Finishes `signInByRedirect` at the callback address. */
  finishRedirect: (url: string) => Promise<void>
  /** Leaves the page for the provider's, which leads on to the signed-out address. Rejects where the provider has none for that. */
  signOut: () => Promise<void>
  forget: () => Promise<void>
  /** Calls back when the token should be renewed. */
  onExpiring: (renew: () => void) => void
}

/** An identity provider by OpenID Connect, authorization code with PKCE. Tokens stay in memory. */
export function createIdentity(oidc: RuntimeConfig['oidc'], origin: string): Identity {
  const { authority, clientId, scope, audience, resource, metadata } = oidc
  const settings: UserManagerSettings = {
    authority,
    ...(metadata === undefined ? {} : { metadata }),
    client_id: clientId,
    scope,
    response_type: 'code',
    ...(resource === undefined ? {} : { resource }),
    ...(audience === undefined ? {} : { extraQueryParams: { audience } }),
    redirect_uri: origin + signInAddresses.callback,
    silent_redirect_uri: origin + signInAddresses.silent,
    popup_redirect_uri: origin + signInAddresses.popup,
    post_logout_redirect_uri: origin + signInAddresses.signedOut,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    // Holds the proof key over the round trip to the provider, never a token.
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: false,
    accessTokenExpiringNotificationTimeInSeconds: renewBeforeSeconds,
    loadUserInfo: false,
    silentRequestTimeoutInSeconds: silentTimeoutSeconds,
  }
  const isOnOwnOrigin = new URL(metadata?.authorization_endpoint ?? authority).origin === origin
  const manager = new UserManager(settings, undefined, undefined, isOnOwnOrigin ? createCallNavigator(silentTimeoutSeconds) : undefined)
  let user: User | null = null
  let lifetime = Number.POSITIVE_INFINITY
  const take = (loaded: User): void => {
    user = loaded
    lifetime = loaded.expires_in ?? Number.POSITIVE_INFINITY
  }
  manager.events.addUserLoaded(take)
  manager.events.addUserUnloaded(() => {
    user = null
  })
  return {
    token: () => (user?.expired ? undefined : user?.access_token),
    signInSilently: async () => {
      // A refresh token needs neither a frame nor the provider's cookies; one that is spent or revoked leaves the frame.
      if (user?.refresh_token !== undefined) {
        if (await silently(manager, resource)) return true
        delete user.refresh_token
        await manager.storeUser(user)
      }
      return !refusesFrames(authority) && silently(manager, resource, { forceIframeAuth: true })
    },
    signInByPopup: () => signInByPopup(manager),
    signInByRedirect: ({ mustAsk } = { mustAsk: false }) =>
      manager.signinRedirect({ nonce: newNonce(), ...(mustAsk ? { prompt: 'login' } : {}) }),
    finishRedirect: async (url) => {
      take(await manager.signinRedirectCallback(url))
    },
    signOut: () => manager.signoutRedirect({ extraQueryParams: {} }),
    forget: () => manager.removeUser(),
    onExpiring: (renew) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const renewWhenDue = (): void => {
        clearTimeout(timer)
        const early = (user?.expires_in ?? 0) - Math.min(renewBeforeSeconds, lifetime / 2)
        if (early > 1) timer = setTimeout(renewWhenDue, early * 1000)
        else if (user) renew()
      }
      manager.events.addAccessTokenExpiring(renewWhenDue)
      document.addEventListener('visibilitychange', () => {
        const left = user?.expires_in
        if (document.visibilityState === 'visible' && left !== undefined && left < Math.min(renewalOffsetSeconds, lifetime / 2)) renew()
      })
    },
  }
}

/** False where the provider answers that it cannot without the person. */
async function silently(manager: UserManager, resource: string | undefined, how: SigninSilentArgs = {}): Promise<boolean> {
  try {
    return Boolean(await manager.signinSilent({ nonce: newNonce(), ...how, ...(resource === undefined ? {} : { resource }) }))
  } catch (error) {
    if (isRefusal(error)) return false
    if (how.forceIframeAuth === true && isTimeout(error)) await rememberSilence(manager.settings.authority)
    throw error
  }
}

/** Optional in the code flow by the standard, but some providers insist on it; the library checks that it comes back. */
function newNonce(): string {
  return crypto.randomUUID()
}

async function signInByPopup(manager: UserManager): Promise<boolean> {
  const before = await manager.getUser()
  try {
    const after = await manager.signinPopup({ nonce: newNonce(), popupAbortOnClose: true })
    // Somebody else signed in: nothing on this page is theirs.
    if (before && before.profile.sub !== after?.profile.sub) location.reload()
    return Boolean(after)
  } catch (error) {
    console.info('Signing in through a window did not work.', error)
    return false
  }
}

/** An answer of the provider (`login_required`), in contrast to no answer; some refuse a refresh token by a bare status. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && (error.name === 'ErrorResponse' || /\(4\d\d\)(?::|$)/.test(error.message))
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'ErrorTimeout'
}

/**
 * Follows a silent sign-in by a call instead of in a hidden frame: no document has to be made. It takes a provider on the console's own
 * origin, where the call carries the provider's cookies and may see where its redirects end.
 */
function createCallNavigator(timeoutSeconds: number): INavigator {
  return {
    prepare: async () => ({
      navigate: async ({ url }) => {
        const answer = await fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(timeoutSeconds * 1000) })
        return { url: answer.url }
      },
      close: () => undefined,
    }),
    callback: async () => undefined,
  }
}
