import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RuntimeConfig } from '../../schemas/tenancy.ts'
import type { Env } from '../env/env.ts'
import { BASE_PATHS } from './config.ts'
import { answerError, notFound } from './problem.ts'
import { registerPages, type PageOrigins } from './security.ts'
import { registerFiles } from './static-content.ts'

/** Placeholder of the nonce in the built `index.html`. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/** Stands in the built `index.html` where the configuration belongs. */
const CONFIG_PLACEHOLDER = '<!-- config -->'

/** Where a provider's answer to a hidden frame or a window in front arrives: a page that hands it on and loads nothing else. */
const RETURN_PATHS = ['/auth/silent', '/auth/popup']

/** A worker lives under the policy that came with its own file: our scripts, our calls, and no code from text. */
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"

/** First path segments that are never a page of the console. */
const SERVICE_PATHS = [...Object.values(BASE_PATHS), '/api', '/assets', '/oidc', '/healthz', '/readyz', '/metrics', '/_forward']

/** What is written into every page of the console, so that it need not ask first. */
interface ConsolePage {
  config: () => Promise<RuntimeConfig>
}

/**
 * The built console: hashed files for a year, `index.html` with a nonce of its own for every address of the application.
 * Without a build nothing is registered, and those addresses are unknown.
 */
export async function registerConsole(
  app: FastifyInstance,
  env: Pick<Env, 'root'>,
  { config, ...origins }: PageOrigins & ConsolePage,
): Promise<void> {
  const folder = join(env.root, 'dist', 'console')
  const index = join(folder, 'index.html')
  if (!existsSync(index)) {
    app.log.warn('the console is not built; only the API answers')
    return
  }
  const page = readFileSync(index, 'utf8')
  const returnPage = readFileSync(join(folder, 'sign-in-return.html'), 'utf8')
  await app.register(async (files) => {
    files.addHook('onRequest', (_request, reply, done) => {
      reply.header('content-security-policy', WORKER_POLICY)
      done()
    })
    // One route for all: with one for each of hundreds of scripts a start takes half a second longer.
    await registerFiles(files, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      index: false,
      keep: () => 'public, max-age=31536000, immutable',
    })
    await registerFiles(files, {
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ['*.html', '.vite/**', 'assets/**'],
      keep: () => 'no-cache',
    })
  })
  await app.register(async (pages) => {
    await registerPages(pages, origins)
    const send = (reply: FastifyReply, html: string): FastifyReply =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html.replaceAll(NONCE_PLACEHOLDER, reply.pageNonce))
    const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      if (!isPagePath(request.url)) throw notFound(request)
      const written = configElement(await config())
      return send(
        reply,
        page.replace(CONFIG_PLACEHOLDER, () => written),
      )
    }
    for (const path of RETURN_PATHS) pages.get(path, (_request, reply) => send(reply, returnPage))
    pages.get('/', sendPage)
    pages.get('/*', sendPage)
  })
}

/**
 * Answers an address that cannot be decoded. A person who opens one is sent to the same address spelt so that it can be read,
 * where the console says that there is no such page; calls are refused with a problem document.
 */
export function answerMalformedAddress(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isNavigation = ['GET', 'HEAD'].includes(request.method) && (request.headers.accept ?? '').includes('text/html')
  const readable = readableAddress(request.url)
  if (!isNavigation || !isPagePath(readable)) return answerError(error, request, reply)
  return reply.header('cache-control', 'no-store').redirect(readable, 302)
}

/** The path with every segment that cannot be decoded encoded once more; never an address of another host. */
export function readableAddress(url: string): string {
  const [path = '/'] = url.split('?', 1)
  return `/${path.split('/').map(readableSegment).join('/').replace(/^\/+/, '')}`
}

function readableSegment(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment))
  } catch {
    return encodeURIComponent(segment)
  }
}

/** The configuration as data within a page, which nothing runs; it cannot end its element. */
function configElement(config: RuntimeConfig): string {
  return `<script type="application/json" id="config">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script>`
}

/** Whether the console's router answers the address: not a call of the service, not a file. */
export function isPagePath(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '/'
  if (SERVICE_PATHS.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) return false
  const last = path.slice(path.lastIndexOf('/') + 1)
  return last === 'index.html' || !/\.[a-z0-9]{2,5}$/i.test(last)
}
