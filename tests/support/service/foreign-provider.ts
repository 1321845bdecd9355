import { execFileSync, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../../scripts/tooling/packages.mjs'
import { freePort } from './service.ts'

const WEB_PAGES = '/usr/share/glewlwyd/webapp'
const PAGE_SETTINGS = '/usr/share/glewlwyd/templates/config.json'
const TABLES = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const MODULES = '/usr/lib/glewlwyd'
const START_TIMEOUT_MS = 20_000
/** Credentials of the first administrator in the package's tables. */
const ADMINISTRATOR = { username: 'admin', password: 'password' }

/** Password of every account at the foreign provider. */
export const FOREIGN_PASSWORD = 'correct horse battery'

/** An account at the foreign provider. */
export interface ForeignAccount {
  username: string
  email: string
  isVerified: boolean
}

/** Glewlwyd, a third-party OpenID Connect provider, on the loopback address with a temporary folder. */
export interface ForeignProvider {
  issuer: string
  /** Registers the console at `origin` as a client whose access tokens are for `resource`. */
  addClient(client: { id: string; origin: string; resource: string }): Promise<void>
  addAccount(account: ForeignAccount): Promise<void>
  /** Ends every session and invalidates every refresh token. */
  forgetSessions(): void
  dispose(): Promise<void>
}

/** Starts a provider. Its access tokens are signed with RS256, expire after `tokenLifetimeS` and contain no mail address; its pages refuse to be framed. */
export async function startForeignProvider(tokenLifetimeS: number): Promise<ForeignProvider> {
  const [glewlwyd, sqlite] = [await findProgram('glewlwyd'), await findProgram('sqlite3')]
  const folder = mkdtempSync(join(tmpdir(), 'provider-'))
  const database = join(folder, 'provider.db')
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const issuer = `${origin}/api/oidc`
  const sql = (statements: string): string => execFileSync(sqlite, [database], { input: statements, encoding: 'utf8' })
  sql(`pragma journal_mode = wal;\n${readFileSync(TABLES, 'utf8')}`)
  // The provider serves no symbolic link that leaves its page folder, and the package puts its settings in the wrong place.
  cpSync(WEB_PAGES, join(folder, 'pages'), { recursive: true, dereference: true })
  rmSync(join(folder, 'pages', 'config.json'), { force: true, recursive: true })
  cpSync(PAGE_SETTINGS, join(folder, 'pages', 'config.json'))
  writeFileSync(join(folder, 'provider.conf'), settings({ port, origin, folder, database }))

  const child = spawn(glewlwyd, [`--config-file=${join(folder, 'provider.conf')}`], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = new Promise<void>((done) => child.once('close', () => done()))
  await waitForResponse(`${origin}/api/auth/`, () => output)
  const administer = await administrator(`${origin}/api`)
  await configure(administer, { issuer, tokenLifetimeS })
  return {
    issuer,
    addClient: ({ id, origin: console, resource }) =>
      administer('POST', '/client/?source=database', {
        client_id: id,
        name: 'Console',
        confidential: false,
        enabled: true,
        scope: [],
        redirect_uri: ['callback', 'silent', 'popup'].map((way) => `${console}/auth/${way}`),
        post_logout_redirect_uri: `${console}/auth/signed-out`,
        authorization_type: ['code', 'refresh_token'],
        token_endpoint_auth_method: ['none'],
        resource: [resource],
      }),
    addAccount: async ({ username, email, isVerified }) => {
      const scope = ['openid', 'profile', 'email']
      const account = {
        username,
        name: username,
        email,
        password: FOREIGN_PASSWORD,
        enabled: true,
        scope,
        verified: isVerified ? '1' : '0',
      }
      await administer('POST', '/user/?source=database', account)
    },
    forgetSessions: () => {
      sql('update gpo_refresh_token set gpor_enabled = 0; update g_user_session set gus_enabled = 0;')
    },
    dispose: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await exited
      clearTimeout(timer)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function settings({ port, origin, folder, database }: { port: number; origin: string; folder: string; database: string }): string {
  const types = { html: 'text/html', css: 'text/css', js: 'application/javascript', json: 'application/json', png: 'image/png' }
  return `port=${port}
bind_address="127.0.0.1"
external_url="${origin}"
login_url="login.html"
api_prefix="api"
static_files_path="${join(folder, 'pages')}/"
allow_origin="*"
allow_methods="GET, POST, PUT, DELETE, OPTIONS"
allow_headers="Origin, X-Requested-With, Content-Type, Accept, Bearer, Authorization"
log_mode="console"
log_level="INFO"
cookie_domain="localhost"
cookie_secure=0
session_expiration=3600
session_key="GLEWLWYD2_SESSION_ID"
admin_session_authentication="cookie"
profile_session_authentication="cookie"
login_api_enabled=true
add_x_frame_option_header_deny=true
admin_scope="g_admin"
profile_scope="g_profile"
${['user', 'client', 'user_auth_scheme', 'plugin'].map((kind) => `${kind}_module_path="${MODULES}/${kind.replace('user_auth_', '')}"`).join('\n')}
hash_algorithm="SHA512"
database = { type = "sqlite3"; path = "${database}"; };
static_files_mime_types = (${Object.entries(types)
    .map(([extension, type]) => `{ extension = ".${extension}"; mime_type = "${type}"; compress = 0 }`)
    .join(', ')})
`
}

type Administer = (method: string, path: string, body: object) => Promise<void>

async function administrator(api: string): Promise<Administer> {
  const signedIn = await send(`${api}/auth/`, { method: 'POST', body: ADMINISTRATOR })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (method, path, body) => {
    await send(api + path, { method, body, cookie })
  }
}

async function send(url: string, { method, body, cookie = '' }: { method: string; body: object; cookie?: string }): Promise<Response> {
  const answer = await fetch(url, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', cookie } })
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** Configures what an administrator would click: a field for verified addresses, the scopes, and the OpenID Connect plugin. */
async function configure(administer: Administer, { issuer, tokenLifetimeS }: { issuer: string; tokenLifetimeS: number }): Promise<void> {
  const field = { multiple: false, read: true, write: true, 'profile-read': false, 'profile-write': false }
  await administer('PUT', '/mod/user/database', {
    display_name: 'People',
    parameters: { 'use-glewlwyd-connection': true, 'data-format': { verified: field } },
  })
  await administer('PUT', '/mod/user/database/reset', {})
  const scope = { description: 'asked for by the console', password_max_age: 0, scheme: {}, enabled: true }
  await administer('PUT', '/scope/openid', { ...scope, display_name: 'openid', password_required: true })
  for (const name of ['profile', 'email'])
    await administer('POST', '/scope/', { ...scope, name, display_name: name, password_required: false })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'signing', alg: 'RS256' }
  await administer('POST', '/mod/plugin/', {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    parameters: {
      iss: issuer,
      'subject-type': 'public',
      'jwks-private': JSON.stringify({ keys: [key] }),
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      'jwks-show': true,
      'access-token-duration': tokenLifetimeS,
      'refresh-token-duration': 3600,
      'code-duration': 60,
      'refresh-token-rolling': true,
      'refresh-token-one-use': 'always',
      'allow-non-oidc': false,
      'auth-type-code-enabled': true,
      'auth-type-refresh-enabled': true,
      'auth-type-token-enabled': false,
      'auth-type-implicit-enabled': false,
      'auth-type-password-enabled': false,
      'auth-type-client-enabled': false,
      'auth-type-device-enabled': false,
      'auth-type-none-enabled': false,
      'allowed-scope': ['openid', 'profile', 'email'],
      'name-claim': 'mandatory',
      'email-claim': 'mandatory',
      claims: [
        {
          name: 'email_verified',
          'user-property': 'verified',
          type: 'boolean',
          'boolean-value-true': '1',
          'boolean-value-false': '0',
          mandatory: true,
        },
      ],
      'pkce-allowed': true,
      'pkce-required': true,
      'pkce-method-plain-allowed': false,
      'resource-allowed': true,
      'resource-client-property': 'resource',
      'session-management-allowed': true,
      'front-channel-logout-allowed': true,
      'back-channel-logout-allowed': true,
      'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
      'session-cookie-expiration': 3600,
    },
  })
}

async function waitForResponse(url: string, output: () => string): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS
  while (Date.now() < end) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The foreign provider did not answer in time:\n${output()}`)
}
