import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Env } from '../env.ts'
import { typefaceFile } from '../identity/assets.ts'
import { html } from '../identity/markup.ts'
import { pageShell, type Look } from '../identity/page-shell.ts'
import { chooseLanguage, loadTexts, type Language, type Translate } from '../identity/texts.ts'
import { BASE_PATHS, VIEW_BASES } from '../plugins/config.ts'
import { acceptForms, type Form } from '../plugins/forms.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { registerPages } from '../plugins/security.ts'
import { loadCaller } from '../policies/load-caller.ts'
import { viewedOverlay } from '../supervision/viewed-overlay.ts'
import { overlayOf } from '../user-api/overlay.ts'
import type { DrawnView, OwnView, ViewBase, ViewContext } from './own-view.ts'
import { PRINT_SCRIPT } from './print.ts'
import { viewStyle } from './style.ts'
import { formProof, isSame, viewerOf } from './view-cookie.ts'
import { ownViews } from './views.ts'

/** Whose texts stand in views: their own ones, and those of what they show and refuse. */
const TEXTS = 'identity shell supervision applications alerting reporting alert-settings internet-policy overview service validation'.split(
  ' ',
)
/** Fifty rules with the longest names. */
const FORM_LIMIT = 64 * 1024

interface ViewParts {
  db: Database
  env: Pick<Env, 'root'>
}

/** The service's own views (DECISIONS section 6): open to the browser that was let in, without a token. */
export async function registerViews(app: FastifyInstance, { db, env }: ViewParts): Promise<void> {
  const texts = loadTexts(env.root, TEXTS)
  for (const base of VIEW_BASES) registerAssets(app, base)
  await app.register(async (pages) => {
    await registerPages(pages)
    acceptForms(pages, FORM_LIMIT)
    for (const view of ownViews) {
      await pages.register(async (scope) => {
        // A frame cannot tell what a problem document says.
        scope.setErrorHandler((error, request, reply) => {
          if (!(error instanceof HttpProblem) || (error.status !== 403 && error.status !== 404)) throw error
          const said = sayingOf(request, texts)
          const content = html`<section class="card ended">
            <h2>${said.t('supervision.ended')}</h2>
            <p>${said.t('supervision.endedText')}</p>
          </section>`
          const title = said.t('supervision.ended')
          return sendView(reply, { ...said, base: view.base }, { title, content, status: error.status, isSimulated: false })
        })
        const path = `${BASE_PATHS[view.base]}${view.path}`
        scope.get(path, async (request, reply) => {
          const context = await contextOf({ db, texts }, request, view)
          return sendView(reply, { ...context, base: view.base }, await view.show(context))
        })
        const { take } = view
        if (take === undefined) return
        scope.post(path, async (request, reply) => {
          const context = await contextOf({ db, texts }, request, view)
          const form = (request.body ?? {}) as Form
          if (!isSame(form['proof'] ?? '', context.proof)) throw new HttpProblem(403, 'The form is of another page.')
          const taken = await take(context, form)
          return 'to' in taken ? reply.redirect(taken.to, 303) : sendView(reply, { ...context, base: view.base }, taken)
        })
      })
    }
  })
}

/** How a page speaks and looks. */
type Saying = Pick<ViewContext, 't' | 'language' | 'look' | 'zone'>

/** Whose browser asks, and what it may see now: loaded anew for every page, so that a right that is taken ends the view. */
async function contextOf(
  { db, texts }: { db: Database; texts: (language: Language) => Translate },
  request: FastifyRequest,
  { right }: OwnView,
): Promise<ViewContext> {
  const params = request.params as Record<string, string>
  const query = request.query as Record<string, string>
  const viewer = viewerOf(request, db.secretKey)
  if (viewer === undefined) throw notLetIn()
  const loaded = await loadCaller(db, { oid: viewer.personOid })
  if (loaded === undefined || loaded.removed) throw new HttpProblem(403, 'You may not look at this here.')
  const { caller } = loaded
  const overlay = await viewedOverlay(db, caller, { oid: viewer.overlayOid, ...right })
  const named = params['sdc'] === undefined ? overlay.oid : overlayOf(overlay).sdcOid
  if (named !== (params['sdc'] ?? params['overlay'])) throw notLetIn()
  const said = sayingOf(request, texts, caller.locale)
  const kept = { lang: said.language, zone: said.zone, ...(said.look !== undefined && { look: said.look }) }
  return {
    ...said,
    db,
    caller,
    overlay,
    params,
    query,
    at: Date.now(),
    proof: formProof(viewer, db.secretKey),
    self: (more = {}) => `?${new URLSearchParams({ ...kept, ...more }).toString()}`,
  }
}

function notLetIn(): HttpProblem {
  return new HttpProblem(404, 'This browser was not let in to such a view.')
}

function sayingOf(request: FastifyRequest, texts: (language: Language) => Translate, locale?: string): Saying {
  const { lang, look, zone } = request.query as Record<string, unknown>
  const language = chooseLanguage([typeof lang === 'string' ? lang : undefined, locale], request.headers['accept-language'])
  return { t: texts(language), language, look: look === 'light' || look === 'dark' ? look : undefined, zone: zoneOf(zone) }
}

/** A time zone that is known, else UTC. */
function zoneOf(zone: unknown): string {
  if (typeof zone !== 'string') return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

interface Sent {
  t: Translate
  language: Language
  look: Look | undefined
  base: ViewBase
}

function sendView(
  reply: FastifyReply,
  { t, language, look, base }: Sent,
  { title, content, status = 200, isSimulated, isPrinted = false }: DrawnView,
): FastifyReply {
  const assets = assetsOf(base)
  const head = html`<link rel="stylesheet" href="${assets}/view.css" />
    ${isPrinted && html`<script type="module" src="${assets}/print.js"></script>`}`
  const body = html`<main aria-label="${title}">
    <h1>${title}</h1>
    ${isSimulated && html`<p class="simulated">${t('supervision.simulated')}</p>`} ${content}
  </main>`
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .send(pageShell({ t, language }, { title, head, body, look }))
}

/** Each base has its own, because an upstream may answer for the others. */
const assetsOf = (base: ViewBase): string => `${BASE_PATHS[base]}/assets`

function registerAssets(app: FastifyInstance, base: ViewBase): void {
  const assets = assetsOf(base)
  const typeface = readFileSync(typefaceFile())
  const style = viewStyle(`${assets}/inter.woff2`)
  app.get(`${assets}/inter.woff2`, (_request, reply) =>
    reply.type('font/woff2').header('cache-control', 'public, max-age=31536000, immutable').send(typeface),
  )
  app.get(`${assets}/view.css`, (_request, reply) => reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style))
  app.get(`${assets}/print.js`, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(PRINT_SCRIPT),
  )
}
