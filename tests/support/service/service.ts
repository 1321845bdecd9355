import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DEMO_PASSWORD } from '../../../server/identity/accounts/credentials.ts'
import { signIn } from '../../../scripts/tooling/sign-in.ts'

const ROOT = resolve(import.meta.dirname, '..', '..', '..')
const START_TIMEOUT_MS = 90_000
const STOP_TIMEOUT_MS = 30_000

/**
 * A service that lives for seconds spends half a second of CPU time less if only what is really hot in the embedded database is
 * optimised. Benchmarks measure it as people start it.
 */
const NODE_OPTIONS = process.env['VITEST'] === undefined ? [] : ['--wasm-tiering-budget=20000000']

/** A service of the tests: a separate process with a free port and a temporary data folder. */
export interface RunningService {
  origin: string
  port: number
  dataDir: string
  /** All output so far. */
  output(): string
  /** A bearer token of a demo account; signs in once per account. */
  token(mail: string): Promise<string>
  /** Sends a request with the token of an account. */
  call(mail: string, path: string, init?: RequestInit): Promise<Response>
  /** Whether the process is still running. */
  isRunning(): boolean
  /** Stops the process; resolves with its exit code, `null` if the signal killed it. Keeps the data folder. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /** Starts the service again on the same port and data folder. */
  restart(): Promise<void>
  /** Kills the service and removes its data folder. */
  dispose(): Promise<void>
}

export interface ServiceOptions {
  env?: Record<string, string>
  args?: string[]
  /** A data folder to copy and start from. */
  template?: string
  /** The work tree of the service. @default this one */
  root?: string
  /** What to wait for: the output `ready`, or a successful health check. @default 'ready' */
  until?: 'ready' | 'alive'
}

/** Starts the built service, as `npm start` does, and waits until it is ready or alive. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'service-')), 'data')
  if (options.template) cpSync(options.template, dataDir, { recursive: true })
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const tokens = new Map<string, Promise<string>>()
  let process = await launch(options, { PORT: String(port), DATA_DIR: dataDir }).catch((error: unknown) => {
    rmSync(resolve(dataDir, '..'), { recursive: true, force: true })
    throw error
  })
  const token = (mail: string): Promise<string> => {
    const known = tokens.get(mail) ?? signIn(origin, { mail, password: DEMO_PASSWORD }).then(({ accessToken }) => accessToken)
    tokens.set(mail, known)
    return known
  }
  return {
    origin,
    port,
    dataDir,
    token,
    output: () => process.output(),
    isRunning: () => process.isRunning(),
    call: async (mail, path, init = {}) =>
      fetch(origin + path, { ...init, headers: { ...headersOf(init), authorization: `Bearer ${await token(mail)}` } }),
    end: (signal = 'SIGTERM') => process.end(signal),
    restart: async () => {
      process = await launch(options, { PORT: String(port), DATA_DIR: dataDir })
    },
    // Nobody reads the data afterwards, so that nothing has to be finished.
    dispose: async () => {
      await process.end('SIGKILL')
      rmSync(resolve(dataDir, '..'), { recursive: true, force: true })
    },
  }
}

/** Runs the service until it exits by itself: for refused starts, and for arguments such as `--print-setup-sql`. */
export async function runService(
  env: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number | null; output: string; ms: number }> {
  const started = performance.now()
  const { child, output } = spawnService({ args }, env)
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, output: output(), ms: performance.now() - started }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

interface Process {
  output(): string
  isRunning(): boolean
  end(signal: NodeJS.Signals): Promise<number | null>
}

async function launch(options: ServiceOptions, env: Record<string, string>): Promise<Process> {
  const { child, output } = spawnService(options, { ...env, ...options.env })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  try {
    await Promise.race([
      options.until === 'alive' ? waitUntilAlive(Number(env['PORT']), child) : waitUntilReady(child),
      ended.then((code) => Promise.reject(new Error(`the service ended with code ${code}:\n${output()}`))),
      failAfterTimeout(output),
    ])
  } catch (error) {
    if (isRunning(child)) child.kill('SIGKILL')
    throw error
  }
  return {
    output,
    isRunning: () => isRunning(child),
    end: async (signal) => {
      if (isRunning(child)) child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      return ended.finally(() => clearTimeout(timer))
    },
  }
}

function spawnService(
  { args = [], root = ROOT }: Pick<ServiceOptions, 'args' | 'root'>,
  env: Record<string, string>,
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [...NODE_OPTIONS, join(root, 'dist', 'server', 'main.js'), ...args], {
    cwd: root,
    env: { ...cleanEnvironment(), LOG_LEVEL: 'warn', RATE_LIMIT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, output: () => text }
}

/** The variables that a process needs, without any that would configure the service. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env
  return { PATH, HOME, TMPDIR, SystemRoot }
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (/^ready http/m.test(text)) done()
    })
  })
}

async function waitUntilAlive(port: number, child: ChildProcess): Promise<void> {
  while (isRunning(child)) {
    const answer = await fetch(`http://localhost:${port}/healthz`).catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((wake) => setTimeout(wake, 50))
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

async function failAfterTimeout(output: () => string): Promise<never> {
  await new Promise((wake) => setTimeout(wake, START_TIMEOUT_MS).unref())
  throw new Error(`the service did not get ready in time:\n${output()}`)
}

function headersOf(init: RequestInit): Record<string, string> {
  return { ...(init.body ? { 'content-type': 'application/json' } : {}), ...Object.fromEntries(new Headers(init.headers)) }
}
