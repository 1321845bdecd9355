import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Ability } from '../../schemas/tenancy.ts'
import { DatabaseAddressError, databaseHosts } from '../db/connections/server-address.ts'
import { EnvError } from './env-error.ts'
import { dataFolderOf } from '../data-folder/folder-owner.mjs'
import { givenSecret, type GivenSecret } from './given-secret.ts'
import { Problems, type Take } from './problems.ts'
import type { JournalRetention } from '../journal/archive/archiving-task.ts'
import { journalRetention } from './journal-retention.ts'
import { LOOPBACK_HOSTS, signIn, type SignIn } from './sign-in.ts'
import type { MailSettings } from '../mail/mailer.ts'
import { address, checkedAddress, choice, hasProtocol, integer, mail, networks, origin, withoutPassword, type Source } from './values.ts'
import type { WebhookPolicy } from '../notifications/webhook-policy.ts'
import { traceSettings, type TraceSettings } from './traces.ts'
import { tlsFiles, type TlsFiles } from '../tls/tls-files.ts'
import { abilitiesOf, BASES_WITH_VIEWS, upstreamOf, upstreamVariable, type Base } from './upstreams.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const MAX_DEMO_SCALE = 1000
const DEFAULT_VIEWS_PORT = 8081

/** Everything the environment decides, checked. Absent optional values mean "not configured". */
export interface Env {
  /** Folder of the project: `dist`, `docs` and `package.json` are below it. */
  root: string
  host: string
  port: number
  /** Address under which browsers reach the service, without a slash at the end. */
  publicUrl: string
  /** Absolute path of the folder of the embedded database, its lock and its key. */
  dataDir: string
  databaseUrl: string | undefined
  /** Standbys that reads may go to. */
  databaseReadUrl: string | undefined
  /** How old what standbys show may be. */
  readMaxLagMs: number
  /** Connections that this copy of the service holds to a PostgreSQL server at most. */
  poolSize: number
  /** How long a PostgreSQL server may work on one statement; 0: without limit. */
  statementTimeoutMs: number
  oidc: SignIn
  /** Whether the demo world fills an empty database; by default where the embedded provider runs outside production. */
  demo: boolean
  /** Multiplies the demo world. */
  demoScale: number
  /** Mail address of the first administrator of the platform owner where no demo world is made. */
  ownerMail: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** 32 bytes that encrypt stored secrets; `undefined`, with the embedded database only: its data folder holds a key. */
  secretKey: Buffer | undefined
  /** Addresses and networks of proxies whose `X-Forwarded-For` counts; empty: nobody's does. */
  trustedProxies: string[]
  /** Requests per minute of one caller; 0: no limit. */
  rateLimit: number
  /** Requests per minute by one API token; 0: no limit. */
  tokenRateLimit: number
  upstreams: Partial<Record<Base, string>>
  /** What upstreams can do besides the calls of the specifications. */
  abilities: Partial<Record<Base, Ability[]>>
  /** Origin of the pages of upstreams, and the port on which this service answers for it; `undefined`: no upstream serves any. */
  views: { url: string; port: number } | undefined
  /** Where mails go out; `undefined`: nobody is sent one. */
  mail: MailSettings | undefined
  /** Where webhooks may lead to besides public addresses by TLS. */
  webhooks: WebhookPolicy
  /** With these files the service answers TLS itself; `undefined`: it answers HTTP. */
  tls: TlsFiles | undefined
  /** Statements that take longer are logged, with their plan; 0: none. */
  slowStatementMs: number
  /** Seconds after SIGTERM in which calls are still taken, for balancers to leave. */
  drainSeconds: number
  /** Seconds that requests in flight get to finish after that. */
  shutdownSeconds: number
  cloudSecurityPortal: string | undefined
  /** `undefined`: the journal is kept for ever. */
  journalRetention: JournalRetention | undefined
  /** Where traces are sent; `undefined`: there are none. */
  traces: TraceSettings | undefined
}

/** Reads and checks the environment; throws an `EnvError` that says all that is wrong with it. */
export function readEnv(source: Source = process.env, args: readonly string[] = process.argv.slice(2)): Env {
  const problems = new Problems()
  const env = examineEnv(problems, { source, args })
  problems.refuse()
  return env
}

