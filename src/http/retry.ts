import { RequestError } from '../../renderer/data/data-source.ts'

/** S0 section 9: five more tries, one second apart. */
export const retryLimit = 5
const retryDelayMs = 1000

/** Never tried again by specification; a 401 goes to the session instead. */
const neverRetried = new Set([400, 401, 403, 404])
/** Answers about the request itself, errors in a good answer among them: the same request gets the same answer again, and the key would replay it anyway. */
const settled = new Set([200, 405, 410, 412, 413, 415, 422, 428])

/** Whether a failed call is worth another try. A conflict that names the current record is settled, one about a running twin is not. */
export function isWorthRetrying(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', error: unknown): boolean {
  if (method === 'DELETE' || !(error instanceof RequestError)) return false
  if (neverRetried.has(error.status) || settled.has(error.status)) return false
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
