import { hasStrayHash, isStrayAnswer, signInAddresses, withoutAnswer } from './addresses.ts'
import { askNextTime, forgetPath, forgetToAsk, mustAsk, rememberPath, signedOutKey } from './sign-in-storage.ts'
import type { Ending } from './end-with-others.ts'
import type { Identity } from './identity.ts'
import { createRenewal } from './renewal.ts'
import { sessionState } from './session-state.ts'

/** Signing in, staying signed in, signing out. One per page. */
export interface Session {
  token: () => string | undefined
  /** Settles once it is known whether somebody is signed in; leads to the provider when not. */
  start: () => Promise<void>
  /** Renews in place: silently, else by popup, else by asking the person. Concurrent calls share one attempt. */
  renew: () => Promise<boolean>
  /** The person answers the question of `isRenewalNeeded`. */
  answerRenewal: (answer: 'sign-in' | 'sign-out') => Promise<void>
  /** The service refuses the session: forgets the requested path and signs out; with the service's reason the page stays and shows it. */
  end: (reason?: string) => void
  signOut: () => Promise<void>
}

interface SessionParts {
  /** Absent: no client id is configured, everybody counts as authenticated (S0 section 1). */
  identity: Identity | undefined
  location: Pick<Location, 'href' | 'pathname' | 'search' | 'hash' | 'replace' | 'assign'>
}

/** Pages that show themselves without anybody being signed in. */
const openPaths = new Set<string>(['/logout', signInAddresses.signedOut])

/** Makes the session of this page. */
export function createSession({ identity, location }: SessionParts): Session {
  const renewal = createRenewal(() => identity)

  const signOut = async (): Promise<void> => {
    forgetPath()
    sessionState.authentication = 'ended'
    sessionState.isRenewalNeeded = false
    localStorage.setItem(signedOutKey, String(Date.now()))
    try {
      if (!identity) throw new Error('Nobody to sign out from')
      await identity.signOut()
    } catch {
      // The provider still knows them.
      askNextTime()
      await identity?.forget()
      location.assign(signInAddresses.signedOut)
    }
  }

  const end = (reason?: string): void => {
    if (sessionState.authentication === 'ended') return
    if (reason === undefined) {
      void signOut()
      return
    }
    forgetPath()
    // Going to the provider and back would lose the reason, coming back by itself would only be refused again.
    askNextTime()
    sessionState.authentication = 'ended'
    sessionState.isRenewalNeeded = false
    sessionState.refusal = reason
    void identity?.forget()
  }

  const signIn = async (): Promise<boolean> => {
    if (!identity) return true
    if (location.pathname !== signInAddresses.callback) return !mustAsk() && identity.signInSilently().catch(() => false)
    await identity.finishRedirect(location.href)
    forgetToAsk()
    return true
  }

  const start = async (): Promise<void> => {
    sessionState.authentication = 'authenticating'
    if (hasStrayHash(location.hash)) return location.replace(withoutAnswer(location.href))
    if (location.pathname === signInAddresses.signedOut) {
      sessionState.authentication = 'ended'
      return undefined
    }
    try {
      sessionState.authentication = (await signIn()) ? 'authenticated' : 'unauthenticated'
    } catch (error) {
      if (!isStrayAnswer(error)) throw error
      // At the callback address the same address without the answer would only ask again.
      return location.replace(new URL('/', location.href).href)
    }
    identity?.onExpiring(renewal.renewAhead)
    if (identity) followSignOuts({ identity, renewal, location })
    if (sessionState.authentication === 'authenticated' || openPaths.has(location.pathname)) return undefined
    rememberPath(location)
    return identity?.signInByRedirect({ mustAsk: mustAsk() })
  }

  return {
    token: () => identity?.token(),
    renew: async () => sessionState.authentication !== 'ended' && renewal.renew(),
    start,
    signOut,
    end,
    answerRenewal: async (choice) => {
      if (choice === 'sign-in') {
        await renewal.signIn()
        return
      }
      renewal.giveUp()
      await signOut()
    },
  }
}

/** Ends this page, too, when the person signs out in another window of the browser. */
function followSignOuts(parts: Ending): void {
  addEventListener('storage', ({ key }) => {
    if (key === signedOutKey) void import('./end-with-others.ts').then((module) => module.endWithOthers(parts))
  })
}
