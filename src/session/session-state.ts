import { proxy } from 'valtio'

/** S0 section 1: unauthenticated leads to the provider. `ended`: signed out, or refused; stays until the person signs in again. */
export type Authentication = 'unauthenticated' | 'authenticating' | 'authenticated' | 'ended'

interface SessionState {
  authentication: Authentication
  /** The session ran out and could not be renewed silently: the person is asked, the page stays as it is. */
  isRenewalNeeded: boolean
  /** Why the service did not accept who signed in, in its own words; absent: they signed out themselves. */
  refusal?: string | undefined
}

/** The session as the interface sees it. Tokens are not in it: they live in the closure of the identity. */
export const sessionState = proxy<SessionState>({ authentication: 'unauthenticated', isRenewalNeeded: false })
