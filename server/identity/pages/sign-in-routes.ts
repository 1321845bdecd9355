import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import type Provider from 'oidc-provider'
import type { Database } from '../../db/database.ts'
import { SIGN_IN_RATE_LIMIT } from '../../plugins/security.ts'
import { accountIdOf } from '../accounts/account-id.ts'
import { checkCredentials, DEMO_PASSWORD } from '../accounts/credentials.ts'
import { completeInvitation } from '../accounts/invitations.ts'
import { demoLines } from '../accounts/demo-lines.ts'
import type { PageContext } from './page-layout.ts'
import { notePage } from './provider-pages.ts'
import { signInPage } from './sign-in-page.ts'
import { chooseLanguage } from './texts.ts'
import type { Language, Translate } from './texts.ts'

/** Dependencies of the page routes. */
export interface PageRouteParts {
  db: Database
  provider: Provider
  texts: (language: Language) => Translate
  publicUrl: string
  /** Mail addresses of the demo accounts, in display order; empty outside the demo world. */
  demoMails: readonly string[]
}

/** A parsed body or query of a page; every field is text. */
export type Form = Record<string, string | undefined>

interface InteractionRoute {
  Params: { uid: string }
  Querystring: Form
  Body: Form
}

/** Registers the sign-in page, which belongs to a pending authorization request. */
export function registerSignIn(scope: FastifyInstance, parts: PageRouteParts): void {
  const { db, provider } = parts
  const demo = parts.demoMails.length > 0

  const show = async (
    request: FastifyRequest<InteractionRoute>,
    reply: FastifyReply,
    failed?: { mail: string; error: string },
  ): Promise<FastifyReply> => {
    const { params } = await provider.interactionDetails(request.raw, reply.raw)
    const path = `/oidc/interaction/${encodeURIComponent(request.params.uid)}`
    const context = pageContext(parts, request, { self: path, preferred: textOf(params['ui_locales']) })
    const mail = failed?.mail ?? textOf(params['login_hint']) ?? ''
    const body = signInPage(context, {
      action: `${path}?lang=${context.language}`,
      passwordPage: `/oidc/password?lang=${context.language}`,
      mail,
      accounts: await demoLines(db, parts.demoMails),
      demoPassword: DEMO_PASSWORD,
      ...(failed && { error: failed.error }),
    })
    return sendPage(reply, failed ? 401 : 200, body)
  }

  scope.get<InteractionRoute>('/oidc/interaction/:uid', (request, reply) => show(request, reply))

  scope.post<InteractionRoute>('/oidc/interaction/:uid', { config: { rateLimit: SIGN_IN_RATE_LIMIT } }, async (request, reply) => {
    // Passwords are only checked within a pending authorization request.
    await provider.interactionDetails(request.raw, reply.raw)
    const { mail = '', password = '' } = request.body ?? {}
    const verdict = await checkCredentials(db, { mail, password }, demo)
    if ('refused' in verdict) return show(request, reply, { mail, error: `identity.error.${verdict.refused}` })
    if (verdict.mustChange) {
      return reply.redirect(`/oidc/password?${new URLSearchParams({ must: '1', mail, next: request.params.uid })}`, 303)
    }
    await completeInvitation(db, verdict.account.oid)
    const login = { accountId: accountIdOf(verdict.account), remember: true }
    const next = await provider.interactionResult(request.raw, reply.raw, { login }, { mergeWithLastSubmission: false })
    return reply.redirect(next, 303)
  })

  scope.setErrorHandler(async (error, request, reply) => {
    const context = pageContext(parts, request)
    if (error instanceof errors.SessionNotFound)
      return sendPage(reply, 400, notePage(context, { heading: 'identity.error.heading', text: 'identity.signIn.expired' }))
    if ((error as { status?: unknown }).status === 429)
      return sendPage(reply, 429, notePage(context, { heading: 'identity.error.heading', text: 'identity.error.tooMany' }))
    throw error
  })
}

/** Creates a page's context; without `self` the page has no language links. */
export function pageContext(
  parts: PageRouteParts,
  request: FastifyRequest,
  { self, preferred }: { self?: string; preferred?: string | undefined } = {},
): PageContext {
  const { lang } = request.query as Form
  const language = chooseLanguage([textOf(lang), preferred], request.headers['accept-language'])
  return { t: parts.texts(language), language, home: `${parts.publicUrl}/`, ...(self !== undefined && { self }) }
}

/** Sends a page that no cache may store. */
export function sendPage(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(body)
}

/** Returns the value if it is text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
