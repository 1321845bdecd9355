import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { html, pageShell } from '../identity/pages/markup.ts'
import { chooseLanguage, type Language, type Translate } from '../identity/pages/texts.ts'
import { acceptForms } from '../plugins/forms.ts'
import { unsubscribe } from './send-mails.ts'

interface UnsubscribingParts {
  database: Database
  texts: (language: Language) => Translate
}

const ROUTE = '/notifications/unsubscribe/:token'

/**
 * Addresses that end the mails of a subscription without signing in. A mail program posts to them (RFC 8058); a person who opens one is asked
 * first, as programs that look at links open them, too.
 */
export function registerUnsubscribing(app: FastifyInstance, { database, texts }: UnsubscribingParts): void {
  void app.register(async (scope) => {
    acceptForms(scope)
    scope.get(ROUTE, (request, reply) =>
      page(request, reply, (t) => ({ says: t('identity.notification.stop'), asks: t('identity.notification.stopNow') })),
    )
    scope.post(ROUTE, { config: { rateLimit: { max: 60, timeWindow: 60_000 } } }, async (request, reply) => {
      const isDone = await unsubscribe(database, (request.params as { token: string }).token)
      return page(request, reply.code(isDone ? 200 : 404), (t) => ({ says: t(`identity.notification.${isDone ? 'stopped' : 'invalid'}`) }))
    })
  })

  function page(request: FastifyRequest, reply: FastifyReply, say: (t: Translate) => { says: string; asks?: string }): FastifyReply {
    const language = chooseLanguage([], request.headers['accept-language'])
    const t = texts(language)
    const { says, asks } = say(t)
    const form = asks !== undefined && html`<form method="post"><button type="submit">${asks}</button></form>`
    const body = html`<main>
      <p>${says}</p>
      ${form}
    </main>`
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(pageShell({ t, language }, { title: says, head: html``, body }))
  }
}
