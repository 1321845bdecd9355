import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'overlayView'
/** A working day; the console opens views anew whenever it shows them, and every hour while it does. */
const SECONDS = 8 * 60 * 60

/** Who looks at which overlay, until when. */
export interface Viewer {
  personOid: string
  overlayOid: string
}

/** What the cookies of views are made with. */
export interface ViewCookieMaker {
  /** Of the service; every copy has the same. */
  secretKey: Buffer
  /** Whether browsers reach the service by HTTPS only. */
  isSecure: boolean
}

/** Lets the caller's browser open the views of an overlay below some addresses: no script reads it, no other site sends it. */
export function setViewCookies(
  reply: FastifyReply,
  { paths, ...viewer }: Viewer & { paths: readonly string[] },
  maker: ViewCookieMaker,
): void {
  const expires = Math.floor(Date.now() / 1000) + SECONDS
  const said = [viewer.personOid, viewer.overlayOid, expires].map(String).join('~')
  const value = `${said}~${proofOf('overlay view', said, maker.secretKey)}`
  const attributes = [`Max-Age=${SECONDS}`, 'HttpOnly', 'SameSite=Strict', ...(maker.isSecure ? ['Secure'] : [])]
  reply.header(
    'set-cookie',
    paths.map((path) => [`${NAME}=${value}`, `Path=${path}`, ...attributes].join('; ')),
  )
}

/** Who a request says that it is of, where the service said so itself and it is not too long ago. */
export function viewerOf(request: FastifyRequest, secretKey: Buffer): Viewer | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=')
    const [personOid = '', overlayOid = '', expires = '', proof = ''] = value.split('~')
    const expected = proofOf('overlay view', [personOid, overlayOid, expires].join('~'), secretKey)
    if (name === NAME && isSame(proof, expected) && Number(expires) * 1000 > Date.now()) return { personOid, overlayOid }
  }
  return undefined
}

/** What a form of a view carries: only a page that the service drew for the same person and overlay knows it. */
export function formProof({ personOid, overlayOid }: Viewer, secretKey: Buffer): string {
  return proofOf('overlay view form', `${personOid}~${overlayOid}`, secretKey)
}

/** Compares in a time that tells nothing. */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function proofOf(purpose: string, said: string, secretKey: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), purpose, 32))
  return createHmac('sha256', key).update(said).digest('base64url')
}
