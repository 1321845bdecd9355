import { useSnapshot } from 'valtio'
import { useHost, type RendererHost } from '../host.tsx'
import { errorTexts, inOneLine, keyedTexts, moreErrorsText, refusalKey } from '../data/error-texts.ts'
import type { RequestError } from '../data/data-source.ts'
import { AlertList, type Alert } from '../parts/page/alert-list.tsx'
import { Button } from '../parts/controls/button.tsx'
import type { BulkController } from './bulk-controller.ts'
import type { BulkState } from './bulk-state.ts'
import { refusalAlerts, reportAlerts } from './file-alerts.ts'

type T = RendererHost['t']
type Texts = Pick<RendererHost, 't' | 'hasText'>

/** Alerts above the sheet: refusals, warnings about the file, results. `verb`: label of the delete action. */
export function BulkAlerts({ controller, verb }: { controller: BulkController; verb: string }) {
  const { t, hasText } = useHost()
  const state = useSnapshot(controller.state) as BulkState
  const alerts = [
    ...noticeAlerts(state, t, verb),
    ...refusalAlerts(state.refusal, t),
    ...failureAlerts(state, { t, hasText }, controller),
    ...reportAlerts(state.report, t),
    ...outcomeAlerts(state, t, { controller, verb }),
  ]
  return <AlertList label={t('bulk.messages')} alerts={alerts} />
}

function noticeAlerts({ notice, moreErrors }: BulkState, t: T, verb: string): Alert[] {
  if (notice === undefined) return []
  if (notice === 'invalid') {
    const more = moreErrorsText({ t }, { moreErrors }).map((text): Alert => ({ id: 'more', kind: 'danger', text }))
    return [{ id: 'notice', kind: 'danger', text: t('validation.global.error') }, ...more]
  }
  if (notice === 'changedElsewhere') return [{ id: 'notice', kind: 'warning', text: t('bulk.changedElsewhere') }]
  return [{ id: 'notice', kind: 'info', text: t(notice === 'nothingToUpdate' ? 'bulk.nothing.toUpdate' : `bulk.${verb}.none`) }]
}

function failureAlerts({ failure, isUnsettled, model, models }: BulkState, { t, hasText }: Texts, controller: BulkController): Alert[] {
  if (!failure || !model) return []
  const { error } = failure
  if (error && isUnsettled) return [unsettledAlert(error, { t, hasText }, controller)]
  const base = { id: 'failure', kind: 'danger' } as const
  if (!error) return [{ ...base, text: t('error.unexpected') }]
  if (error.status === 0) {
    const told = [...keyedTexts({ t, hasText }, error.errors), t('editor.noAnswer')]
    return [{ ...base, text: t('error.unexpected'), detail: told.join(' ') }]
  }
  const messages = inOneLine(errorTexts({ t, hasText }, error))
  const detail = error.requestId ? `${t('bulk.requestId')} ${error.requestId}` : undefined
  return [{ ...base, text: t(refusalKey((models[0] ?? model).schema), { status: error.status, messages }), detail }]
}

/** It is open whether the rows were written. */
function unsettledAlert(error: RequestError, { t, hasText }: Texts, controller: BulkController): Alert {
  const isSilent = error.status === 0
  const told = isSilent ? [] : [inOneLine(errorTexts({ t, hasText }, error))]
  if (error.requestId) told.push(`${t('bulk.requestId')} ${error.requestId}`)
  return {
    id: 'failure',
    kind: 'danger',
    text: t(isSilent ? 'bulk.unsettled.silent' : 'bulk.unsettled'),
    detail: [t('bulk.unsettled.about'), ...told].join(' '),
    action: { label: t('bulk.retry'), onSelect: () => void controller.applyAgain() },
  }
}

function outcomeAlerts(
  { outcome, working, model }: BulkState,
  t: T,
  { controller, verb }: { controller: BulkController; verb: string },
): Alert[] {
  if (!outcome) return []
  const { applied, raised = 0 } = outcome.result.counts
  if (outcome.undone) return [{ id: 'outcome', kind: 'success', text: t('bulk.outcome.undone', { count: applied }) }]
  const key = outcome.kind === 'delete' ? `bulk.${verb}.done` : 'bulk.outcome.written'
  const undo = (
    <Button variant="link" px={0} loading={working !== undefined} onClick={() => void controller.undo()}>
      {t('bulk.undo')}
    </Button>
  )
  return [
    {
      id: 'outcome',
      kind: 'success',
      text: t(key, { count: applied, created: outcome.draft.creates, updated: outcome.draft.updates }),
      // No undo for requests, and none for commands, which have inverse commands instead.
      ...(raised === 0 && !model?.schema['x-entity'].writtenByCommands && controller.abilities.plans && { detail: undo }),
    },
    ...(raised > 0 ? [{ id: 'raised', kind: 'info' as const, text: t('bulk.outcome.raised', { count: raised }) }] : []),
  ]
}
