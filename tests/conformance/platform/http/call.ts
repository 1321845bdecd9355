import { isItem, Refusal, type Item } from '../state/item.ts'
import type { World } from '../state/world.ts'

/** A call that the platform received, matched with one of its routes. */
export interface Call {
  method: string
  path: string
  /** The values of the parts in braces of the route. */
  params: Record<string, string>
  query: URLSearchParams
  body: unknown
  /** The overlay that the caller has selected. */
  overlayOid: string | undefined
  world: World
}

/** What the platform answers: a JSON body, a page, any text, or nothing. */
export interface Reply {
  status: number
  body?: unknown
  html?: string
  /** Sent as it is, whatever it claims to be. */
  text?: string
  /** Content type, where it is not that of the body. */
  type?: string
}

export interface Handler {
  (call: Call): Reply
  /** Frames and windows load pages without a token. */
  isPage?: true
}

/** A handler that answers with a page. */
export const page = (render: (call: Call) => string): Handler =>
  Object.assign((call: Call): Reply => ({ status: 200, html: `<!doctype html><title>Platform</title>${render(call)}` }), {
    isPage: true,
  } as const)

/** Routes by method and path, e.g. `GET /api/v1/partners/{oid}`. */
export type Routes = Record<string, Handler>

/** Records in the one envelope that the specifications print: `data`, and `meta` where a list has figures. */
export const data = (items: unknown[], meta?: Item): Reply => ({ status: 200, body: meta ? { data: items, meta } : { data: items } })

/** The specifications print no answer of deletions ("none"): an empty one. */
export const nothing: Reply = { status: 204 }

/** The records of a body `{data: [...]}`; bare lists, as the appliance calls send, are taken where `bare` is set. */
export function items({ body }: Call, { bare = false } = {}): Item[] {
  const list = bare ? body : isItem(body) && body['data']
  if (!Array.isArray(list) || list.length === 0 || !list.every(isItem))
    throw new Refusal(400, [bare ? 'A list is expected.' : 'A list named data is expected.'])
  return list
}

/** A part of the path; routes without it do not reach the handler. */
export const param = ({ params }: Call, name: string): string => params[name] ?? ''
