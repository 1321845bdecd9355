import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { integer, type Query } from '../entities/read-query.ts'
import type { Env } from '../env.ts'
import { typefaceFile } from '../identity/assets.ts'
import { chooseLanguage, loadTexts } from '../identity/texts.ts'
import { BASE_PATHS } from '../plugins/config.ts'
import { refuseUnknownParameters } from '../plugins/parameters.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { registerPages } from '../plugins/security.ts'
import { liveData } from './live-data.ts'
import { ASSETS, endedPage, ENDINGS, livePage, type LivePageContext } from './page.ts'
import { liveStyle } from './style.ts'
import { watching } from './watching.ts'

const VIEW = `${BASE_PATHS.livemon}/:overlay/view/:oid`
/** Scripts of the window, as they stand in the sources: they need no build. */
const SCRIPTS = ['live.mjs', 'chart.mjs']
/** Seconds of the epoch. */
const LAST_MOMENT = 8.64e11

interface ViewParts {
  db: Database
  env: Pick<Env, 'root' | 'publicUrl'>
}

/** The window of a session and what it asks for: open to the browser that holds the session's cookie, without a token. */
export async function registerLiveViews(app: FastifyInstance, parts: ViewParts): Promise<void> {
  registerAssets(app, parts.env.root)
  await app.register(async (scope) => {
    refuseUnknownParameters(scope)
    scope.get(`${VIEW}/data`, { config: { parameters: ['since'] } }, async (request, reply) => {
      const since = integer(request.query as Query, 'since', { from: 0, to: LAST_MOMENT, otherwise: 0 })
      const { session, box } = await watching(parts.db, request)
      return reply
        .header('cache-control', 'no-store')
        .send({ data: [liveData(box, { at: Date.now(), since: since * 1000, expiresAt: session.expiresAt })] })
    })
  })
  await app.register(async (pages) => {
    await registerPages(pages)
    pages.get(VIEW, (request, reply) => reply.redirect(`${request.url.split('?', 1)[0]}/`, 301))
    pages.get(`${VIEW}/`, windowRoute(parts))
  })
}

function windowRoute({ db, env }: ViewParts): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const texts = loadTexts(env.root, ['identity', 'livemon'])
  return async (request, reply) => {
    const { lang } = request.query as Record<string, unknown>
    const contextFor = (locale?: string): LivePageContext => {
      const wishes = [typeof lang === 'string' ? lang : undefined, locale]
      const language = chooseLanguage(wishes, request.headers['accept-language'])
      return { t: texts(language), language, home: `${env.publicUrl}/` }
    }
    void reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    try {
      const { caller, box } = await watching(db, request)
      return reply.send(livePage(contextFor(caller.locale), box))
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
  const typeface = readFileSync(typefaceFile())
  const style = liveStyle(`${ASSETS}/inter.woff2`)
  app.get(`${ASSETS}/inter.woff2`, (_request, reply) =>
    reply.type('font/woff2').header('cache-control', 'public, max-age=31536000, immutable').send(typeface),
  )
  app.get(`${ASSETS}/live.css`, (_request, reply) => reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style))
  for (const name of SCRIPTS) {
    const script = readFileSync(join(root, 'server', 'livemon', 'browser', name), 'utf8')
    app.get(`${ASSETS}/${name}`, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
    )
  }
}
