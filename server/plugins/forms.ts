import type { FastifyInstance } from 'fastify'

/** Fields of a submitted form, by name. */
export type Form = Readonly<Record<string, string>>

/** Makes a scope accept only form bodies; `bodyLimit` in bytes. */
export function acceptForms(scope: FastifyInstance, bodyLimit = 16 * 1024): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
}
