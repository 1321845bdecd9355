import { lookup as lookupName, type LookupAddress } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { addressObjection, hostOf, isCallable } from './webhook-address.ts'
import type { WebhookPolicy } from './webhook-policy.ts'

/** Finds all addresses of a name. */
export type FindAddresses = (name: string, found: (error: Error | null, addresses: LookupAddress[]) => void) => void

interface Post {
  url: string
  headers: Record<string, string>
  body: string
  policy: WebhookPolicy
  /** For the whole call. @default 10 seconds */
  timeoutMs?: number
  /** @default the name service of the system */
  find?: FindAddresses
}

/** What came of a call. */
export interface PostOutcome {
  /** Of the answer; absent: there was none. */
  status?: number
  error?: string
  ms: number
}

const findAll: FindAddresses = (name, found) => lookupName(name, { all: true }, (error, addresses) => found(error, addresses ?? []))

/**
 * Posts a text to somebody else's address. A name is asked for once, all of its addresses are checked, and the connection goes to one of these:
 * no later answer for the same name leads elsewhere. Redirects are not followed. Never rejects.
 */
export function postWebhook({ url, headers, body, policy, timeoutMs = 10_000, find = findAll }: Post): Promise<PostOutcome> {
  const began = performance.now()
  const outcome = (parts: Omit<PostOutcome, 'ms'>): PostOutcome => ({ ...parts, ms: Math.round(performance.now() - began) })
  const objection = addressObjection(url, policy)
  if (objection !== undefined) return Promise.resolve(outcome({ error: 'The address is not one that this installation calls.' }))
  const target = new URL(url)
  const send = target.protocol === 'https:' ? requestHttps : requestHttp
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve) => {
    const failed = (error: unknown): void =>
      resolve(outcome({ error: signal.aborted ? `There was no answer within ${timeoutMs / 1000} s.` : reasonOf(error) }))
    try {
      const request = send(target, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        lookup: checkedLookup(policy, find),
        agent: false,
        signal,
      })
      request.once('error', failed)
      request.once('response', (response) => {
        const { statusCode = 0 } = response
        response.on('error', () => undefined)
        // Nobody reads what a receiver says besides.
        response.destroy()
        resolve(
          outcome(statusCode >= 200 && statusCode < 300 ? { status: statusCode } : { status: statusCode, error: refusalOf(statusCode) }),
        )
      })
      request.end(body)
    } catch (error) {
      failed(error)
    }
  })
}

function refusalOf(status: number): string {
  return status >= 300 && status < 400 ? 'The receiver redirects, which is not followed.' : `The receiver answered with ${status}.`
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return (
    [code, message]
      .filter((part) => part !== undefined && part !== '')
      .join(': ')
      .slice(0, 300) || 'The receiver cannot be reached.'
  )
}

/** Gives a connection the checked addresses of a name, or none at all where one of them is not public. */
function checkedLookup(policy: WebhookPolicy, find: FindAddresses): LookupFunction {
  return (name, options, done) =>
    find(name, (error, addresses) => {
      const [first] = addresses
      if (error !== null || first === undefined) return done(error ?? new Error(`${name} has no address`), [])
      if (addresses.some(({ address }) => isIP(address) === 0 || !isCallable(address, policy)))
        return done(new Error(`${hostOf(new URL(`http://${name}`))} leads to a private address, which this installation does not call`), [])
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
    })
}
