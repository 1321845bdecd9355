import { signInAddresses } from './addresses.ts'

/** What a window of ours was opened for: the application itself, the way back from sign-in, or a change of password. */
export type WindowRole = 'application' | 'sign-in-return' | 'change-password'

/** Name of the window in which a password is changed. */
export const changePasswordWindow = 'change-password'

/** Only what this module needs of a window. */
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
  const asker = (pane.opener ?? (pane.parent === pane ? null : pane.parent)) as Window | null
  if (asker) {
    asker.postMessage(message, pane.location.origin)
    return
  }
  // A provider may cut the tie between a popup and its opener.
  const state = new URLSearchParams(pane.location.search).get('state')
  if (state) {
    const channel = new BroadcastChannel(`oidc-client-popup-${state}`)
    channel.postMessage(message)
    channel.close()
  }
  pane.close()
}
