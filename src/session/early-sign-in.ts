import type { RuntimeConfig } from '../../schemas/tenancy.ts'
import { hasStrayHash, signInAddresses } from './addresses.ts'
import { createIdentity, type Identity } from './identity.ts'
import { mustAsk } from './sign-in-storage.ts'

/** Configuration and identity, available before the application has loaded. */
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

/** Starts a silent sign-in at once; the first call of `signInSilently` returns its result. */
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

/** Id of the element of the page that holds the configuration as JSON. */
const elementId = 'config'

/** The configuration that the service wrote into the page; asked for where it did not: the page may come from the development server. */
async function loadConfig(): Promise<RuntimeConfig> {
  const written = document.getElementById(elementId)?.textContent
  if (written) return JSON.parse(written) as RuntimeConfig
  const answer = await fetch('/config.json')
  if (!answer.ok) throw new Error(`/config.json answered ${answer.status}`)
  return (await answer.json()) as RuntimeConfig
}
