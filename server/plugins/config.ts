import type { FastifyInstance } from 'fastify'
import { ABILITIES, type ProviderAddresses, type RuntimeConfig } from '../../schemas/tenancy.ts'
import type { Env } from '../env/env.ts'
import { BASES, BASES_WITH_VIEWS } from '../env/upstreams.ts'
import { changePasswordUrlOf } from '../identity/identity.ts'
import { LANGUAGES } from '../identity/pages/texts.ts'

/** What the About dialog shows (S0 section 9). */
export const VERSION_TEXT = '21.12.4.62634'

/** `GET /config.json`: what the console needs to know before anyone has signed in. */
export function registerConfig(app: FastifyInstance, env: Env, issuer: string): void {
  const config = runtimeConfig(env, issuer)
  app.get('/config.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(config))
}

/** The addresses and switches of this installation; base paths stay on this origin, where the service may forward them. */
export function runtimeConfig(env: Env, issuer: string, metadata?: ProviderAddresses): RuntimeConfig {
  return {
    version: VERSION_TEXT,
    languages: [...LANGUAGES],
    oidc: {
      authority: issuer,
      clientId: env.oidc.clientId,
      scope: env.oidc.scope,
      ...(env.oidc.audience !== undefined && { audience: env.oidc.audience }),
      ...(env.oidc.resource !== undefined && { resource: env.oidc.resource }),
      changePasswordUrl: changePasswordUrlOf(env) ?? null,
      ...(metadata !== undefined && { metadata }),
    },
    bases: BASE_PATHS,
    abilities: Object.fromEntries(BASES.map((base) => [base, env.abilities[base] ?? [...ABILITIES]])),
    ownViews: VIEW_BASES.filter((base) => env.upstreams[base] === undefined),
    viewOrigins: viewOriginsOf(env),
    links: { cloudSecurityPortal: env.cloudSecurityPortal ?? null },
    demo: env.demo && env.oidc.issuer === undefined,
  }
}

/** Other origins from which the console shows views. */
function viewOriginsOf({ upstreams, views }: Pick<Env, 'upstreams' | 'views'>): RuntimeConfig['viewOrigins'] {
  if (views === undefined) return {}
  return Object.fromEntries(BASES_WITH_VIEWS.filter((base) => upstreams[base] !== undefined).map((base) => [base, views.url]))
}

/** Bases that have views, which this service shows itself unless they have an upstream. */
export const VIEW_BASES: RuntimeConfig['ownViews'] = ['supervision', 'applications', 'reporting', 'cloudSecurity']

/** Internal prefix of forwarded calls, so that they do not match this service's own routes. */
export const FORWARD_PREFIX = '/_forward'

/** Base path of each API (DECISIONS section 2). */
export const BASE_PATHS: RuntimeConfig['bases'] = {
  api: '/api/v1',
  user: '/api/user',
  inventory: '/api/inventory/v1',
  ztp: '/api/ztp/v1',
  licensing: '/api/licensing/v2/licenses',
  journal: '/journal/api/v1',
  networkConfiguration: '/networkConfiguration/v1',
  livemon: '/livemon/v1',
  supervision: '/supervision',
  reporting: '/api/reporting/v1',
  applications: '/salsa',
  cloudSecurity: '/cloud-security',
  docs: '/docs',
}
