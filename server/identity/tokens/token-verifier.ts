import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions, JWTVerifyResult } from 'jose'
import { Cache } from '../../cache/cache.ts'
import { createDiscovery, onceItWorks, PROVIDER_TIMEOUT_MS, unreachable } from './provider-metadata.ts'
import { mismatchOf, refusalOf, TokenRefused } from './token-refusal.ts'
import type { Expectation } from './token-refusal.ts'

/** Asymmetric algorithms only: a public key must never serve as a shared secret. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'EdDSA', 'Ed25519']
/** Seconds of clock tolerance after a token's expiry; the console renews well before. */
const LATE_S = 15
/** Seconds of clock tolerance before a token's `nbf`/`iat`: the provider's clock may be ahead, and signing in again would not help. */
const EARLY_S = 300
/** A token with a key that is not known yet has the keys fetched again, at most this often: nobody is refused after a key rotation. */
const KEYS_COOLDOWN_MS = 1_000

/** What the provider says about a person's mail address. */
export interface MailClaims {
  /** Only where the provider says that it has verified the address, or is trusted to. */
  verifiedMail?: string
  /** An address that it does not mark as verified. */
  unverifiedMail?: string
}

/** The person that a verified token identifies. */
export interface TokenIdentity extends MailClaims {
  subject: string
}

/** Checks bearer tokens of one issuer. */
export interface TokenVerifier {
  issuer: string
  /** Throws `TokenRefused` or `ProviderUnreachable`. */
  verify(token: string): Promise<TokenIdentity>
  /** The mail address that the provider's userinfo knows for the token of a person, where the token itself carries no verified one. */
  askForMail(token: string, subject: string): Promise<MailClaims>
}

/** What a verifier checks against. */
export interface VerifierOptions extends Expectation {
  /** Public keys of the embedded provider; absent: fetched from the issuer. */
  keys?: JWTVerifyGetKey
  /** The provider knows only addresses that somebody has verified, though its tokens do not say so. */
  mailIsVerified?: boolean
}

/** A verifier of access tokens: signature, issuer, audience, expiry, and that it is no identity token. */
export function createTokenVerifier(options: VerifierOptions): TokenVerifier {
  // Until they expire, so that the signature of each is checked once.
  const remembered = new Cache<{ identity: TokenIdentity; expires: number }>('tokens')
  const metadata = createDiscovery(options.issuer)
  const remoteKeys = onceItWorks(async () =>
    createRemoteJWKSet(new URL((await metadata()).jwks_uri), { cooldownDuration: KEYS_COOLDOWN_MS }),
  )
  const keys = async (): Promise<JWTVerifyGetKey> => options.keys ?? remoteKeys()
  return {
    issuer: options.issuer,
    async verify(token) {
      const known = remembered.get(token, ({ expires }) => expires > Date.now() / 1000 - LATE_S)
      if (known !== undefined) return known.identity
      const payload = await check(token, options, await keys())
      const identity = { subject: String(payload.sub), ...mailOf(payload, options) }
      remembered.set(token, { identity, expires: payload.exp ?? 0 })
      return identity
    },
    async askForMail(token, subject) {
      const { userinfo_endpoint: address } = await metadata()
      if (address === undefined) return {}
      const answer = await fetch(address, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
      }).catch(unreachable)
      const claims = answer.ok ? await userinfoOf(answer, { issuer: options.issuer, keys: await keys() }) : {}
      // Of somebody else it would say nothing about this person (OpenID Connect Core 1.0, 5.3.4).
      return claims.sub === subject ? mailOf(claims, options) : {}
    },
  }
}

async function check(token: string, options: VerifierOptions, keys: JWTVerifyGetKey): Promise<JWTPayload> {
  try {
    const { payload } = await verifyWithAnyKey(token, keys, {
      algorithms: ALGORITHMS,
      clockTolerance: EARLY_S,
      requiredClaims: ['sub', 'exp'],
    })
    const mismatch = mismatchOf(payload, options)
    if (mismatch !== undefined) throw new TokenRefused(mismatch)
    if ((payload.exp ?? 0) <= Date.now() / 1000 - LATE_S) throw new TokenRefused('The token has expired.')
    if (isIdentityToken(payload)) throw new TokenRefused('An identity token is no access token.')
    return payload
  } catch (error) {
    throw refusalOf(error, token, options)
  }
}

/** `typ` is Keycloak's word. A nonce alone says little: older versions of Keycloak copy it into access tokens, which name their scope. */
function isIdentityToken(claims: JWTPayload): boolean {
  const isScoped = claims['scope'] !== undefined || claims['scp'] !== undefined
  return claims['at_hash'] !== undefined || claims['typ'] === 'ID' || (claims['nonce'] !== undefined && !isScoped)
}

/** A token that names no key may be signed with any of several. */
async function verifyWithAnyKey(token: string, keys: JWTVerifyGetKey, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys, options)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      try {
        return await jwtVerify(token, key, options)
      } catch (refusal) {
        if (!(refusal instanceof errors.JWSSignatureVerificationFailed)) throw refusal
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

/** Userinfo comes as plain JSON or, where the provider signs it, as a JWT. */
async function userinfoOf(answer: Response, { issuer, keys }: { issuer: string; keys: JWTVerifyGetKey }): Promise<JWTPayload> {
  if (!(answer.headers.get('content-type') ?? '').startsWith('application/jwt')) {
    const claims: unknown = await answer.json().catch(unreachable)
    return typeof claims === 'object' && claims !== null ? (claims as JWTPayload) : {}
  }
  const options = { algorithms: ALGORITHMS, clockTolerance: EARLY_S, issuer: [issuer, `${issuer}/`] }
  const { payload } = await verifyWithAnyKey(await answer.text(), keys, options).catch(unreachable)
  return payload
}

/** `xms_edov` is Entra ID's word for an address in a domain that its organisation has proved to own. */
function mailOf(claims: JWTPayload, { mailIsVerified = false }: Pick<VerifierOptions, 'mailIsVerified'>): MailClaims {
  const { email, email_verified: verified, xms_edov: domainVerified } = claims
  if (typeof email !== 'string' || email === '') return {}
  const isDenied = verified !== undefined && !isTrue(verified)
  const isVerified = !isDenied && (isTrue(verified) || isTrue(domainVerified) || mailIsVerified)
  return isVerified ? { verifiedMail: email } : { unverifiedMail: email }
}

function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true' || claim === 1 || claim === '1'
}
