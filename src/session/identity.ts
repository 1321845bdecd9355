import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import type { User } from 'oidc-client-ts'
import type { RuntimeConfig } from '../../schemas/tenancy.ts'
import { signInAddresses } from './addresses.ts'

/** S0 section 1: renewed 120 s before the token ends, and with less than 300 s left when the window comes back to the front. */
const renewBeforeSeconds = 120
const renewalOffsetSeconds = 300

/** The identity provider, as the session needs it. */
export interface Identity {
  token: () => string | undefined
  /** Signs in without the person noticing; false: the provider wants to see them. Rejects when the provider cannot be reached. */
  signInSilently: () => Promise<boolean>
  /** Signs in through a window in front; false: blocked, closed or refused. Call it from a click where possible. */
  signInByPopup: () => Promise<boolean>
  /** Leaves the page for the provider's. */
  signInByRedirect: () => Promise<void>
  /** Finishes `signInByRedirect` at the callback address. */
  finishRedirect: (url: string) => Promise<void>
  /** Leaves the page for the provider's, which leads on to the signed-out address. */
  signOut: () => Promise<void>
  forget: () => Promise<void>
  /** Calls back when the token should be renewed. */
  onExpiring: (renew: () => void) => void
}

/** An identity provider by OpenID Connect, authorization code with PKCE. Tokens stay in memory. */
export function createIdentity({ authority, clientId, scope }: RuntimeConfig['oidc'], origin: string): Identity {
  const manager = new UserManager({
    authority,
    client_id: clientId,
    scope,
    response_type: 'code',
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
    silentRequestTimeoutInSeconds: 10,
  })
  let user: User | null = null
  manager.events.addUserLoaded((loaded) => {
    user = loaded
  })
  manager.events.addUserUnloaded(() => {
    user = null
  })
  return {
    token: () => (user?.expired ? undefined : user?.access_token),
    signInSilently: async () => {
      try {
        return Boolean(await manager.signinSilent())
      } catch (error) {
        if (isRefusal(error)) return false
        throw error
      }
    },
    signInByPopup: () => signInByPopup(manager),
    signInByRedirect: () => manager.signinRedirect(),
    finishRedirect: async (url) => {
      user = await manager.signinRedirectCallback(url)
    },
    signOut: () => manager.signoutRedirect(),
    forget: () => manager.removeUser(),
    onExpiring: (renew) => {
      manager.events.addAccessTokenExpiring(renew)
      document.addEventListener('visibilitychange', () => {
        const left = user?.expires_in
        if (document.visibilityState === 'visible' && left !== undefined && left < renewalOffsetSeconds) renew()
      })
    },
  }
}

async function signInByPopup(manager: UserManager): Promise<boolean> {
  const before = await manager.getUser()
  try {
    const after = await manager.signinPopup({ popupAbortOnClose: true })
    // Somebody else signed in: nothing on this page is theirs.
    if (before && before.profile.sub !== after?.profile.sub) location.reload()
    return Boolean(after)
  } catch (error) {
    console.info('Signing in through a window did not work.', error)
    return false
  }
}

/** An answer of the provider (`login_required`), in contrast to no answer. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ErrorResponse'
}