/** The environment with other values where one is wrong, which `problems` says. */
export function examineEnv(
  problems: Problems,
  { source = process.env, args = process.argv.slice(2) }: { source?: Source; args?: readonly string[] } = {},
): Env {
  const take: Take = (read, otherwise) => problems.take(read, otherwise)
  const host = source.HOST || 'localhost'
  const port = take(() => integer(source, 'PORT', { from: 1, to: 65535, otherwise: 8080 }), 8080)
  const { oidc, demo } = signIn(source, { host, take })
  const tls = take(() => tlsFiles(source), undefined)
  const ownUrl = `${tls ? 'https' : 'http'}://${LOOPBACK_HOSTS.has(host) || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`
  const publicUrl = take(() => publicOrigin(source, tls), undefined) ?? ownUrl
  const forwarded = upstreams(source, take)
  const dataDir = dataFolderOf(source, projectRoot())
  const isAtServer = Boolean(source['DATABASE_URL'] || source['DATABASE_URL_FILE'])
  return {
    root: projectRoot(),
    host,
    port,
    publicUrl,
    dataDir,
    databaseUrl: take(() => databaseAddress(source, 'DATABASE_URL'), undefined),
    databaseReadUrl: take(() => readAddress(source), undefined),
    readMaxLagMs: 1000 * take(() => integer(source, 'READ_MAX_LAG', { from: 1, to: 3600, otherwise: 5 }), 5),
    poolSize: take(() => integer(source, 'DATABASE_POOL_SIZE', { from: 1, to: 1000, otherwise: 10 }), 10),
    statementTimeoutMs: 1000 * take(() => integer(source, 'DATABASE_STATEMENT_TIMEOUT', { from: 0, to: 86_400, otherwise: 60 }), 60),
    oidc,
    demo,
    demoScale: take(() => demoScale(source, args), 1),
    ownerMail: take(() => mail(source, 'OWNER_MAIL'), undefined),
    logLevel: take(() => choice(source, 'LOG_LEVEL', { among: LOG_LEVELS, otherwise: 'info' }), 'info'),
    secretKey: take(() => secretKey(source, 'SECRET_KEY'), undefined),
    trustedProxies: take(() => networks(source, 'TRUSTED_PROXIES'), []),
    rateLimit: take(() => integer(source, 'RATE_LIMIT', { from: 0, to: 1e9, otherwise: 60_000 }), 0),
    tokenRateLimit: take(() => integer(source, 'TOKEN_RATE_LIMIT', { from: 0, to: 1e9, otherwise: 6_000 }), 0),
    upstreams: forwarded,
    abilities: take(() => abilitiesOf(source, forwarded), {}),
    views: take(() => viewsOf(source, { publicUrl, port, upstreams: forwarded }), undefined),
    mail: mailSettings(source, take),
    webhooks: {
      networks: take(() => networks(source, 'WEBHOOK_NETWORKS'), []),
      isHttpAllowed: take(() => choice(source, 'WEBHOOK_HTTP', { among: ['allow', 'refuse'], otherwise: 'refuse' }), 'refuse') === 'allow',
    },
    tls,
    slowStatementMs: take(() => integer(source, 'SLOW_STATEMENT_MS', { from: 0, to: 3_600_000, otherwise: 1_000 }), 0),
    drainSeconds: take(() => integer(source, 'DRAIN_SECONDS', { from: 0, to: 600, otherwise: 0 }), 0),
    shutdownSeconds: take(() => integer(source, 'SHUTDOWN_SECONDS', { from: 1, to: 3600, otherwise: 25 }), 25),
    cloudSecurityPortal: take(() => address(source, 'CLOUD_SECURITY_PORTAL_URL', ['http:', 'https:']), undefined),
    journalRetention: journalRetention(source, { take, dataDir, isAtServer }),
    traces: traceSettings(source, take),
  }
}

function publicOrigin(source: Source, tls: TlsFiles | undefined): string | undefined {
  const url = origin(source, 'PUBLIC_URL')
  if (tls && url?.startsWith('http:')) throw new EnvError('PUBLIC_URL', 'must start with https:// where TLS_CERT_FILE is set', url)
  return url
}

function upstreams(source: Source, take: Take): Env['upstreams'] {
  const found: Env['upstreams'] = {}
  for (const variable of Object.keys(source).filter((name) => name.startsWith('UPSTREAM_')))
    take<void>(() => {
      const { base, isAddress } = upstreamOf(variable)
      const url = isAddress ? address(source, variable, ['http:', 'https:']) : undefined
      if (url !== undefined) found[base] = url
    }, undefined)
  return found
}

