import { createHmac, hkdfSync } from 'node:crypto'

/** Key of the journal's chain. Whoever can write to the database but does not have it cannot forge a link. */
export function journalKey(secretKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), 'journal', 32))
}

/** One link: the entry's text as it is stored, together with the link before it. */
export function linkHash(key: Buffer, before: string, entry: string): string {
  return createHmac('sha256', key).update(`${before}\n${entry}`).digest('base64url')
}

/** Seal of a chain's end. */
export function headSeal(key: Buffer, head: { tenantOid: string; seq: number; hash: string }): string {
  return createHmac('sha256', key).update(`${head.tenantOid}\n${head.seq}\n${head.hash}`).digest('base64url')
}
