import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isBlank, trimInvisible } from '../../../schemas/vocabulary/blank.ts'
import { hasUnstorable } from '../../../schemas/vocabulary/storable-text.ts'
import { SIGN_IN_RATE_LIMIT } from '../../plugins/security.ts'
import { acceptInvitation } from '../accounts/accept-invitation.ts'
import { asService } from '../../db/database.ts'
import { checkCredentials } from '../accounts/credentials.ts'
import { invitationPage, joinPage, welcomePage } from './invitation-page.ts'
import { openLink, type OpenLink } from '../accounts/invitations.ts'
import { notePage } from './provider-pages.ts'
import { hashPassword, PASSWORD_LENGTH } from '../accounts/password.ts'
import { pageContext, sendPage, textOf } from './sign-in-routes.ts'
import type { Form, PageRouteParts } from './sign-in-routes.ts'

const NAME_MAX = 250

interface InvitationRoute {
  Querystring: Form
  Body: Form
}

/**
 * Registers the page of an invitation link, which can be used once: the person chooses a name and a password, or signs in to an account
 * already in use.
 */
export function registerInvitationPage(scope: FastifyInstance, parts: PageRouteParts): void {
  const { db } = parts
  const tokenOf = (request: FastifyRequest<InvitationRoute>): string => textOf(request.query.token) ?? ''
  const linkOf = (request: FastifyRequest<InvitationRoute>): Promise<OpenLink | undefined> =>
    asService(db, (queries) => openLink(queries, tokenOf(request)))

  const show = async (
    request: FastifyRequest<InvitationRoute>,
    reply: FastifyReply,
    { link, error, name }: { link: OpenLink | undefined; error?: string; name?: string },
  ): Promise<FastifyReply> => {
    const self = `/oidc/invitation?${new URLSearchParams({ token: tokenOf(request) })}`
    const context = pageContext(parts, request, { self })
    if (link === undefined)
      return sendPage(reply, 404, notePage(context, { heading: 'identity.invitation.heading', text: 'identity.invitation.expired' }))
    const view = {
      action: `${self}&lang=${context.language}`,
      mail: link.mail,
      name: name ?? (link.name === link.mail ? '' : link.name),
      ...(error !== undefined && { error }),
    }
    return sendPage(reply, error === undefined ? 200 : 422, link.mustSignIn ? joinPage(context, view) : invitationPage(context, view))
  }

  scope.get<InvitationRoute>('/oidc/invitation', { config: { rateLimit: SIGN_IN_RATE_LIMIT } }, async (request, reply) =>
    show(request, reply, { link: await linkOf(request) }),
  )

  scope.post<InvitationRoute>('/oidc/invitation', { config: { rateLimit: SIGN_IN_RATE_LIMIT } }, async (request, reply) => {
    const link = await linkOf(request)
    if (link === undefined) return show(request, reply, { link })
    const { name = '', next = '', repeat = '', current = '' } = request.body ?? {}
    const error = link.mustSignIn ? await refusedSignIn(link, current) : wrongIn({ name, next, repeat })
    if (error !== undefined) return show(request, reply, { link, name, error })
    const beginning = link.mustSignIn ? undefined : { name: trimInvisible(name), passwordHash: await hashPassword(next) }
    if (!(await acceptInvitation(db, tokenOf(request), beginning))) return show(request, reply, { link: undefined })
    const done = link.mustSignIn ? 'identity.invitation.joined' : 'identity.invitation.done'
    return sendPage(reply, 200, welcomePage(pageContext(parts, request), done))
  })

  async function refusedSignIn({ mail }: OpenLink, password: string): Promise<string | undefined> {
    const verdict = await checkCredentials(db, { mail, password }, parts.demoMails.length > 0)
    return 'refused' in verdict ? `identity.error.${verdict.refused}` : undefined
  }
}

/** Text key of the first input error; `undefined` if there is none. */
function wrongIn({ name, next, repeat }: Record<'name' | 'next' | 'repeat', string>): string | undefined {
  if (isBlank(name) || [...name].length > NAME_MAX || hasUnstorable(name)) return 'identity.error.name'
  if (next.length < PASSWORD_LENGTH.min || next.length > PASSWORD_LENGTH.max) return 'identity.error.length'
  return next === repeat ? undefined : 'identity.error.repeat'
}
