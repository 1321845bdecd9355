import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAs } from '../../scripts/tooling/postgres/postgres.mjs'

/** A program of the cluster, started like a systemd unit: in the foreground, its output into a file. */
export interface DaemonOptions {
  command: string
  args: readonly string[]
  env?: Record<string, string>
  cwd: string
  /** File of its output. */
  log: string
  /** Runs as the tests' own user instead of an ordinary one. @default false */
  asRoot?: boolean
}

/** A program that can be killed and started again. */
export interface Daemon {
  pid(): number
  isRunning(): boolean
  start(): void
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts a program. */
export function startDaemon({ command, args, env = {}, cwd, log, asRoot = false }: DaemonOptions): Daemon {
  let child: ChildProcess
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  const start = (): void => {
    child = spawn(command, args, {
      ...(!asRoot && runAs()),
      cwd,
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: cwd, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const file = createWriteStream(log, { flags: 'a' })
    for (const stream of [child.stdout, child.stderr]) stream?.pipe(file, { end: false })
    child.once('error', (error) => file.write(`${error.message}\n`))
    child.once('close', () => file.end())
  }
  start()
  return {
    pid: () => child.pid ?? 0,
    isRunning,
    start,
    async end(signal) {
      if (!isRunning()) return
      const ended = new Promise((done) => child.once('exit', done))
      child.kill(signal)
      await ended
    },
  }
}

/** Waits until a condition holds; throws with `what` otherwise. A condition that throws does not hold yet. */
export async function until(what: string, isTrue: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  let failure: unknown
  for (const from = Date.now(); Date.now() < from + timeoutMs; await sleep(50)) {
    try {
      if (await isTrue()) return
    } catch (error) {
      failure = error
    }
  }
  throw new Error(`${what}: not within ${timeoutMs / 1000} s`, { cause: failure })
}

/** Whether something listens. */
export function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, host)
    socket.once('connect', () => (socket.destroy(), done(true)))
    socket.once('error', () => done(false))
  })
}
