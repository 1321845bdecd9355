import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes that the library consumes per identifier. */
const BYTES = 16
const pool = new Uint8Array(BYTES * 256)
let used = pool.length
let msecs = 0
let seq = 0

/**
 * A new identifier: a UUID v7 that sorts after every earlier one of this process. Draws random bytes in bulk: an import creates 100,000
 * identifiers, and the library's own call per identifier would dominate.
 */
export function newOid(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.subarray(used, (used += BYTES))
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    seq = new DataView(random.buffer, random.byteOffset).getUint32(6) & 0x7fffffff
  } else seq++
  return v7({ msecs, seq, random })
}

/** Whether the text has the form of an identifier. */
export function isOid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
