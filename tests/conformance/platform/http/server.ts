import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { routes } from '../calls/routes.ts'
import { createWorld } from '../fixtures/world.ts'
import type { Reply } from './call.ts'
import { Refusal } from '../state/item.ts'
import { controlReply, type Received } from './control.ts'
import { faultReply, Faults, refusalBody, type Fault } from './faults.ts'
import { router } from './router.ts'

/** A platform that listens. */
export interface Platform {
  origin: string
  close(): Promise<void>
}

/** Starts the platform on the loopback address; port 0 takes a free one. */
export async function startPlatform(port = 0): Promise<Platform> {
  const server = createServer(platformListener())
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', done)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The platform has no port.')
  return { origin: `http://127.0.0.1:${address.port}`, close: () => closed(server) }
}

function closed(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}

function platformListener(): (request: IncomingMessage, response: ServerResponse) => void {
  const find = router(routes)
  const faults = new Faults()
  const calls: Received[] = []
  let world = createWorld()
  const control = {
    faults,
    calls,
    become: (mail: unknown) => {
      const { name } = world.tenants.userRoles.all.find((role) => role['mail'] === mail) ?? {}
      world.profile = { mail, name }
    },
    reset: () => void (world = createWorld()),
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? 'GET'
    const url = new URL(request.url ?? '/', 'http://platform')
    const path = url.pathname
    const text = await textOf(request)
    const body = parsed(text)
    if (path.startsWith('/_control/')) return send(response, controlReply(control, { method, path, body: body ?? {} }))
    const { authorization, ...headers } = request.headers
    const received: Received = {
      method,
      path,
      query: Object.fromEntries(url.searchParams),
      headers,
      body: body ?? (text || null),
      status: null,
    }
    calls.push(received)
    const answer = (): Reply => {
      const match = find(method, path)
      const isPage = typeof match === 'object' && match.handler.isPage === true
      // Any token will do: people and their rights are the identity provider's business.
      if (!isPage && !/^Bearer ./.test(authorization ?? '')) throw new Refusal(401, ['No token.'])
      if (text !== '' && body === undefined) throw new Refusal(400, ['The body is not JSON.'])
      if (match === 'notFound') throw new Refusal(404, [`There is nothing at ${path}.`])
      if (match === 'wrongMethod') throw new Refusal(405, [`${path} does not take ${method}.`])
      const overlayOid = [headers['x-overlay-oid']].flat()[0]
      return match.handler({ method, path, params: match.params, query: url.searchParams, body, overlayOid, world })
    }
    const fault = faults.take(method, path + url.search)
    const reply = fault ? await played(fault, answer) : answered(answer)
    if (fault?.close) return breakOff(response, fault.close)
    received.status = reply.status
    send(response, reply)
  }
  return (request, response) => {
    handle(request, response).catch((error: unknown) => send(response, { status: 500, body: refusalBody(500, [String(error)]) }))
  }
}

async function played(fault: Fault, answer: () => Reply): Promise<Reply> {
  await wait(fault.delayMs)
  if (fault.carriedOut) answered(answer)
  return faultReply(fault)
}

function answered(answer: () => Reply): Reply {
  try {
    return answer()
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: refusalBody(error.status, error.messages) }
    throw error
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, { status, body, html, text, type }: Reply): void {
  const write = (content: string, own: string): void => void response.writeHead(status, { 'content-type': type ?? own }).end(content)
  if (text !== undefined) return write(text, 'text/plain')
  if (html !== undefined) return write(html, 'text/html; charset=utf-8')
  if (body !== undefined) return write(JSON.stringify(body), 'application/json')
  response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end()
}

function breakOff(response: ServerResponse, close: 'before' | 'middle'): void {
  if (close === 'before') return void response.destroy()
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"data":[{"na', () => response.destroy())
}
