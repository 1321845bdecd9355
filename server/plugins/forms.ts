import type { FastifyInstance } from 'fastify'

/** What a form sends: every field by its name. */
export type Form = Readonly<Record<string, string>>

/** Lets the pages of a scope take what their forms send, and nothing else; `bodyLimit` in bytes. */
export function acceptForms(scope: FastifyInstance, bodyLimit = 16 * 1024): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
}
