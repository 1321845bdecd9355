import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'

/** Asymmetric algorithms only: a public key must never serve as a shared secret. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'EdDSA', 'Ed25519']
/** Seconds by which the clocks of the provider and of this machine may differ. */
const CLOCK_SKEW_S = 15
/** Verified tokens that are remembered until they expire: the signature of each is checked once. */
const MAX_REMEMBERED = 5_000
const DISCOVERY_TIMEOUT_MS = 5_000

/** Whom a verified token speaks for. */
export interface TokenIdentity {
  subject: string
  /** Only where the provider says that it has verified the address. */
  verifiedMail?: string
}

/** Why a token is refused; the sentence goes to the caller. */
export class TokenRefused extends Error {}

/** The provider could not be asked; says nothing about the token. */
export class ProviderUnreachable extends Error {}

/** Checks bearer tokens of one issuer. */
export interface TokenVerifier {
  issuer: string
  /** Throws `TokenRefused` or `ProviderUnreachable`. */
  verify(token: string): Promise<TokenIdentity>
  /** The mail address that the provider knows for the token, where the token itself does not carry one. */
  askForMail(token: string): Promise<string | undefined>
}

/** What a verifier checks against. */
export interface VerifierOptions {
  issuer: string
  /** A token names at least one of them. */
  audiences: readonly string[]
  /** Public keys of the embedded provider; absent: fetched from the issuer. */
  keys?: JWTVerifyGetKey
}

interface Metadata {
  jwks_uri: string
  userinfo_endpoint?: string
}

/** A verifier of access tokens: signature, issuer, audience, expiry, and that it is no identity token. */
export function createTokenVerifier(options: VerifierOptions): TokenVerifier {
  const remembered = new Map<string, { identity: TokenIdentity; expires: number }>()
  const metadata = onceItWorks(() => discover(options.issuer))
  const remoteKeys = onceItWorks(async () => createRemoteJWKSet(new URL((await metadata()).jwks_uri)))
  return {
    issuer: options.issuer,
    async verify(token) {
      const known = remembered.get(token)
      if (known !== undefined && known.expires > Date.now() / 1000 - CLOCK_SKEW_S) return known.identity
      remembered.delete(token)
      const payload = await check(token, options, options.keys ?? (await remoteKeys()))
      const identity = identityOf(payload)
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      remembered.set(token, { identity, expires: payload.exp ?? 0 })
      return identity
    },
    async askForMail(token) {
      const { userinfo_endpoint: address } = await metadata()
      if (address === undefined) return undefined
      const answer = await fetch(address, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(DISCOVERY_TIMEOUT_MS),
      }).catch(unreachable)
      return answer.ok ? verifiedMailOf((await answer.json()) as JWTPayload) : undefined
    },
  }
}

async function check(token: string, options: VerifierOptions, keys: JWTVerifyGetKey): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      // Some providers name themselves with a slash at the end, which the configured address has lost.
      issuer: [options.issuer, `${options.issuer}/`],
      audience: [...options.audiences],
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_SKEW_S,
      requiredClaims: ['sub', 'exp', 'iss', 'aud'],
    })
    if (payload['nonce'] !== undefined || payload['at_hash'] !== undefined) throw new TokenRefused('An identity token is no access token.')
    return payload
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): Error {
  if (error instanceof TokenRefused) return error
  // The keys could not be fetched or are none: the provider's fault, not the token's.
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || isGeneric(error))
    return new ProviderUnreachable(error.message)
  if (error instanceof errors.JWTExpired) return new TokenRefused('The token has expired.')
  if (error instanceof errors.JWTClaimValidationFailed)
    return new TokenRefused(`The token is not for this service: its claim '${error.claim}' is not accepted.`)
  if (error instanceof errors.JOSEError) return new TokenRefused('The token is not valid.')
  return new ProviderUnreachable(error instanceof Error ? error.message : String(error))
}

/** What the library throws where the address of the keys answers with a failure or something that is no JSON. */
function isGeneric(error: unknown): error is Error {
  return error instanceof errors.JOSEError && error.code === errors.JOSEError.code
}

function identityOf(payload: JWTPayload): TokenIdentity {
  const mail = verifiedMailOf(payload)
  return { subject: String(payload.sub), ...(mail !== undefined && { verifiedMail: mail }) }
}

function verifiedMailOf(claims: JWTPayload): string | undefined {
  const { email, email_verified: verified } = claims
  return typeof email === 'string' && (verified === true || verified === 'true') ? email : undefined
}

async function discover(issuer: string): Promise<Metadata> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(DISCOVERY_TIMEOUT_MS) }).catch(
    unreachable,
  )
  const found = answer.ok ? ((await answer.json()) as Partial<Metadata>) : {}
  if (typeof found.jwks_uri !== 'string') throw new ProviderUnreachable(`${issuer} answers without the addresses of its keys`)
  return found as Metadata
}

function unreachable(error: unknown): never {
  throw new ProviderUnreachable(error instanceof Error ? error.message : String(error))
}

/** Remembers the first success; a failure is tried again by the next call. */
function onceItWorks<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().catch((error: unknown) => {
      running = undefined
      throw error
    })
    return running
  }
}
