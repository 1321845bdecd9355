import type { StayingChange } from '../../schemas/plan.ts'
import { bindShortcut } from '../parts/shortcuts.ts'
import { newIdempotencyKey } from './changes.ts'
import { RequestError } from './data-source.ts'
import { errorTexts, fieldErrorText } from './error-texts.ts'
import { equals } from './filters/rsql.ts'
import type { UndoOffer } from './undo-offer.ts'

/** What was done in this window and can be taken back, the last one last. */
let offers: UndoOffer[] = []
const mostKept = 20
let isListening = false

/** Keeps an offer for Ctrl+Z. */
export function remember(offer: UndoOffer): void {
  offers = [...offers, offer].slice(-mostKept)
  if (isListening) return
  isListening = true
  bindShortcut({ keys: ['Ctrl+Z'], text: 'palette.shortcut.undo', isOffered: () => lastOffer() !== undefined, run: undoLast })
}

/** What was done last in the tenant of the page, where a list says that Ctrl+Z takes it back. */
function lastOffer(): UndoOffer | undefined {
  if (!document.querySelector('[data-undoes]') || document.querySelector('[role=dialog], [role=alertdialog]')) return undefined
  return offers.findLast(({ host }) => location.pathname.startsWith(`/oid/${encodeURIComponent(host.tenant.oid)}/`))
}

/** Ctrl+Z on a list, outside of boxes and dialogs, takes back what was done last in its tenant. */
function undoLast(): void {
  const last = lastOffer()
  if (last) void undo(last)
}

/** Takes an action back; what others changed later stays, and is named. */
export async function undo(offer: UndoOffer): Promise<void> {
  if (!offers.includes(offer)) return
  offers = offers.filter((one) => one !== offer)
  const { host, actionId, refresh, entity, names } = offer
  try {
    await host.source.undo(actionId, host.tenant.oid, { idempotencyKey: newIdempotencyKey() })
    host.toast('success', host.t('list.undo.done'))
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    if (error.status === 409 || error.status === 400) await undoRest(offer, error)
    else {
      // Nothing was answered, or not for long: it may be tried again.
      if (error.status === 0 || error.status >= 500) offers = [...offers, offer]
      host.toast('danger', errorTexts(host, error).join(' '))
    }
  }
  await refresh({ names: [entity.name, ...names] })
  if (offer.isInContext) host.contextDirty()
}

/** Milliseconds by which entries may be older than their action, whose identifier begins with its time. */
const slackMs = 600_000

async function undoRest({ host, actionId }: UndoOffer, refusal: RequestError): Promise<void> {
  const startMs = Number.parseInt(actionId.replaceAll('-', '').slice(0, 12), 16)
  const filter = `${equals('actionId', actionId)};creationDate=ge=${new Date(startMs - slackMs).toISOString()}`
  try {
    const { counts, stays } = await host.source.undoEntries({ tenantOid: host.tenant.oid, filter }, { idempotencyKey: newIdempotencyKey() })
    const text = host.t(counts.applied === 0 ? 'list.undo.none' : 'list.undo.partly', { names: staysText(host, stays) })
    host.toast('warning', text)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    host.toast('danger', errorTexts(host, refusal).join(' '))
  }
}

/** Records named in a message. */
const spelledOut = 3

function staysText({ t, hasText, language }: UndoOffer['host'], stays: readonly StayingChange[]): string {
  const named = stays.slice(0, spelledOut).map(({ entity, subject, errors: [error] }) => {
    const key = `${entity}.field.${String(error?.params?.['field'])}`
    const reason = error && fieldErrorText({ t, hasText }, hasText(key) ? { ...error, params: { ...error.params, field: t(key) } } : error)
    return reason === undefined ? subject.name : `${subject.name} (${reason.replace(/\.$/, '')})`
  })
  const more = stays.length - named.length
  const all = more > 0 ? [...named, t('list.undo.more', { count: more })] : named
  return new Intl.ListFormat(language).format(all)
}
