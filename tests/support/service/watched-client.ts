import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { KnownRoute } from '../api/whole-service.ts'

/** A raw HTTP request. */
export interface WatchedCall {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** The response, and how long the service's event loop was blocked meanwhile. */
export interface WatchedResponse {
  status: number
  body: string
  blockedMs: number
}

/** A service in another process whose event loop is watched. */
export interface WatchedService {
  routes: readonly KnownRoute[]
  oid: Record<string, string>
  token(mail: string): Promise<string>
  send(call: WatchedCall): Promise<WatchedResponse>
  close(): Promise<void>
}

export async function watchedService(): Promise<WatchedService> {
  const child = fork(fileURLToPath(new URL('./watched-service.ts', import.meta.url)), [], { execArgv: ['--import', 'tsx'] })
  const { port, routes, oid } = (await next(child)) as { port: number; routes: KnownRoute[]; oid: Record<string, string> }
  const ask = async (message: object): Promise<unknown> => {
    const reply = next(child)
    child.send(message)
    return reply
  }
  return {
    routes,
    oid,
    token: async (mail) => ((await ask({ ask: 'token', mail })) as { token: string }).token,
    async send(call) {
      await ask({ ask: 'start' })
      const answer = await answerOf(port, call)
      const { blockedMs } = (await ask({ ask: 'stop' })) as { blockedMs: number }
      return { ...answer, blockedMs }
    },
    async close() {
      const ended = once(child, 'exit')
      child.send({ ask: 'end' })
      await ended
    },
  }
}

async function next(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController()
  const exit = (): void => ended.abort(new Error('the service has ended'))
  child.once('exit', exit)
  const [message] = (await once(child, 'message', { signal: ended.signal })) as [unknown]
  child.off('exit', exit)
  return message
}

function answerOf(port: number, { method, url, headers, body }: WatchedCall): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request({ host: '127.0.0.1', port, method, path: url, agent: false, headers: { ...length, ...headers } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }))
      response.on('error', reject)
    })
    // If the service refuses a body before reading it, the connection breaks; the response has arrived by then.
    sent.on('error', (error) => setTimeout(() => reject(error), 200))
    sent.end(body)
  })
}
