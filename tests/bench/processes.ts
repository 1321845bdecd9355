import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..', '..')

/** A TypeScript file of the benchmarks as a process of its own. */
export interface OwnProcess {
  /** The first line that it prints. */
  line: Promise<string>
  /** Everything that it printed, once it has ended by itself; rejects where it failed. */
  done: Promise<string>
  end(): Promise<void>
}

/** Runs a file below `tests/bench` with one argument, as JSON. */
export function runProcess(file: string, argument: unknown): OwnProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'tests', 'bench', file), JSON.stringify(argument)], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let sayLine: (line: string) => void
  const line = new Promise<string>((say) => (sayLine = say))
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    const end = output.indexOf('\n')
    if (end >= 0) sayLine(output.slice(0, end))
  })
  const closed = new Promise<number | null>((close) => child.once('close', close))
  const done = closed.then((code) => (code === 0 ? output : Promise.reject(new Error(`${file} ended with code ${code}`))))
  done.catch(() => undefined)
  return {
    line: Promise.race([line, done]),
    done,
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await closed
    },
  }
}
