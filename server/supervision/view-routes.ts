import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { catalogueOf } from '../entities/catalogue.ts'
import type { Env } from '../env.ts'
import { typefaceFile } from '../identity/assets.ts'
import { html, type Markup } from '../identity/markup.ts'
import { pageShell } from '../identity/page-shell.ts'
import { chooseLanguage, loadTexts, type Language, type Translate } from '../identity/texts.ts'
import { BASE_PATHS } from '../plugins/config.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { registerPages } from '../plugins/security.ts'
import type { TenantNode } from '../policies/caller.ts'
import type { KnownCaller } from '../policies/create-caller.ts'
import { loadCaller } from '../policies/load-caller.ts'
import { overlayOf } from '../user-api/overlay.ts'
import { alertRules, alertsOf } from './alerts.ts'
import { DASHBOARD_PAGES } from './dashboards.ts'
import { overlayBoxes } from './overlay-boxes.ts'
import { viewedOverlay } from './routes.ts'
import { viewStyle } from './style.ts'
import { viewerOf } from './view-cookie.ts'

const ASSETS = `${BASE_PATHS.supervision}/assets`

interface ViewParts {
  db: Database
  env: Pick<Env, 'root'>
}

/** A view that may be shown, and to whom. */
interface Viewing {
  caller: KnownCaller
  overlay: TenantNode
}

/** The service's own views (DECISIONS section 6): open to the browser that was let in, without a token. */
export async function registerViews(app: FastifyInstance, parts: ViewParts): Promise<void> {
  const texts = loadTexts(parts.env.root, ['identity', 'supervision'])
  registerAssets(app)
  await app.register(async (pages) => {
    await registerPages(pages)
    pages.get(`${BASE_PATHS.supervision}/overlays/:overlay/d/:dashboard/`, async (request, reply) => {
      const { caller, overlay } = await viewing(parts.db, request)
      const { dashboard: oid } = request.params as { dashboard: string }
      const dashboard = overlayOf(overlay).dashboards.find((one) => one.oid === oid)
      const draw = dashboard && DASHBOARD_PAGES[dashboard.name]
      if (!dashboard || !draw) throw new HttpProblem(404, 'The overlay has no such dashboard.')
      const language = languageOf(request, caller)
      const t = texts(language)
      const at = Date.now()
      const content = await parts.db.withScope(caller.scopes(), async (queries) => {
        const boxes = await overlayBoxes(queries, overlay.oid)
        const rules = await alertRules(queries, { catalogue: catalogueOf(parts.db), caller, overlayOid: overlay.oid })
        return draw({ t, language, overlay: overlay.oid, boxes, alerts: alertsOf(boxes, rules, at), at })
      })
      return sendView(reply, { t, language, title: dashboard.name, content })
    })
  })
}

/** Whose browser asks, and what it may see now: loaded anew for every page, so that a right that is taken ends the view. */
async function viewing(db: Database, request: FastifyRequest): Promise<Viewing> {
  const { overlay: oid } = request.params as { overlay: string }
  const viewer = viewerOf(request, db.secretKey)
  if (viewer === undefined || viewer.overlayOid !== oid) throw new HttpProblem(404, 'This browser was not let in to such a view.')
  const loaded = await loadCaller(db, { oid: viewer.personOid })
  if (loaded === undefined || loaded.removed) throw new HttpProblem(403, 'You may not look at this here.')
  const { caller } = loaded
  return { caller, overlay: await viewedOverlay(db, caller, { oid, resource: 'supervision' }) }
}

function languageOf(request: FastifyRequest, { locale }: KnownCaller): Language {
  const { lang } = request.query as Record<string, unknown>
  return chooseLanguage([typeof lang === 'string' ? lang : undefined, locale], request.headers['accept-language'])
}

interface View {
  t: Translate
  language: Language
  title: string
  content: Markup
}

function sendView(reply: FastifyReply, { t, language, title, content }: View): FastifyReply {
  const head = html`<link rel="stylesheet" href="${ASSETS}/view.css" />`
  const body = html`<main>
    <h1>${title}</h1>
    <p class="simulated">${t('supervision.simulated')}</p>
    ${content}
  </main>`
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .send(pageShell({ t, language }, { title, head, body }))
}

function registerAssets(app: FastifyInstance): void {
  const typeface = readFileSync(typefaceFile())
  const style = viewStyle(`${ASSETS}/inter.woff2`)
  app.get(`${ASSETS}/inter.woff2`, (_request, reply) =>
    reply.type('font/woff2').header('cache-control', 'public, max-age=31536000, immutable').send(typeface),
  )
  app.get(`${ASSETS}/view.css`, (_request, reply) => reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style))
}
