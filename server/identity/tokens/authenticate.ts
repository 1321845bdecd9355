import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { acceptTokens } from '../../api-tokens/accept-token.ts'
import { isTokenSecret } from '../../api-tokens/secret.ts'
import type { Database } from '../../db/database.ts'
import { EVERYTHING } from '../../db/scope.ts'
import { confirmRoles, proveToAll } from '../../domain/proofs.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import type { KnownCaller } from '../../policies/create-caller.ts'
import { loadCaller, type LoadedCaller, loadPlatformOwner, rememberedCaller, type RememberedCaller } from '../../policies/load-caller.ts'
import { type AccountKey, accountKeyOf } from '../accounts/account-id.ts'
import { completeInvitationIn } from '../accounts/invitations.ts'
import { identifyReader, registerReadSessions } from './read-sessions.ts'
import { ProviderUnreachable } from './provider-metadata.ts'
import { TokenRefused } from './token-refusal.ts'
import type { MailClaims, TokenIdentity, TokenVerifier } from './token-verifier.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The person behind the request; set on every route below `registerAuthentication`, later where the route confirms it itself. */
    caller: KnownCaller
    /** Who it was before, on routes that confirm it themselves (`confirmed`); `caller` is then not set yet. */
    remembered: RememberedCaller | undefined
    /** Loads the person afresh; refuses whoever is not, or no longer, known. */
    loadCaller(): Promise<KnownCaller>
  }

  interface FastifyContextConfig {
    /** The handler reads through `confirmed`, so that nobody has to be loaded beforehand. */
    confirmsCaller?: boolean
    /** Only for people who have signed in: no API token and no account of a machine gets further rights, sessions or tokens by it. */
    personOnly?: boolean
  }
}

/** How requests are tied to people. */
export interface AuthenticationOptions {
  db: Database
  /** Absent: whoever asks is the platform owner, on a loopback address only (S0 section 1). */
  verifier?: TokenVerifier
  /** The provider's subjects are the oids of our own people; otherwise they are bound at the first sign-in. */
  subjectIsOid: boolean
}

const UNKNOWN = 'The person of this token is not, or no longer, known here.'

const LOOPBACK_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Requires a caller for every route registered on the scope. */
export function registerAuthentication(scope: FastifyInstance, options: AuthenticationOptions): void {
  scope.decorateRequest('caller')
  scope.decorateRequest('remembered', undefined)
  const accept = acceptTokens(scope, options.db)
  scope.decorateRequest('loadCaller', function (this: FastifyRequest) {
    if (hasApiToken(this)) return withToken(this, ({ token }) => accept(this, token))
    return options.verifier === undefined ? whoeverAsks(this, options.db) : bearerOf(this, options.verifier, options)
  })
  registerReadSessions(scope, options.db)
  scope.addHook('onRequest', async (request, reply) => {
    const { verifier } = options
    // Responses are personal; shared browsers must not cache them.
    reply.header('cache-control', 'no-store')
    // A standby may show the person as of a moment ago; then the primary is asked beforehand.
    const isConfirmed = request.routeOptions.config.confirmsCaller === true && options.db.standbys?.isServing() !== true
    if (verifier !== undefined && isConfirmed && !hasApiToken(request))
      request.remembered = await rememberedBearer(request, verifier, options)
    if (request.remembered === undefined) request.caller = await request.loadCaller()
    if (request.routeOptions.config.personOnly === true) requirePerson(request)
    identifyReader(request, options.db)
  })
}

function bearerOf(request: FastifyRequest, verifier: TokenVerifier, options: AuthenticationOptions): Promise<KnownCaller> {
  return withToken(request, async ({ token }) => {
    const verified = { token, ...(await verifier.verify(token)) }
    const found = options.subjectIsOid
      ? await accountCaller(options.db, accountKeyOf(verified.subject))
      : await boundCaller(options.db, verifier, verified)
    if (found === undefined || found.removed) throw new TokenRefused(UNKNOWN)
    return found.caller
  })
}

/** The token is checked now, the person by whoever answers. */
function rememberedBearer(
  request: FastifyRequest,
  verifier: TokenVerifier,
  options: AuthenticationOptions,
): Promise<RememberedCaller | undefined> {
  return withToken(request, async ({ token }) => {
    const { subject } = await verifier.verify(token)
    if (!options.subjectIsOid) return rememberedCaller(options.db, { subject: subjectName(verifier, subject) })
    const { oid, generation } = accountKeyOf(subject)
    const found = rememberedCaller(options.db, { oid })
    return found?.generation === generation ? found : undefined
  })
}

/** Refuses tokens of holders from before a link took the account over. */
async function accountCaller(db: Database, { oid, generation }: AccountKey): Promise<LoadedCaller | undefined> {
  const found = await loadCaller(db, { oid })
  return found?.generation === generation ? found : undefined
}

interface VerifiedToken extends TokenIdentity {
  token: string
}

/** The bearer token of a request: from its header only, never from a cookie or the address. */
function bearerIn({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1]
}

function hasApiToken(request: FastifyRequest): boolean {
  return isTokenSecret(bearerIn(request) ?? '')
}

