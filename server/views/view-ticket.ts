import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { ViewBase } from './own-view.ts'

/**
 * What opens a view, since its page has no origin and therefore no cookie. `address`: stands in the address of a frame, for as long as it
 * takes to load it. `form`: stands in the forms of a page that was drawn, longer than a working day; it is sent as a body, never as an address.
 */
export type TicketKind = 'address' | 'form'

const LIFETIME_SECONDS: Record<TicketKind, number> = { address: 60, form: 12 * 60 * 60 }

/** Holder and purpose of a ticket. */
export interface Viewer {
  personOid: string
  overlayOid: string
  base: ViewBase
}

/** Signs a ticket for a holder, a purpose and a time. Stateless, so that every instance accepts it; rights are checked at each use. */
export function viewTicket(kind: TicketKind, { personOid, overlayOid, base }: Viewer, secretKey: Buffer): string {
  const expires = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS[kind]
  const said = [personOid, overlayOid, base, expires].map(String).join('~')
  return `${said}~${proofOf(kind, said, secretKey)}`
}

/** The holder of a valid, unexpired ticket of that kind. */
export function viewerOf(kind: TicketKind, ticket: unknown, secretKey: Buffer): Viewer | undefined {
  if (typeof ticket !== 'string') return undefined
  const [personOid = '', overlayOid = '', base = '', expires = '', proof = ''] = ticket.split('~')
  const expected = proofOf(kind, [personOid, overlayOid, base, expires].join('~'), secretKey)
  const isOurs = isSame(proof, expected) && Number(expires) * 1000 > Date.now()
  return isOurs ? { personOid, overlayOid, base: base as ViewBase } : undefined
}

/** Constant-time comparison. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function proofOf(kind: TicketKind, said: string, secretKey: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), `overlay view ${kind}`, 32))
  return createHmac('sha256', key).update(said).digest('base64url')
}
