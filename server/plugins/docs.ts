import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '../env/env.ts'
import { BASE_PATHS } from './config.ts'
import { registerPages } from './security.ts'
import { registerFiles, staticContent } from './static-content.ts'

/** `GET /docs/...` and `GET /openapi.json`: the generated documentation, for everybody who reaches the service. */
export async function registerDocs(app: FastifyInstance, env: Pick<Env, 'root'>): Promise<void> {
  const openapi = generated(env, 'openapi.json')
  app.get('/openapi.json', (request, reply) => openapi(request, reply.header('cache-control', 'no-cache')))
  const folder = join(env.root, 'docs', 'reference')
  if (!existsSync(folder)) return
  await app.register(async (pages) => {
    await registerPages(pages)
    await registerFiles(pages, {
      root: folder,
      prefix: `${BASE_PATHS.docs}/`,
      redirect: true,
      keep: (path) => (path.endsWith('.woff2') ? 'public, max-age=86400' : 'no-cache'),
    })
    pages.get(BASE_PATHS.docs, (_request, reply) => reply.redirect(`${BASE_PATHS.docs}/`, 301))
  })
}

/** `GET /toc.json`: the table of contents of the documentation (S0 section 7); the scope must have a caller. */
export function registerContents(scope: FastifyInstance, env: Pick<Env, 'root'>): void {
  const contents = generated(env, 'toc.json')
  scope.get('/toc.json', (request, reply) => contents(request, reply.header('cache-control', 'private, no-cache')))
}

function generated(env: Pick<Env, 'root'>, name: string): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const send = staticContent(readFileSync(join(env.root, 'docs', 'generated', name)))
  return (request, reply) => send(request, reply.type('application/json; charset=utf-8'))
}
