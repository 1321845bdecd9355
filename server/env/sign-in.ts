import { EnvError } from './env-error.ts'
import type { Take } from './problems.ts'
import { address, choice, word, type Source } from './values.ts'

/** The provider that signs people in, and what it is asked for. */
export interface SignIn {
  /** `undefined`: the embedded provider signs people in. */
  issuer: string | undefined
  /** Empty: whoever asks is treated as authenticated; on a loopback address only. */
  clientId: string
  changePasswordUrl: string | undefined
  /** What the console asks the provider for. */
  scope: string
  /** Asked for as `audience`, and what access tokens must be for. */
  audience: string | undefined
  /** Asked for as `resource` (RFC 8707), and what access tokens must be for where no audience is set. */
  resource: string | undefined
  /** Mail addresses count as verified where the provider says nothing about them. */
  mailIsVerified: boolean
}

/** Hosts that no other machine reaches. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1'])

/** Who signs people in, and what follows from that. */
export function signIn(source: Source, { host, take }: { host: string; take: Take }): { oidc: SignIn; demo: boolean } {
  const modes = ['production', 'development', 'test'] as const
  const production = take(() => choice(source, 'NODE_ENV', { among: modes, otherwise: 'development' }), 'development') === 'production'
  const issuer = take(() => address(source, 'OIDC_ISSUER', ['http:', 'https:']), undefined)
  const isNamed = Boolean(source.OIDC_ISSUER)
  const clientId = source.OIDC_CLIENT_ID ?? (isNamed ? undefined : 'console')
  const refuse = (variable: string, expectation: string): void => {
    take<void>(() => {
      throw new EnvError(variable, expectation)
    }, undefined)
  }
  const usual = isNamed || production ? 'off' : 'on'
  const embedded = take(() => choice(source, 'EMBEDDED_IDP', { among: ['on', 'off'], otherwise: usual }), usual) === 'on'
  if (clientId === undefined) refuse('OIDC_CLIENT_ID', 'must name the client that OIDC_ISSUER knows this console by')
  if (clientId === '' && !LOOPBACK_HOSTS.has(host)) refuse('OIDC_CLIENT_ID', 'may be empty only where HOST is a loopback address')
  if (embedded && isNamed) refuse('EMBEDDED_IDP', 'cannot be on while OIDC_ISSUER names another provider')
  if (!embedded && !isNamed && clientId !== '')
    refuse(
      'OIDC_ISSUER',
      `must name an identity provider${production ? ' in production, unless EMBEDDED_IDP=on asks for the embedded one' : ' while EMBEDDED_IDP is off'}`,
    )
  return {
    oidc: {
      issuer,
      clientId: clientId ?? '',
      changePasswordUrl: take(() => address(source, 'OIDC_CHANGE_PASSWORD_URL', ['http:', 'https:']), undefined),
      ...requestOf(source, { isNamed, take }),
    },
    demo: take(() => choice(source, 'DEMO', { among: ['on', 'off'], otherwise: usual }), usual) === 'on',
  }
}

/** What tokens are asked for; the embedded provider knows that by itself. */
function requestOf(
  source: Source,
  { isNamed, take }: { isNamed: boolean; take: Take },
): Pick<SignIn, 'scope' | 'audience' | 'resource' | 'mailIsVerified'> {
  const read = <T>(variable: string, value: () => T, otherwise: T): T =>
    take(() => {
      if (source[variable] && !isNamed) throw new EnvError(variable, 'may be set only where OIDC_ISSUER names the provider')
      return value()
    }, otherwise)
  const among = ['required', 'assumed'] as const
  return {
    scope: read('OIDC_SCOPE', () => scopes(source), 'openid'),
    audience: read('OIDC_AUDIENCE', () => word(source, 'OIDC_AUDIENCE'), undefined),
    resource: read('OIDC_RESOURCE', () => word(source, 'OIDC_RESOURCE'), undefined),
    mailIsVerified:
      read('OIDC_EMAIL_VERIFIED', () => choice(source, 'OIDC_EMAIL_VERIFIED', { among, otherwise: 'required' }), 'required') === 'assumed',
  }
}

function scopes(source: Source): string {
  const scope = (source.OIDC_SCOPE || 'openid profile email').trim().split(/\s+/)
  if (!scope.includes('openid'))
    throw new EnvError('OIDC_SCOPE', "must list scopes with blanks between them, 'openid' among them", source.OIDC_SCOPE)
  return scope.join(' ')
}
