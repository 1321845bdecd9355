import { hkdfSync } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'

/** Identifier derived from a key without revealing it; the database stores it to recognise its key. */
export function keyId(secretKey: Buffer): string {
  return Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), 'key id', 16)).toString('base64url')
}

/** SQL condition that the database uses this key; a database without a stored identifier accepts any. */
export function isKeyOfDatabase(secretKey: Buffer): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from secret_key where key_id <> ${keyId(secretKey)} or next_id is not null)`
}
