import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { all, connect, type Item } from './client/http.ts'

/** A call that the stand-in platform received. */
export interface ReceivedCall {
  method: string
  path: string
  query: Record<string, string>
  /** All but the token. */
  headers: Record<string, string>
  body: unknown
  status: number | null
}

/** The stand-in platform as a process of its own. */
export interface StandIn {
  origin: string
  /** What came in since the start or the last reset. */
  calls(): Promise<ReceivedCall[]>
  /** Makes the next calls below a path fail; see the README of `platform`. */
  fail(fault: { path: string } & Item): Promise<void>
  /** Makes every token that of a person of the fixtures. */
  become(mail: string): Promise<void>
  /** Begins anew: the fixtures, no failures, no calls. */
  reset(): Promise<void>
  dispose(): Promise<void>
}

/** Starts the stand-in platform and waits until it listens. */
export async function startStandIn(): Promise<StandIn> {
  const main = join(import.meta.dirname, 'platform', 'main.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const origin = await new Promise<string>((done, fail) => {
    child.stdout.once('data', (text: Buffer) => done(text.toString().trim()))
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`The stand-in platform ended with ${code}.`)))
  })
  const control = connect(origin)
  return {
    origin,
    calls: async () => all(await control('GET', '/_control/calls')) as unknown as ReceivedCall[],
    fail: async (fault) => void all(await control('POST', '/_control/faults', fault)),
    become: async (mail) => void all(await control('PUT', '/_control/person', { mail })),
    reset: async () => void all(await control('POST', '/_control/reset')),
    dispose: () => {
      child.kill()
      return ended
    },
  }
}