function requirePerson({ caller }: FastifyRequest): void {
  if (caller.token !== undefined || caller.kind === 'service')
    throw new HttpProblem(403, 'This is for people who have signed in, not for API tokens and service accounts.')
}

async function withToken<T>(request: FastifyRequest, work: (bearer: { token: string }) => Promise<T>): Promise<T> {
  const token = bearerIn(request)
  if (token === undefined) throw unauthenticated('A bearer token is needed.')
  try {
    return await work({ token })
  } catch (error) {
    if (error instanceof TokenRefused) throw unauthenticated(error.message, 'invalid_token')
    if (error instanceof ProviderUnreachable) {
      request.log.error({ err: error }, 'the identity provider does not answer')
      throw new HttpProblem(503, 'The identity provider does not answer. Try again in a moment.', { headers: { 'retry-after': '5' } })
    }
    throw error
  }
}

/** By the provider's name of the person; at the first sign-in by the verified mail address, which then binds that name. */
async function boundCaller(db: Database, verifier: TokenVerifier, verified: VerifiedToken): Promise<LoadedCaller | undefined> {
  const name = subjectName(verifier, verified.subject)
  const known = await loadCaller(db, { subject: name })
  if (known !== undefined) return known
  const mail = await verifiedMailOf(verifier, verified)
  const found = await loadCaller(db, { mail })
  // An account of a machine is bound to a client by an administrator, never by an address.
  if (found === undefined || found.removed || found.caller.kind === 'service')
    throw new TokenRefused(`${UNKNOWN} The provider gives the mail address '${mail}'.`)
  // A concurrent first call has bound it meanwhile.
  if (found.subject === name) return found
  // A name of another issuer is one of a provider that this service has left; one of this issuer is somebody else's account.
  if (found.subject?.startsWith(`${verifier.issuer} `) === true)
    throw new TokenRefused(`Whoever has the mail address '${mail}' signs in here with another account of the provider.`)
  await bindSubject(db, { oid: found.caller.oid, subject: name, before: found.subject })
  return loadCaller(db, { subject: name })
}

/** From the token, else from the provider's userinfo. */
async function verifiedMailOf(verifier: TokenVerifier, { token, subject, ...claims }: VerifiedToken): Promise<string> {
  if (claims.verifiedMail !== undefined) return claims.verifiedMail
  const asked: MailClaims = await verifier.askForMail(token, subject)
  if (asked.verifiedMail !== undefined) return asked.verifiedMail
  const unverified = asked.unverifiedMail ?? claims.unverifiedMail
  throw new TokenRefused(
    unverified === undefined
      ? "The provider gives no mail address of this person, neither in the token nor in its userinfo: the claim 'email' is missing, which the scope 'email' asks for (OIDC_SCOPE)."
      : `The mail address '${unverified}' is not marked as verified by the provider (claim 'email_verified').`,
  )
}

function subjectName({ issuer }: TokenVerifier, subject: string): string {
  return `${issuer} ${subject}`
}

/** Without a client id nobody signs in; address, name, origin and proxies keep other machines and other sites out. */
async function whoeverAsks(request: FastifyRequest, db: Database): Promise<KnownCaller> {
  const name = (request.headers.host ?? '').replace(/:\d+$/, '')
  if (!LOOPBACK_ADDRESSES.has(request.ip) || !LOOPBACK_NAMES.has(name) || isForwarded(request) || isOfAnotherSite(request))
    throw unauthenticated('Without sign-in this service answers on a loopback address only.')
  const owner = await loadPlatformOwner(db)
  if (owner === undefined) throw unauthenticated('Nobody is a super administrator of the platform owner yet.')
  return owner.caller
}

/** Behind a local proxy every request comes from a loopback address. */
function isForwarded({ headers }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
}

/** A page of another site may send calls here, though it cannot read the answers. */
function isOfAnotherSite({ headers }: FastifyRequest): boolean {
  const { origin } = headers
  return origin !== undefined && origin !== `http://${headers.host}` && origin !== `https://${headers.host}`
}

function unauthenticated(detail: string, error?: string): HttpProblem {
  const reason = error === undefined ? '' : `, error="${error}", error_description="${forHeader(detail)}"`
  const challenge = `Bearer realm="console"${reason}`
  return new HttpProblem(401, detail, { headers: { 'www-authenticate': challenge } })
}

/** The characters that RFC 6750 allows in `error_description`; a sentence may quote what a token says. */
function forHeader(sentence: string): string {
  return sentence.replace(/"/g, "'").replace(/[^ -~]|\\/g, '?')
}

/**
 * Binds a person to the identity provider's name, by a mail address that the provider has verified: it is proven to everybody. Does nothing
 * where somebody did so meanwhile.
 */
export async function bindSubject(db: Database, binding: { oid: string; subject: string; before: string | null }): Promise<void> {
  await db.transaction(EVERYTHING, async (queries) => {
    const { rows } = await sql<{ oid: string; name: string }>`update person set subject = ${binding.subject}
      where oid = ${binding.oid} and subject is not distinct from ${binding.before}::text returning oid, name`.execute(queries)
    const [person] = rows
    if (person === undefined) return
    await completeInvitationIn(queries, person.oid)
    await proveToAll(queries, person.oid)
    await confirmRoles(queries, { person, proof: 'provider' }, db.secretKey)
  })
}
