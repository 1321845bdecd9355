import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Env } from '../env/env.ts'
import { typefaceFile } from '../identity/pages/assets.ts'
import { html, type Look, pageShell } from '../identity/pages/markup.ts'
import { chooseLanguage, type Language, loadTexts, type Translate } from '../identity/pages/texts.ts'
import { BASE_PATHS, VIEW_BASES } from '../plugins/config.ts'
import { acceptForms, type Form } from '../plugins/forms.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { registerSandboxedPages, SANDBOXED_ASSET_HEADERS } from '../plugins/security.ts'
import { staticContent } from '../plugins/static-content.ts'
import type { TenantNode } from '../policies/caller.ts'
import { loadCaller } from '../policies/load-caller.ts'
import { knownOverlay, viewedOverlay } from '../supervision/viewed-overlay.ts'
import { overlayOf } from '../user-api/overlay.ts'
import type { DrawnView, OwnView, ViewBase, ViewContext } from './own-view.ts'
import { viewStyle } from './style.ts'
import { VIEW_SCRIPT } from './view-script.ts'
import { type Viewer, viewerOf, viewTicket } from './view-ticket.ts'
import { ownViews } from './views.ts'

/** Whose texts stand in views: their own ones, and those of what they show and refuse. */
const TEXTS =
  'identity shell supervision applications cloud-security alerting reporting alert-settings internet-policy overview service validation'.split(
    ' ',
  )
/** Bytes of a form; fits fifty rules with the longest names. */
const FORM_LIMIT = 64 * 1024

interface ViewParts {
  db: Database
  env: Pick<Env, 'root'>
}

/** The service's own views (DECISIONS section 6): authorized by a ticket instead of a token. */
export async function registerViews(app: FastifyInstance, { db, env }: ViewParts): Promise<void> {
  const texts = loadTexts(env.root, TEXTS)
  for (const base of VIEW_BASES) registerAssets(app, base)
  for (const view of ownViews) await app.register((scope) => registerView(scope, { db, texts, view }))
}

interface RegisteredView {
  db: Database
  texts: (language: Language) => Translate
  view: OwnView
}

async function registerView(scope: FastifyInstance, { db, texts, view }: RegisteredView): Promise<void> {
  await registerSandboxedPages(scope, view)
  acceptForms(scope, FORM_LIMIT)
  // A frame cannot render a problem document.
  scope.setErrorHandler((error, request, reply) => {
    if (!(error instanceof HttpProblem) || (error.status !== 403 && error.status !== 404)) throw error
    const said = sayingOf(request, texts)
    const title = said.t('supervision.ended')
    const content = html`<section class="card ended">
      <h2>${title}</h2>
      <p>${said.t('supervision.endedText')}</p>
    </section>`
    return sendView(reply, { ...said, view }, { title, content, status: error.status, isSimulated: false })
  })
  const path = `${BASE_PATHS[view.base]}${view.path}`
  scope.get(path, async (request, reply) => {
    const query = request.query as Record<string, string>
    const viewer = viewerOf('address', query['ticket'], db.secretKey)
    const context = await contextOf({ db, texts, view }, request, viewer)
    return sendView(reply, { ...context, view }, await view.show(context))
  })
  if (!view.allows.includes('allow-forms')) return
  scope.post(path, async (request, reply) => {
    const form = (request.body ?? {}) as Form
    const viewer = viewerOf('form', form['ticket'], db.secretKey)
    const context = await contextOf({ db, texts, view }, request, viewer)
    const taken = view.take ? await view.take(context, form) : await view.show({ ...context, query: form })
    return 'to' in taken ? reply.redirect(taken.to, 303) : sendView(reply, { ...context, view }, taken)
  })
}

/** Language and colour mode of a page. */
type Saying = Pick<ViewContext, 't' | 'language' | 'look' | 'zone'>

