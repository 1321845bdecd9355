import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..', '..', '..')

/** The message of every command on a database whose key rotation was interrupted. */
export const UNFINISHED_ROTATION =
  'SECRET_KEY is being replaced, which was not finished; run npm run rotate-key with the same two keys again, then start the service.\n'

/** Runs a command on a database that no service is using; kills it once `killWhen` returns true for its output. */
export async function runCommand(
  script: string,
  env: Record<string, string>,
  { killWhen, args = [] }: { killWhen?: (output: string) => boolean; args?: string[] } = {},
): Promise<{ code: number | null; output: string }> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'scripts', script), ...args], {
    cwd: ROOT,
    env: { PATH, HOME, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (killWhen?.(output)) child.kill('SIGKILL')
    })
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, output }
}
