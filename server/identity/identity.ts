import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Env } from '../env/env.ts'
import type { AuthenticationOptions } from './tokens/authenticate.ts'
import { createTokenVerifier } from './tokens/token-verifier.ts'

/** Where tokens come from: the embedded provider, another one, or nowhere (everybody counts as the platform owner). */
export function issuerOf(env: Pick<IdentityEnv, 'oidc' | 'publicUrl'>): string {
  if (env.oidc.clientId === '') return ''
  return env.oidc.issuer ?? `${env.publicUrl}/oidc`
}

/** Where people change their password; absent where another provider does not say. */
export function changePasswordUrlOf(env: Pick<Env, 'oidc' | 'publicUrl'>): string | undefined {
  if (env.oidc.changePasswordUrl !== undefined || env.oidc.issuer !== undefined || env.oidc.clientId === '')
    return env.oidc.changePasswordUrl
  return `${env.publicUrl}/oidc/password`
}

/** Audience of access tokens of the embedded provider, and the default for another provider. */
export function audienceOf(env: Pick<Env, 'publicUrl'>): string {
  return `${env.publicUrl}/api`
}

/** Settings that choose the identity provider. */
export interface IdentityEnv extends Pick<Env, 'publicUrl' | 'root'> {
  oidc: Pick<Env['oidc'], 'issuer' | 'clientId'> & Partial<Pick<Env['oidc'], 'audience' | 'resource' | 'mailIsVerified'>>
}

/**
 * Registers the embedded provider where it is wanted, and answers how requests are tied to people:
 * what `registerAuthentication` takes. `demoMails` are listed on the sign-in page.
 */
export async function registerIdentity(
  app: FastifyInstance,
  { env, db, demoMails }: { env: IdentityEnv; db: Database; demoMails: readonly string[] },
): Promise<AuthenticationOptions> {
  const { issuer, clientId, mailIsVerified = false } = env.oidc
  const audience = env.oidc.audience ?? env.oidc.resource ?? audienceOf(env)
  if (clientId === '') return { db, subjectIsOid: false }
  if (issuer !== undefined) {
    const verifier = createTokenVerifier({ issuer, audiences: [audience, clientId], client: clientId, mailIsVerified })
    return { db, subjectIsOid: false, verifier }
  }
  const ours = issuerOf(env)
  const { registerEmbeddedProvider } = await loadProvider()
  const keys = await registerEmbeddedProvider(app, {
    db,
    root: env.root,
    publicUrl: env.publicUrl,
    issuer: ours,
    clientId,
    audience,
    demoMails,
  })
  return { db, subjectIsOid: true, verifier: createTokenVerifier({ issuer: ours, audiences: [audience], keys }) }
}

/** Loads what `registerIdentity` needs besides this file. */
export async function preloadIdentity({ oidc }: Pick<IdentityEnv, 'oidc'>): Promise<void> {
  if (oidc.clientId !== '' && oidc.issuer === undefined) await loadProvider()
}

let provider: ReturnType<typeof importProvider> | undefined

/** Loaded only where it is used. The library warns of every runtime but the newest ones while it loads; our tests run on ours. */
const loadProvider = () => (provider ??= importProvider())

async function importProvider() {
  const { warn } = console
  console.warn = (...words: unknown[]) => (String(words[0]).includes('Unsupported runtime') ? undefined : warn(...words))
  try {
    return await import('./provider/provider.ts')
  } finally {
    console.warn = warn
  }
}
