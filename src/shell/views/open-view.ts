import type { RuntimeConfig } from '../../../schemas/tenancy.ts'
import { readerZone } from '../../../renderer/parts/text/time-zone.ts'
import type { HttpClient } from '../../http/client.ts'

/** A view that answered, and what its frame may do. */
export interface OpenedView {
  src: string
  /** Of the frame: whatever is not named is forbidden. */
  sandbox: string
  /** Colour mode that it was asked for in. */
  look: Look
  /** Of views of the service itself: whether their script follows the colour mode; others are asked for anew. */
  followsLook?: boolean
}

type Look = 'light' | 'dark'

/** Where a view is, and whom it is for. */
export interface ViewPlace {
  base: RuntimeConfig['ownViews'][number]
  overlayOid: string
  /** Below the base, whoever answers for it. */
  address: string
  /** Other services receive the overlay, too (`EmbeddedView`). */
  tellsOverlay: boolean
}

/** How the reader reads. */
export interface Reader {
  language: string
  look: Look
}

interface ViewServices {
  client: Pick<HttpClient, 'request'>
  config: Pick<RuntimeConfig, 'bases' | 'ownViews' | 'viewOrigins'>
}

/** A view that has not loaded by then counts as failed. */
export const TIMEOUT_MS = 20_000

/**
 * What a view of another service may do in its own origin: run, keep its own sign-in, send forms, print, save and open windows; it never
 * moves the console's own window.
 */
const FOREIGN = 'allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox'

/** What a view in the console's address may be allowed by its own policy. `allow-same-origin` would make it the console. */
const GRANTABLE = new Set(['allow-scripts', 'allow-forms', 'allow-modals'])

/** Requests a view before it is framed, so that a failure can be shown. Throws for a refusal, a timeout, and an address of another origin. */
export async function openView({ client, config }: ViewServices, place: ViewPlace, reader: Reader): Promise<OpenedView> {
  const { base, overlayOid, address, tellsOverlay } = place
  const context = `${config.bases[base]}/overlays/${encodeURIComponent(overlayOid)}/context`
  const origin = config.ownViews.includes(base) ? window.location.origin : config.viewOrigins[base]
  const url = new URL(address, origin)
  if (url.origin !== origin) throw new Error(`${address} is not of this installation`)
  if (origin === window.location.origin) {
    const { data } = await client.request<{ data: [{ ticket: string }] }>('POST', context, { retries: 1 })
    return openOwn(address, data[0].ticket, reader)
  }
  if (tellsOverlay)
    await client
      .request('POST', origin + context, { retries: 1, credentials: 'include' })
      .catch((error: unknown) => console.warn('The overlay could not be sent to the view.', error))
  await answerOf(url.href, { credentials: 'include' })
  return { src: url.href, sandbox: FOREIGN, look: reader.look }
}

/** The frame of a view of the service itself gets what the page's own policy allows it. */
async function openOwn(address: string, ticket: string, { language, look }: Reader): Promise<OpenedView> {
  const src = `${address}?${new URLSearchParams({ lang: language, zone: readerZone(), look, ticket }).toString()}`
  const answer = await answerOf(src)
  const granted = /(?:^|;)\s*sandbox\b([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]?.split(' ') ?? []
  const sandbox = granted.filter((word) => GRANTABLE.has(word)).join(' ')
  return { src, sandbox, look, followsLook: granted.includes('allow-scripts') }
}

async function answerOf(address: string, init: RequestInit = {}): Promise<Response> {
  // A view that leads to its own sign-in is one that answers, wherever that is.
  const answer = await fetch(address, {
    ...init,
    headers: { accept: 'text/html' },
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok && answer.type !== 'opaqueredirect') throw new Error(`${address.split('?', 1)[0]} answered ${answer.status}`)
  return answer
}
