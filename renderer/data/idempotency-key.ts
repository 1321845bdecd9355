import { v7 } from 'uuid'

/** A fresh `Idempotency-Key`: one per intended change, kept over its retries. Also works where `crypto.randomUUID` is missing (plain HTTP). */
export function newIdempotencyKey(): string {
  return v7()
}
