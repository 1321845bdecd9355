import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '../../../scripts/tooling/packages.mjs'
import { runAs } from '../../../scripts/tooling/postgres/postgres.mjs'
import { replaceUrlParts } from './administrator.ts'
import { freePort } from './service.ts'

/** A transaction pooler in front of a server: each transaction may run on a different server connection. */
export interface Pooler {
  /** The database URL through the pooler. */
  through(url: string): string
  stop(): Promise<void>
}

/** Number of server connections that all transactions share. */
export const POOL_SIZE = 4

const START_TIMEOUT_MS = 10_000

/** Starts `pgbouncer` with a plain configuration from its manual, without ignored startup parameters or reset queries for our service. */
export async function startPooler(server: { port: number }, users: readonly string[]): Promise<Pooler> {
  const program = await findProgram('pgbouncer')
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const [config, names] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  writeFileSync(names, users.map((user) => `"${user}" ""\n`).join(''))
  writeFileSync(config, configuration({ serverPort: server.port, port, names }))
  const child = spawn(program, [config], { ...runAs(), cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-10_000)))
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const kill = (): boolean => child.kill('SIGKILL')
  process.once('exit', kill)
  const stop = async (): Promise<void> => {
    process.off('exit', kill)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  if (!(await isListening(port))) {
    await stop()
    throw new Error(`pgbouncer did not start in time:\n${errors}`)
  }
  return { through: (url) => replaceUrlParts(url, { port: String(port) }), stop }
}

function configuration({ serverPort, port, names }: { serverPort: number; port: number; names: string }): string {
  return `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${names}
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 500
`
}

async function isListening(port: number): Promise<boolean> {
  for (const from = Date.now(); Date.now() < from + START_TIMEOUT_MS; await sleep(20)) {
    const isOpen = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => (socket.destroy(), done(true)))
      socket.once('error', () => done(false))
    })
    if (isOpen) return true
  }
  return false
}
