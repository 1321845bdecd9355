import { type AdapterFactory, type Configuration, interactionPolicy, type JWKS } from 'oidc-provider'
import { accountIdOf, type AccountKey } from '../accounts/account-id.ts'
import type { IdentityPages } from '../pages/provider-pages.ts'
import { EMBEDDED_ROUTES } from '../tokens/provider-metadata.ts'
import { LANGUAGES } from '../pages/texts.ts'

/** Signature algorithm of identity and access tokens. */
export const SIGNING_ALGORITHM = 'ES256'

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Seconds. The console renews 120 s before an access token ends (S0 section 1), so that one lasts well above that. */
const LIFETIMES = {
  AccessToken: 30 * MINUTE,
  AuthorizationCode: MINUTE,
  IdToken: HOUR,
  Interaction: HOUR,
  Session: 12 * HOUR,
  Grant: 12 * HOUR,
  RefreshToken: 12 * HOUR,
}

/** A person as the provider's tokens name them. */
export interface Account extends AccountKey {
  name: string
  mail: string
  locale: string
  /** The person has proven the address to everybody. */
  isProven: boolean
}

/** What the provider is configured from. */
export interface ProviderParts {
  /** Address under which browsers reach the console, without a slash at the end. */
  publicUrl: string
  clientId: string
  /** Audience of access tokens. */
  audience: string
  adapter: AdapterFactory
  jwks: JWKS
  cookieKeys: string[]
  findAccount: (accountId: string) => Promise<Account | undefined>
  pages: IdentityPages
}

/** One public client, authorization code with PKCE only, access tokens that any copy of the service can verify. */
export function providerConfiguration(parts: ProviderParts): Configuration {
  return {
    adapter: parts.adapter,
    jwks: parts.jwks,
    clients: [consoleClient(parts)],
    responseTypes: ['code'],
    scopes: ['openid', 'offline_access'],
    claims: { openid: ['sub'], profile: ['name', 'locale'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALGORITHM] },
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    ttl: LIFETIMES,
    routes: EMBEDDED_ROUTES,
    cookies: cookies(parts),
    discovery: { ui_locales_supported: [...LANGUAGES] },
    interactions: { policy: loginOnly(), url: (_ctx, interaction) => `/oidc/interaction/${interaction.uid}` },
    findAccount: async (_ctx, accountId) => {
      const account = await parts.findAccount(accountId)
      return account && { accountId, claims: () => claimsOf(account) }
    },
    extraTokenClaims: async (_ctx, token) => {
      const account = 'accountId' in token && token.accountId !== undefined ? await parts.findAccount(token.accountId) : undefined
      return account && { email: account.mail, email_verified: account.isProven, name: account.name }
    },
    loadExistingGrant: grantForOurOwn(parts.audience),
    issueRefreshToken: (_ctx, client, source) =>
      Promise.resolve(client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access')),
    rotateRefreshToken: true,
    renderError: (ctx, out) => parts.pages.error(ctx, out),
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => parts.audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'api',
          audience: parts.audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: LIFETIMES.AccessToken,
          jwt: { sign: { alg: SIGNING_ALGORITHM } },
        }),
      },
      rpInitiatedLogout: { enabled: true, logoutSource: parts.pages.signOut, postLogoutSuccessSource: parts.pages.signedOut },
    },
  }
}

function consoleClient({ publicUrl, clientId }: ProviderParts): NonNullable<Configuration['clients']>[number] {
  return {
    client_id: clientId,
    client_name: 'Console',
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: SIGNING_ALGORITHM,
    redirect_uris: ['/', '/auth/callback', '/auth/silent', '/auth/popup'].map((path) => publicUrl + path),
    post_logout_redirect_uris: ['/', '/logout', '/auth/signed-out'].map((path) => publicUrl + path),
  }
}

/** Cookie names contain the port, because cookies of all ports of a host are shared. */
function cookies({ publicUrl, cookieKeys }: ProviderParts): NonNullable<Configuration['cookies']> {
  const { port, protocol } = new URL(publicUrl)
  const suffix = port === '' ? '' : `_${port}`
  const options = { httpOnly: true, sameSite: 'lax', signed: true, secure: protocol === 'https:' } as const
  return {
    keys: cookieKeys,
    names: { session: `sdwan_session${suffix}`, interaction: `sdwan_interaction${suffix}`, resume: `sdwan_resume${suffix}` },
    long: { ...options, path: '/oidc' },
    short: options,
  }
}

/** Nobody is asked for consent: the only client is the console of the same service. Removed people sign in again, in vain. */
function loginOnly(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const gone = new interactionPolicy.Check(
    'account_gone',
    'the account does not exist any more',
    'login_required',
    ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
  )
  policy.get('login')?.checks.add(gone)
  return policy
}

/** The grant of the session, widened to what is asked for: our own console gets what it wants. */
function grantForOurOwn(audience: string): NonNullable<Configuration['loadExistingGrant']> {
  return async ({ oidc: { client, session, provider, params } }) => {
    if (client === undefined || session?.accountId === undefined) return undefined
    const known = session.grantIdFor(client.clientId)
    const grant =
      (known === undefined ? undefined : await provider.Grant.find(known)) ??
      new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
    grant.addOIDCScope(typeof params?.['scope'] === 'string' ? params['scope'] : 'openid')
    grant.addResourceScope(audience, 'api')
    await grant.save()
    return grant
  }
}

function claimsOf(account: Account): { sub: string; [claim: string]: string | boolean } {
  return {
    sub: accountIdOf(account),
    name: account.name,
    email: account.mail,
    email_verified: account.isProven,
    ...(account.locale !== '' && { locale: account.locale }),
  }
}
