import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BASE_PATHS } from '../plugins/config.ts'
import { SESSION_SECONDS } from './live-sessions.ts'

const NAME = 'livemon'

/** What a session's cookie is made with. */
export interface CookieMaker {
  /** Of the service; every copy has the same. */
  secretKey: Buffer
  /** Whether browsers reach the service by HTTPS only. */
  isSecure: boolean
}

/** Address of a session's window; everything that the window asks for is below it. */
export function viewPath({ overlay, oid }: { overlay: string; oid: string }): string {
  return `${BASE_PATHS.livemon}/${encodeURIComponent(overlay)}/view/${encodeURIComponent(oid)}/`
}

/** Gives the caller's browser the proof of a session: no script reads it, no other address gets it, no other site sends it. */
export function setSessionCookie(reply: FastifyReply, session: { overlay: string; oid: string }, maker: CookieMaker): void {
  const attributes = [`Path=${viewPath(session)}`, `Max-Age=${SESSION_SECONDS}`, 'HttpOnly', 'SameSite=Strict']
  if (maker.isSecure) attributes.push('Secure')
  reply.header('set-cookie', [`${NAME}=${proofOf(session.oid, maker.secretKey)}`, ...attributes].join('; '))
}

/** Whether a request comes from the browser that opened the session. */
export function hasSessionCookie(request: FastifyRequest, oid: string, secretKey: Buffer): boolean {
  const expected = Buffer.from(proofOf(oid, secretKey))
  return (request.headers.cookie ?? '').split(';').some((pair) => {
    const [name, value = ''] = pair.trim().split('=')
    const given = Buffer.from(value)
    return name === NAME && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Nothing that is stored, and nothing that can be made from what is: a repeated call gives the same proof again. */
function proofOf(oid: string, secretKey: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), 'live session', 32))
  return createHmac('sha256', key).update(oid).digest('base64url')
}
