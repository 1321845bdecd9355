import { RequestError } from '../../renderer/data/data-source.ts'

/** S0 section 9: five more tries, one second apart. */
export const retryLimit = 5
const retryDelayMs = 1000

/**
 * Never tried again by specification; a 401 goes to the session instead. Good answers were carried out, whatever they report; a 405 says that
 * there is no such call (S2 section 8).
 */
const neverRetried = new Set([400, 401, 403, 404, 200, 201, 202, 204, 405])
/** Answers of this product's service about the request itself: it would replay them under the same idempotency key. */
const settled = new Set([410, 412, 413, 415, 422, 428])

/**
 * Whether a failed call is worth another try (S0 sections 7 and 9). A conflict that names the current record is settled, one about a running
 * twin is not. `isOwn`: this product's service answered.
 */
export function isWorthRetrying(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', error: unknown, isOwn: boolean): boolean {
  if (method === 'DELETE' || !(error instanceof RequestError)) return false
  if (neverRetried.has(error.status) || (isOwn && settled.has(error.status))) return false
  return error.status !== 409 || error.current.length === 0
}

/** Waits between two tries; rejects with the signal's reason when aborted. */
export function pause(signal: AbortSignal | undefined, ms = retryDelayMs): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
