import { signInAddresses } from './addresses.ts'
import type { Identity } from './identity.ts'
import type { Renewal } from './renewal.ts'
import { sessionState } from './session-state.ts'

/** What ends with the session. */
export interface Ending {
  identity: Identity
  renewal: Renewal
  location: Pick<Location, 'assign'>
}

/** The person signed out in another window: nothing is asked of the service any more, and what was typed here waits for them. */
export function endWithOthers({ identity, renewal, location }: Ending): void {
  if (sessionState.authentication !== 'authenticated') return
  void identity.forget()
  if (wouldLose()) renewal.ask()
  else {
    sessionState.authentication = 'ended'
    location.assign(signInAddresses.signedOut)
  }
}

/** Whether something on the page would be lost by leaving it: asked as the browser asks before it closes a window. */
function wouldLose(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
