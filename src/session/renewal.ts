import type { Identity } from './identity.ts'
import { sessionState } from './session-state.ts'

/** Renews a session in place; the page stays as it is, with everything typed into it. */
export interface Renewal {
  /** Silently, else by popup, else by asking the person. Concurrent calls share one attempt. */
  renew: () => Promise<boolean>
  /** Before the token runs out: a provider that cannot be reached may be back before that matters. */
  renewAhead: () => void
  /** Asks the person at once, e.g. because there is no session any more. */
  ask: () => void
  /** The person wants the window in front; false: it did not come to anything. */
  signIn: () => Promise<boolean>
  /** The person gives up. */
  giveUp: () => void
}

export function createRenewal(identity: () => Identity | undefined): Renewal {
  let running: Promise<boolean> | undefined
  let answer: ((signedIn: boolean) => void) | undefined

  const attempt = async (): Promise<boolean> => {
    const provider = identity()
    if (!provider) return false
    const isSilent = await provider.signInSilently().catch(() => false)
    return isSilent || (await provider.signInByPopup()) || question()
  }

  const question = (): Promise<boolean> => {
    sessionState.isRenewalNeeded = true
    return new Promise<boolean>((resolve) => {
      answer = resolve
    })
  }

  const only = (work: () => Promise<boolean>): Promise<boolean> => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
  const renew = (): Promise<boolean> => only(attempt)

  const settle = (signedIn: boolean): void => {
    sessionState.isRenewalNeeded = false
    answer?.(signedIn)
  }

  return {
    renew,
    renewAhead: () => {
      void identity()
        ?.signInSilently()
        .then(
          (isSilent) => (isSilent ? undefined : renew()),
          () => undefined,
        )
    },
    ask: () => void only(question),
    signIn: async () => {
      const isSignedIn = (await identity()?.signInByPopup()) === true
      if (isSignedIn) settle(true)
      return isSignedIn
    },
    giveUp: () => settle(false),
  }
}
