import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..', '..')

/** A benchmark script that runs in a child process. */
export interface BenchProcess {
  /** The first line that it prints; rejects if it fails before that. */
  firstLine: Promise<string>
  /** Everything that it printed, once it has exited; rejects if it failed. */
  output: Promise<string>
  stop(): Promise<void>
}

/** Runs a script in `tests/bench`; passes the argument as JSON. */
export function runProcess(file: string, argument: unknown): BenchProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'tests', 'bench', file), JSON.stringify(argument)], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  let resolveFirstLine: (line: string) => void
  const firstLine = new Promise<string>((resolve) => (resolveFirstLine = resolve))
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
    const end = printed.indexOf('\n')
    if (end >= 0) resolveFirstLine(printed.slice(0, end))
  })
  const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve))
  const output = exitCode.then((code) => (code === 0 ? printed : Promise.reject(new Error(`${file} exited with code ${code}`))))
  output.catch(() => undefined)
  return {
    firstLine: Promise.race([firstLine, output]),
    output,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exitCode
    },
  }
}