/** Pages of another service run in an origin that shares nothing with the console's: neither storage nor the cookies of a host. */
function viewsOf(source: Source, { publicUrl, port, upstreams: forwarded }: Pick<Env, 'publicUrl' | 'port' | 'upstreams'>): Env['views'] {
  const url = origin(source, 'VIEWS_URL')
  const base = BASES_WITH_VIEWS.find((one) => forwarded[one] !== undefined)
  const [own, console] = [new URL(url ?? 'http://none'), new URL(publicUrl)]
  if (url === undefined && base !== undefined) {
    const expectation = 'must name an origin of its own for the pages of'
    throw new EnvError('VIEWS_URL', `${expectation} ${upstreamVariable(base)}, such as http://127.0.0.1:8081 or https://views.example.org`)
  }
  if (url !== undefined && own.hostname === console.hostname)
    throw new EnvError('VIEWS_URL', 'must have another host name than PUBLIC_URL: browsers share cookies between the ports of a host', url)
  if (url !== undefined && console.protocol === 'https:' && own.protocol !== 'https:')
    throw new EnvError('VIEWS_URL', 'must start with https:// as PUBLIC_URL does: browsers show no other frames there', url)
  const viewsPort = integer(source, 'VIEWS_PORT', { from: 1, to: 65535, otherwise: Number(own.port) || DEFAULT_VIEWS_PORT })
  if (url === undefined || base === undefined) return undefined
  if (viewsPort === port) throw new EnvError('VIEWS_PORT', 'must differ from PORT', String(viewsPort))
  return { url: own.origin, port: viewsPort }
}

/** A mail that comes from nowhere is not delivered. */
function mailSettings(source: Source, take: Take): MailSettings | undefined {
  const given = take(() => givenSecret(source, 'SMTP_URL'), undefined)
  const url = given && take(() => mailServer(given), undefined)
  const from = take(() => {
    const found = mail(source, 'MAIL_FROM')
    if (found === undefined && given !== undefined)
      throw new EnvError('MAIL_FROM', `must be the mail address that mails come from, because ${given.variable} names a mail server`)
    return found
  }, undefined)
  return url === undefined || from === undefined ? undefined : { url, from }
}

/** What stands in a file is not printed, for it may be the file of another secret. */
function mailServer({ value, variable }: GivenSecret): string {
  const protocols = ['smtp:', 'smtps:']
  if (variable !== 'SMTP_URL' && !hasProtocol(value, protocols))
    throw new EnvError(variable, 'must name a file that holds the address of a mail server, smtps://<user>:<password>@<host>')
  return checkedAddress({ value, variable }, protocols)
}

/** The key that stored secrets are under until it is replaced; `undefined` where it is not given. */
export function readOldKey(source: Source = process.env): Buffer | undefined {
  return secretKey(source, 'OLD_SECRET_KEY')
}

/** Never prints the value: it is a secret. */
function secretKey(source: Source, name: string): Buffer | undefined {
  const given = givenSecret(source, name)
  if (given === undefined) return undefined
  const { value, variable } = given
  const key = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64')
  if (key.length !== 32)
    throw new EnvError(
      variable,
      `must ${variable === name ? 'be' : 'name a file that holds'} 32 bytes, written as 64 hexadecimal digits or in base64`,
    )
  return key
}

/** What stands in a file is not printed, for it may be the file of another secret. */
function databaseAddress(source: Source, name: 'DATABASE_URL' | 'DATABASE_READ_URL'): string | undefined {
  const given = givenSecret(source, name)
  if (given === undefined) return undefined
  const { value, variable } = given
  try {
    databaseHosts(value, name === 'DATABASE_URL' ? 'primary' : 'standby')
  } catch (error) {
    if (!(error instanceof DatabaseAddressError)) throw error
    if (variable === name) throw new EnvError(variable, error.message, withoutPassword(value))
    throw new EnvError(
      variable,
      'must name a file that holds the address of a PostgreSQL server, postgres://<user>:<password>@<host>/<database>',
    )
  }
  return value
}

/** Standbys replicate the server of `DATABASE_URL`. */
function readAddress(source: Source): string | undefined {
  const address = databaseAddress(source, 'DATABASE_READ_URL')
  if (address !== undefined && !source['DATABASE_URL'] && !source['DATABASE_URL_FILE'])
    throw new EnvError('DATABASE_READ_URL', 'names standbys of the server in DATABASE_URL, which is not set')
  return address
}

function demoScale(source: Source, args: readonly string[]): number {
  const position = args.indexOf('--scale')
  const value = position < 0 ? source.DEMO_SCALE : (args[position + 1] ?? '')
  const variable = position < 0 ? 'DEMO_SCALE' : '--scale'
  if (position >= 0 && value === '') throw new EnvError('--scale', 'must be followed by a whole number')
  return integer({ [variable]: value }, variable, { from: 1, to: MAX_DEMO_SCALE, otherwise: 1 })
}

/** The nearest folder above this file that holds `package.json`; the same for sources and for the bundle in `dist/server`. */
function projectRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder)
    if (above === folder) throw new Error('package.json is missing above the service')
    folder = above
  }
  return folder
}
