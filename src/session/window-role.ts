import { signInAddresses } from './addresses.ts'

/** The purpose of this window: the application itself, the redirect target of a sign-in, or a password change. */
export type WindowRole = 'application' | 'sign-in-return' | 'change-password'

/** Name of the window in which a password is changed. */
export const changePasswordWindow = 'change-password'

/** The part of `Window` that this module uses. */
type Pane = Pick<Window, 'name' | 'opener' | 'parent' | 'location' | 'close'>

export function windowRole(pane: Pane): WindowRole {
  if (pane.name === changePasswordWindow) return 'change-password'
  const returns: string[] = [signInAddresses.silent, signInAddresses.popup]
  return returns.includes(pane.location.pathname) ? 'sign-in-return' : 'application'
}

/**
 * Hands the provider's answer to the window that asked, in the wording of oidc-client-ts, without loading that library:
 * a hidden frame does this on every renewal.
 */
export function reportSignIn(pane: Pane): void {
  const message = { source: 'oidc-client', url: pane.location.href, keepOpen: false }
  const requester = (pane.opener ?? (pane.parent === pane ? null : pane.parent)) as Window | null
  if (requester) {
    requester.postMessage(message, pane.location.origin)
    return
  }
  // A provider's COOP header may sever the popup from its opener.
  const state = new URLSearchParams(pane.location.search).get('state')
  if (state) {
    const channel = new BroadcastChannel(`oidc-client-popup-${state}`)
    channel.postMessage(message)
    channel.close()
  }
  pane.close()
}
