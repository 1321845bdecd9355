import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { integer, type Query } from '../entities/http/read-query.ts'
import type { Env } from '../env/env.ts'
import { typefaceFile } from '../identity/pages/assets.ts'
import { chooseLanguage, loadTexts } from '../identity/pages/texts.ts'
import { BASE_PATHS } from '../plugins/config.ts'
import { acceptForms } from '../plugins/forms.ts'
import { refuseUnknownParameters } from '../plugins/parameters.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { registerSandboxedPages, SANDBOXED_ASSET_HEADERS } from '../plugins/security.ts'
import { staticContent } from '../plugins/static-content.ts'
import { liveData } from './live-data.ts'
import { ASSETS, endedPage, ENDINGS, livePage, type LivePageContext } from './page.ts'
import { hasSessionCookie, hasWindowToken, windowToken } from './session-cookie.ts'
import { liveStyle } from './style.ts'
import { watching } from './watching.ts'

const VIEW = `${BASE_PATHS.livemon}/:overlay/view/:oid`
/** Scripts of the window, served from the sources without a build. */
const SCRIPTS = ['live.mjs', 'chart.mjs']
/** Seconds of the epoch. */
const LAST_MOMENT = 8.64e11

interface ViewParts {
  db: Database
  env: Pick<Env, 'root' | 'publicUrl'>
}

/** The window of a session and what it asks for: open to the browser that holds the session's cookie, without a bearer token. */
export async function registerLiveViews(app: FastifyInstance, parts: ViewParts): Promise<void> {
  registerAssets(app, parts.env.root)
  await app.register(async (scope) => {
    refuseUnknownParameters(scope)
    acceptForms(scope)
    // Readable by pages with an opaque origin; authorized by the token alone, never by a cookie.
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header('access-control-allow-origin', 'null')
      done()
    })
    scope.post(`${VIEW}/data`, async (request, reply) => {
      const since = integer((request.body ?? {}) as Query, 'since', { from: 0, to: LAST_MOMENT, otherwise: 0 })
      const { session, box } = await watching(parts.db, request, hasWindowToken)
      return reply
        .header('cache-control', 'no-store')
        .send({ data: [liveData(box, { at: Date.now(), since: since * 1000, expiresAt: session.expiresAt })] })
    })
  })
  await app.register(async (pages) => {
    await registerSandboxedPages(pages, { allows: ['allow-scripts'], connect: true })
    pages.get(VIEW, (request, reply) => reply.redirect(`${request.url.split('?', 1)[0]}/`, 301))
    pages.get(`${VIEW}/`, windowRoute(parts))
  })
}

function windowRoute({ db, env }: ViewParts): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const texts = loadTexts(env.root, ['identity', 'livemon'])
  return async (request, reply) => {
    const { lang } = request.query as Record<string, unknown>
    const contextFor = (locale?: string): LivePageContext => {
      const preferences = [typeof lang === 'string' ? lang : undefined, locale]
      const language = chooseLanguage(preferences, request.headers['accept-language'])
      return { t: texts(language), language, home: `${env.publicUrl}/`, nonce: reply.pageNonce }
    }
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    try {
      const { session, caller, box } = await watching(db, request, hasSessionCookie)
      return reply.send(livePage(contextFor(caller.locale), box, windowToken(session.oid, db.secretKey)))
    } catch (error) {
      if (!(error instanceof HttpProblem) || !isEnding(error.status)) throw error
      return reply.code(error.status).send(endedPage(contextFor(), error.status))
    }
  }
}

function isEnding(status: number): status is keyof typeof ENDINGS {
  return status in ENDINGS
}

function registerAssets(app: FastifyInstance, root: string): void {
  const files = {
    'typeface.woff2': { type: 'font/woff2', kept: 'public, max-age=31536000, immutable', content: readFileSync(typefaceFile()) },
    'live.css': { type: 'text/css; charset=utf-8', kept: 'no-cache', content: liveStyle(`${ASSETS}/typeface.woff2`) },
    ...Object.fromEntries(SCRIPTS.map((name) => [name, scriptFile(root, name)])),
  }
  for (const [name, { type, kept, content }] of Object.entries(files)) {
    const send = staticContent(content)
    app.get(`${ASSETS}/${name}`, (request, reply) =>
      send(request, reply.type(type).headers({ ...SANDBOXED_ASSET_HEADERS, 'cache-control': kept })),
    )
  }
}

function scriptFile(root: string, name: string): { type: string; kept: string; content: string } {
  const content = readFileSync(join(root, 'server', 'livemon', 'browser', name), 'utf8')
  return { type: 'text/javascript; charset=utf-8', kept: 'no-cache', content }
}
