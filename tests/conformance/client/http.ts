/** An answer of the service: its status and its parsed body. */
export interface Answer {
  status: number
  type: string
  /** Cookies that a browser keeps for the windows that it opens. */
  cookies: string
  body: Body
}

/** What bodies of answers may hold: a list of data with its figures, or a problem. */
export interface Body {
  data?: Item[]
  meta?: Record<string, unknown>
  status?: number
  title?: string
  detail?: string
  errors?: { pointer?: string; key?: string; message?: string }[]
}

/** One record of an answer. */
export type Item = Record<string, unknown>

/** Sends a call with the bearer token of one person, and the overlay that is selected. */
export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

/** The calls of one person; without a token, those of nobody. */
export function connect(origin: string, token?: string, overlay?: string): Call {
  return async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(overlay !== undefined && { 'x-overlay-oid': overlay }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(['POST', 'PUT', 'PATCH'].includes(method) && { 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    const cookies = cookiesOf(response)
    return { status: response.status, type, cookies, body: type.includes('json') && text !== '' ? (JSON.parse(text) as Body) : {} }
  }
}

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Opens a page as a new window of the browser does: with cookies, and no token. */
export type OpenWindow = (path: string, cookies: string) => Promise<{ status: number; type: string; page: string }>

export const openWindow =
  (origin: string): OpenWindow =>
  async (path, cookie) => {
    const response = await fetch(origin + path, { headers: { accept: 'text/html', cookie } })
    return { status: response.status, type: response.headers.get('content-type') ?? '', page: await response.text() }
  }

/** The first record of an answer; a refusal is thrown with the messages of the service, as section 8 of the specifications reads them. */
export function first(answer: Answer): Item {
  const [item] = all(answer)
  if (item === undefined) throw new Error('The answer holds no record.')
  return item
}

/** The records of an answer; a refusal is thrown, also one with status 200 and a list of errors. */
export function all({ status, body }: Answer): Item[] {
  const errors = body.errors ?? []
  if (status >= 300 || errors.length > 0) {
    const messages = errors.map(({ pointer, key, message }) => `${pointer}: ${message} (${key})`)
    throw new Error(`${status} ${messages.join('; ') || (body.detail ?? 'Unknown error')}`)
  }
  return body.data ?? []
}

/** What a change or deletion of a record names. */
export function revisionOf(item: Item): { revision: unknown } {
  return { revision: item['revision'] }
}
