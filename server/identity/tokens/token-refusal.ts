import { decodeJwt, errors } from 'jose'
import type { JWTPayload } from 'jose'
import { ProviderUnreachable } from './provider-metadata.ts'

/** A refused token; the message goes to the caller. */
export class TokenRefused extends Error {}

/** Expected values of a token's claims. */
export interface Expectation {
  issuer: string
  /** A token names at least one of them. */
  audiences: readonly string[]
  /** The console's client id at an external provider. */
  client?: string
}

/** Audiences that a provider puts into the tokens of every client: Keycloak's own account service. Such a token must also be our client's. */
const SHARED_AUDIENCES: ReadonlySet<unknown> = new Set(['account'])
const MAX_QUOTED = 120

/** What is wrong with a token's issuer and audience; `undefined` if nothing. */
export function mismatchOf(claims: JWTPayload, expected: Expectation): string | undefined {
  const wrong = [wrongIssuer(claims, expected), wrongAudience(claims, expected)].filter((one) => one !== undefined)
  return wrong.length === 0 ? undefined : wrong.join(' ')
}

/** Translates an error of jose into the refusal that the caller receives, with the claims of the token; a fault of the provider is `ProviderUnreachable`. */
export function refusalOf(error: unknown, token: string, expected: Expectation): Error {
  if (error instanceof TokenRefused || error instanceof ProviderUnreachable) return error
  // The keys could not be fetched or are none: the provider's fault, not the token's.
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || isGeneric(error))
    return new ProviderUnreachable(error.message)
  if (!(error instanceof errors.JOSEError)) return new ProviderUnreachable(error instanceof Error ? error.message : String(error))
  const claims = claimsOf(token)
  if (claims === undefined) return new TokenRefused(notReadable(expected))
  // A token for somebody else often has a signature that only they can check: whom it is for says more.
  return new TokenRefused(mismatchOf(claims, expected) ?? sentenceOf(error, claims))
}

function wrongIssuer({ iss }: JWTPayload, { issuer }: Expectation): string | undefined {
  // Some providers name themselves with a slash at the end, which the configured address has lost.
  if (iss === issuer || iss === `${issuer}/`) return undefined
  return iss === undefined
    ? `The token names no issuer; expected '${issuer}'.`
    : `The token was issued by ${quoted(iss)}; expected '${issuer}'.`
}

function wrongAudience(claims: JWTPayload, { audiences, client }: Expectation): string | undefined {
  const named = [claims.aud ?? []].flat()
  const matching = named.filter((audience) => audiences.includes(audience))
  if (matching.some((audience) => !SHARED_AUDIENCES.has(audience) || audience === client)) return undefined
  if (matching.length > 0) {
    if (client === undefined || claims['azp'] === client) return undefined
    return `The token is for ${quoted(named)} and was issued to the client ${quoted(claims['azp'])}; expected the client '${client}'.`
  }
  const others = audiences.filter((audience) => audience !== client).map((audience) => `'${audience}'`)
  const clients = client === undefined || !audiences.includes(client) ? [] : [`the client '${client}'`]
  const expected = [...others, ...clients].join(' or ')
  return named.length === 0
    ? `The token names no audience; expected ${expected}.`
    : `The token is for ${quoted(named)}; expected ${expected}.`
}

function sentenceOf(error: InstanceType<typeof errors.JOSEError>, claims: JWTPayload): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired.'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf')
      return `The token is not valid before ${timeOf(claims.nbf)}; the clock of this service says ${timeOf(now())}.`
    return `The token is not for this service: its claim '${error.claim}' is not accepted.`
  }
  if (error instanceof errors.JWKSNoMatchingKey) return 'The provider publishes no key that this token is signed with.'
  if (error instanceof errors.JWSSignatureVerificationFailed) return "The signature of the token does not match the provider's keys."
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The token is not signed in a way that this service accepts.'
  return 'The token is not valid.'
}

function notReadable({ client }: Expectation): string {
  const what = 'The access token is not a JWT, so this service cannot check it.'
  if (client === undefined) return what
  return `${what} Have the provider issue JWT access tokens for this service: OIDC_AUDIENCE, OIDC_RESOURCE or a scope in OIDC_SCOPE asks for one.`
}

function claimsOf(token: string): JWTPayload | undefined {
  try {
    return decodeJwt(token)
  } catch {
    return undefined
  }
}

/** What the library throws where the address of the keys answers with a failure or something that is no JSON. */
function isGeneric(error: unknown): error is Error {
  return error instanceof errors.JOSEError && error.code === errors.JOSEError.code
}

/** A claim as a single line; the content is untrusted. */
function quoted(value: unknown): string {
  const list = [value].flat().map((one) => {
    const text = typeof one === 'string' ? one : (JSON.stringify(one) ?? 'none')
    return `'${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text}'`
  })
  return list.length > 5 ? `${list.slice(0, 5).join(', ')} and ${list.length - 5} more` : list.join(', ')
}

function timeOf(seconds: number | undefined): string {
  const date = new Date((seconds ?? Number.NaN) * 1000)
  return Number.isNaN(date.getTime()) ? 'an unknown time' : date.toISOString().replace('.000Z', 'Z')
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}
