import { hkdfSync } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'

/** Names a key and tells nothing of it: what the database keeps to know its key again. */
export function keyId(secretKey: Buffer): string {
  return Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), 'key id', 16)).toString('base64url')
}

/** Condition that a key is the one that the database is under; a database that keeps none yet takes any. */
export function isKeyOfDatabase(secretKey: Buffer): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from secret_key where key_id <> ${keyId(secretKey)} or next_id is not null)`
}
