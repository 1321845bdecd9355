import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'overlayView'
/** A working day; the console opens views anew whenever it shows them. */
const SECONDS = 8 * 60 * 60

/** Who looks at which overlay, until when. */
interface Viewer {
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
  const value = `${said}~${proofOf(said, maker.secretKey)}`
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
    const given = Buffer.from(proof)
    const expected = Buffer.from(proofOf([personOid, overlayOid, expires].join('~'), secretKey))
    const isOurs = name === NAME && given.length === expected.length && timingSafeEqual(given, expected)
    if (isOurs && Number(expires) * 1000 > Date.now()) return { personOid, overlayOid }
  }
  return undefined
}

function proofOf(said: string, secretKey: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), 'overlay view', 32))
  return createHmac('sha256', key).update(said).digest('base64url')
}
