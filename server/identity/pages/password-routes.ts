import type { FastifyInstance } from 'fastify'
import { SIGN_IN_RATE_LIMIT } from '../../plugins/security.ts'
import { accountIdOf } from '../accounts/account-id.ts'
import { endSessions } from '../provider/adapter.ts'
import { checkCredentials, setPassword } from '../accounts/credentials.ts'
import { passwordChangedPage, passwordPage } from './password-page.ts'
import { PASSWORD_LENGTH } from '../accounts/password.ts'
import { pageContext, sendPage, textOf } from './sign-in-routes.ts'
import type { Form, PageRouteParts } from './sign-in-routes.ts'

interface PasswordRoute {
  Querystring: Form
  Body: Form
}

/**
 * Registers the change-password page. It asks for the current password, so it needs no session; if there is one, it stays and the
 * person's other sessions end.
 */
export function registerPasswordPage(scope: FastifyInstance, parts: PageRouteParts): void {
  const { db, provider } = parts

  scope.get<PasswordRoute>('/oidc/password', async (request, reply) => {
    const { mail, must, next } = request.query
    const self = `/oidc/password?${query({ must, mail, next })}`
    const context = pageContext(parts, request, { self })
    return sendPage(
      reply,
      200,
      passwordPage(context, { action: `${self}&lang=${context.language}`, mail: textOf(mail) ?? '', must: must === '1' }),
    )
  })

  scope.post<PasswordRoute>('/oidc/password', { config: { rateLimit: SIGN_IN_RATE_LIMIT } }, async (request, reply) => {
    const { must, next } = request.query
    const { mail = '' } = request.body ?? {}
    const self = `/oidc/password?${query({ must, mail, next })}`
    const context = pageContext(parts, request, { self })
    const error = await change(request.body ?? {}, cookieOf(request.headers.cookie, provider.cookieName('session')))
    if (error !== undefined) {
      return sendPage(reply, 422, passwordPage(context, { action: `${self}&lang=${context.language}`, mail, must: must === '1', error }))
    }
    if (next !== undefined && /^[\w-]+$/.test(next)) return reply.redirect(`/oidc/interaction/${next}`, 303)
    return sendPage(reply, 200, passwordChangedPage(context))
  })

  /** Changes the password; returns the text key of an error, or `undefined` on success. */
  async function change(
    { mail = '', current = '', next = '', repeat = '' }: Form,
    session: string | undefined,
  ): Promise<string | undefined> {
    const verdict = await checkCredentials(db, { mail, password: current }, parts.demoMails.length > 0)
    if ('refused' in verdict) return `identity.error.${verdict.refused}`
    if (next.length < PASSWORD_LENGTH.min || next.length > PASSWORD_LENGTH.max) return 'identity.error.length'
    if (next !== repeat) return 'identity.error.repeat'
    if (next === current) return 'identity.error.same'
    await setPassword(db, { personOid: verdict.account.oid, password: next, mustChange: false })
    await endSessions(db, accountIdOf(verdict.account), session)
    return undefined
  }
}

/** Reads a cookie. It only selects the session to keep; a forged one cannot keep another person's. */
function cookieOf(header: string | undefined, name: string): string | undefined {
  const found = header?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1)
}

function query(values: Form): string {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  ).toString()
}
