import type { RuntimeConfig } from '../../schemas/tenancy.ts'
import { signInAddresses } from './addresses.ts'
import { createIdentity, type Identity } from './identity.ts'
import { loadConfig } from './load-config.ts'
import { mustAsk } from './next-sign-in.ts'
import { hasStrayHash } from './stray-answer.ts'

/** What a page knows before its application has loaded. */
export interface EarlyStart {
  config: RuntimeConfig
  /** Absent: no client id is configured, everybody counts as authenticated (S0 section 1). */
  identity: Identity | undefined
}

/** Reads the configuration, and begins to sign in silently while the application is still loading. */
export async function startEarly(location: Pick<Location, 'origin' | 'pathname' | 'hash'>): Promise<EarlyStart> {
  const config = await loadConfig()
  if (config.oidc.clientId === '') return { config, identity: undefined }
  const identity = createIdentity(config.oidc, location.origin)
  return { config, identity: signsInSilently(location) ? signingInAhead(identity) : identity }
}

/** Whether the session is going to begin with a silent sign-in (`session.ts`). */
function signsInSilently({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): boolean {
  return pathname !== signInAddresses.callback && pathname !== signInAddresses.signedOut && !hasStrayHash(hash) && !mustAsk()
}

/** Signs in silently at once; the first call of `signInSilently` gets how that went. */
export function signingInAhead(identity: Identity): Identity {
  let ahead: Promise<boolean> | undefined = identity.signInSilently()
  ahead.catch(() => undefined)
  return {
    ...identity,
    signInSilently: () => {
      const answer = ahead ?? identity.signInSilently()
      ahead = undefined
      return answer
    },
  }
}
