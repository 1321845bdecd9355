import type { ProviderAddresses } from '../../../schemas/tenancy.ts'

/** Provider metadata (OpenID Connect Discovery 1.0) that this service and its pages need. */
export interface ProviderMetadata extends ProviderAddresses {
  jwks_uri: string
  userinfo_endpoint?: string
}

/** Where the embedded provider answers, below its own address. */
export const EMBEDDED_ROUTES = { authorization: '/auth', token: '/token', end_session: '/session/end' }

/** The provider did not answer; the token may be valid. */
export class ProviderUnreachable extends Error {}

/** How long the provider may take to answer. */
export const PROVIDER_TIMEOUT_MS = 5_000
/** How long a page waits for the provider's metadata before it is served without. */
const PAGE_TIMEOUT_MS = 1_000

/** Discovery of one issuer: the first success is remembered, a failure is tried again by the next call. */
export function createDiscovery(issuer: string): () => Promise<ProviderMetadata> {
  return onceItWorks(() => discover(issuer))
}

/** Provider metadata embedded into a page, which saves its own discovery; `undefined` while the provider does not answer. */
export function createPageMetadata(issuer: string, isEmbedded: boolean): () => Promise<ProviderAddresses | undefined> {
  if (issuer === '') return async () => undefined
  if (isEmbedded) return async () => embeddedAddresses(issuer)
  const metadata = createDiscovery(issuer)
  return async () => {
    const found = await Promise.race([metadata().catch(() => undefined), pause(PAGE_TIMEOUT_MS)])
    if (found === undefined) return undefined
    const { authorization_endpoint, token_endpoint, end_session_endpoint } = found
    return {
      issuer: found.issuer ?? issuer,
      ...(authorization_endpoint !== undefined && { authorization_endpoint }),
      ...(token_endpoint !== undefined && { token_endpoint }),
      ...(end_session_endpoint !== undefined && { end_session_endpoint }),
    }
  }
}

function embeddedAddresses(issuer: string): ProviderAddresses {
  return {
    issuer,
    authorization_endpoint: issuer + EMBEDDED_ROUTES.authorization,
    token_endpoint: issuer + EMBEDDED_ROUTES.token,
    end_session_endpoint: issuer + EMBEDDED_ROUTES.end_session,
  }
}

/**
 * Origins besides our own that a page may call and frame: those of the provider's addresses, which need not be the issuer's own
 * (`accounts.example` with its tokens at `oauth2.example`). While the provider does not answer: the issuer's alone.
 */
export function createProviderOrigins(
  issuer: string,
  publicUrl: string,
  metadata = createPageMetadata(issuer, false),
): () => Promise<string[]> {
  if (issuer === '' || originOf(issuer) === originOf(publicUrl)) return async () => []
  return async () => {
    const found = await metadata()
    const addresses = [issuer, found?.authorization_endpoint, found?.token_endpoint, found?.end_session_endpoint]
    const origins = new Set(addresses.map(originOf).filter((origin) => origin !== undefined))
    origins.delete(originOf(publicUrl) ?? '')
    return [...origins]
  }
}

/** Remembers the first success; a failure is tried again by the next call. */
export function onceItWorks<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().catch((error: unknown) => {
      running = undefined
      throw error
    })
    return running
  }
}

/** Converts a failed request to the provider into `ProviderUnreachable`. */
export function unreachable(error: unknown): never {
  throw new ProviderUnreachable(error instanceof Error ? error.message : String(error))
}

async function discover(issuer: string): Promise<ProviderMetadata> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS) }).catch(
    unreachable,
  )
  const found: unknown = answer.ok ? await answer.json().catch(unreachable) : {}
  if (!isMetadata(found)) throw new ProviderUnreachable(`${issuer} answers without the addresses of its keys`)
  return found
}

function isMetadata(value: unknown): value is ProviderMetadata {
  return typeof value === 'object' && value !== null && 'jwks_uri' in value && typeof value.jwks_uri === 'string'
}

/** The origin of a web address; undefined for anything else. */
function originOf(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  const { protocol, origin } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined
}

async function pause(ms: number): Promise<undefined> {
  await new Promise((wake) => setTimeout(wake, ms).unref())
  return undefined
}
