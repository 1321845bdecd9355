import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BASE_PATHS } from '../plugins/config.ts'
import type { Form } from '../plugins/forms.ts'
import { SESSION_SECONDS } from './live-sessions.ts'

const NAME = 'livemon'

/** Inputs of a session's cookie. */
export interface CookieMaker {
  /** The service's secret key; the same in every instance. */
  secretKey: Buffer
  /** Whether the public URL is HTTPS. */
  isSecure: boolean
}

/** Address of a session's window. */
export function viewPath({ overlay, oid }: { overlay: string; oid: string }): string {
  return `${BASE_PATHS.livemon}/${encodeURIComponent(overlay)}/view/${encodeURIComponent(oid)}/`
}

/** Sets the session's cookie: HttpOnly, limited to the window's path, SameSite. */
export function setSessionCookie(reply: FastifyReply, session: { overlay: string; oid: string }, maker: CookieMaker): void {
  const attributes = [`Path=${viewPath(session)}`, `Max-Age=${SESSION_SECONDS}`, 'HttpOnly', 'SameSite=Strict']
  if (maker.isSecure) attributes.push('Secure')
  reply.header('set-cookie', [`${NAME}=${proofOf('live session', session.oid, maker.secretKey)}`, ...attributes].join('; '))
}

/** Whether a request comes from the browser that opened the session. */
export function hasSessionCookie(request: FastifyRequest, oid: string, secretKey: Buffer): boolean {
  return (request.headers.cookie ?? '').split(';').some((pair) => {
    const [name, value = ''] = pair.trim().split('=')
    return name === NAME && isSame(value, proofOf('live session', oid, secretKey))
  })
}

/** Token of the window's script: the page has an opaque origin, so its calls carry no cookie. */
export function windowToken(oid: string, secretKey: Buffer): string {
  return proofOf('live window', oid, secretKey)
}

/** Whether a call comes from the script of the session's window. */
export function hasWindowToken(request: FastifyRequest, oid: string, secretKey: Buffer): boolean {
  const { token } = (request.body ?? {}) as Form
  return isSame(token ?? '', windowToken(oid, secretKey))
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** An HMAC that is not stored and cannot be derived from stored data; a repeated call yields the same. */
function proofOf(purpose: 'live session' | 'live window', oid: string, secretKey: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), purpose, 32))
  return createHmac('sha256', key).update(oid).digest('base64url')
}