/** The caller with current rights, loaded for every page, so that a revoked right ends the view. */
async function contextOf({ db, texts, view }: RegisteredView, request: FastifyRequest, viewer: Viewer | undefined): Promise<ViewContext> {
  const params = request.params as Record<string, string>
  const query = request.query as Record<string, string>
  if (viewer === undefined || viewer.base !== view.base) throw notLetIn()
  const loaded = await loadCaller(db, { oid: viewer.personOid })
  if (loaded === undefined || loaded.removed) throw notForYou()
  const { caller } = loaded
  const overlay = await viewedOverlay(db, caller, { oid: viewer.overlayOid, ...view.right })
  if (!isInFeatures(view, overlay)) throw notForYou()
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
    ticket: viewTicket('form', viewer, db.secretKey),
    self: () => `?${new URLSearchParams(kept).toString()}`,
    reopened: (more) => `?${new URLSearchParams({ ...kept, ...more, ticket: viewTicket('address', viewer, db.secretKey) }).toString()}`,
  }
}

/** Whether the customer has the feature that the view needs. */
const isInFeatures = ({ feature }: OwnView, { features }: TenantNode): boolean => feature === undefined || features[feature] === 'enabled'

const notForYou = (): HttpProblem => new HttpProblem(403, 'You may not look at this here.')

function notLetIn(): HttpProblem {
  return new HttpProblem(404, 'Without a ticket for it there is no such view.')
}

function sayingOf(request: FastifyRequest, texts: (language: Language) => Translate, locale?: string): Saying {
  const { lang, look, zone } = request.query as Record<string, unknown>
  const language = chooseLanguage([typeof lang === 'string' ? lang : undefined, locale], request.headers['accept-language'])
  return { t: texts(language), language, look: look === 'light' || look === 'dark' ? look : undefined, zone: zoneOf(zone) }
}

/** The time zone if valid, else UTC. */
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
  view: OwnView
}

function sendView(
  reply: FastifyReply,
  { t, language, look, view }: Sent,
  { title, content, status = 200, isSimulated }: DrawnView,
): FastifyReply {
  const assets = assetsOf(view.base)
  const head = html`<link rel="stylesheet" href="${assets}/view.css" />
    ${view.allows.includes('allow-scripts') && html`<script defer nonce="${reply.pageNonce}" src="${assets}/view.js"></script>`}`
  const body = html`<main aria-label="${title}">
    <h1>${title}</h1>
    ${isSimulated && html`<p class="simulated">${t('supervision.simulated')}</p>`} ${content}
  </main>`
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(pageShell({ t, language }, { title, head, body, look }))
}

/** One set per base, because other bases may have an upstream. */
const assetsOf = (base: ViewBase): string => `${BASE_PATHS[base]}/assets`

function registerAssets(app: FastifyInstance, base: ViewBase): void {
  const assets = assetsOf(base)
  const files = {
    'typeface.woff2': { type: 'font/woff2', kept: 'public, max-age=31536000, immutable', content: readFileSync(typefaceFile()) },
    'view.css': { type: 'text/css; charset=utf-8', kept: 'no-cache', content: viewStyle(`${assets}/typeface.woff2`) },
    'view.js': { type: 'text/javascript; charset=utf-8', kept: 'no-cache', content: VIEW_SCRIPT },
  }
  for (const [name, { type, kept, content }] of Object.entries(files)) {
    const send = staticContent(content)
    app.get(`${assets}/${name}`, (request, reply) =>
      send(request, reply.type(type).headers({ ...SANDBOXED_ASSET_HEADERS, 'cache-control': kept })),
    )
  }
}

/**
 * `POST {base}/overlays/{overlay}/context` (S2 section 7 prints that of reporting): gives the caller a ticket for the views of a base in an
 * overlay, if any of them is for the caller. The scope must have a caller.
 */
export function registerViewContexts(scope: FastifyInstance, db: Database): void {
  for (const base of VIEW_BASES) {
    const views = ownViews.filter((view) => view.base === base)
    scope.post(`${BASE_PATHS[base]}/overlays/:overlay/context`, { config: { personOnly: true } }, async ({ caller, params }, reply) => {
      const overlay = await knownOverlay(db, caller, (params as { overlay: string }).overlay)
      const rights = caller.rightsOn(overlay)
      if (!views.some((view) => rights.has(view.right.resource, view.right.operation) && isInFeatures(view, overlay))) throw notForYou()
      const ticket = viewTicket('address', { personOid: caller.oid, overlayOid: overlay.oid, base }, db.secretKey)
      return reply.header('cache-control', 'no-store').send({ data: [{ ticket }] })
    })
  }
}
