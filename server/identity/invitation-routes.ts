import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EVERYTHING } from '../db/scope.ts'
import { renamePerson } from '../domain/rename-person.ts'
import { hasUnstorable } from '../entities/filter/parse-filter.ts'
import { SIGN_IN_RATE_LIMIT } from '../plugins/security.ts'
import { setPassword } from './credentials.ts'
import { invitationPage, welcomePage } from './invitation-page.ts'
import { completeInvitation, invitedBy, type Invited } from './invitations.ts'
import { notePage } from './pages.ts'
import { PASSWORD_LENGTH } from './password.ts'
import { pageContext, sendPage, textOf } from './sign-in-routes.ts'
import type { Form, PageRouteParts } from './sign-in-routes.ts'

const NAME_MAX = 250

interface InvitationRoute {
  Querystring: Form
  Body: Form
}

/** The page behind the link of an invitation: the person says a name and chooses a password; the link serves once. */
export function registerInvitationPage(scope: FastifyInstance, parts: PageRouteParts): void {
  const { db } = parts

  const show = async (
    request: FastifyRequest<InvitationRoute>,
    reply: FastifyReply,
    { person, error, name }: { person: Invited | undefined; error?: string; name?: string },
  ): Promise<FastifyReply> => {
    const self = `/oidc/invitation?${new URLSearchParams({ token: textOf(request.query.token) ?? '' })}`
    const context = pageContext(parts, request, { self })
    if (person === undefined)
      return sendPage(reply, 404, notePage(context, { heading: 'identity.invitation.heading', text: 'identity.invitation.expired' }))
    const view = {
      action: `${self}&lang=${context.language}`,
      mail: person.mail,
      name: name ?? (person.name === person.mail ? '' : person.name),
    }
    return sendPage(reply, error === undefined ? 200 : 422, invitationPage(context, { ...view, ...(error !== undefined && { error }) }))
  }
  const personOf = (request: FastifyRequest<InvitationRoute>): Promise<Invited | undefined> =>
    invitedBy(db, textOf(request.query.token) ?? '')

  scope.get<InvitationRoute>('/oidc/invitation', { config: { rateLimit: SIGN_IN_RATE_LIMIT } }, async (request, reply) =>
    show(request, reply, { person: await personOf(request) }),
  )

  scope.post<InvitationRoute>('/oidc/invitation', { config: { rateLimit: SIGN_IN_RATE_LIMIT } }, async (request, reply) => {
    const person = await personOf(request)
    const { name = '', next = '', repeat = '' } = request.body ?? {}
    const error = person && wrongIn({ name, next, repeat })
    if (person === undefined || error !== undefined) return show(request, reply, { person, name, ...(error !== undefined && { error }) })
    await setPassword(db, { personOid: person.oid, password: next, mustChange: false })
    await completeInvitation(db, person.oid)
    if (name.trim() !== person.name)
      await db.transaction(EVERYTHING, (queries) =>
        renamePerson(queries, { oid: person.oid, name: name.trim(), before: person.name }, db.secretKey),
      )
    return sendPage(reply, 200, welcomePage(pageContext(parts, request)))
  })
}

/** The key of what is wrong with what somebody typed. */
function wrongIn({ name, next, repeat }: Record<'name' | 'next' | 'repeat', string>): string | undefined {
  if (name.trim() === '' || [...name].length > NAME_MAX || hasUnstorable(name)) return 'identity.error.name'
  if (next.length < PASSWORD_LENGTH.min || next.length > PASSWORD_LENGTH.max) return 'identity.error.length'
  return next === repeat ? undefined : 'identity.error.repeat'
}
