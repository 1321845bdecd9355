import { useMemo, useRef, useState } from 'react'
import { RequestError } from '../../data/data-source.ts'
import { errorTexts, inOneLine, refusalKey } from '../../data/error-texts.ts'
import { isInContext, newIdempotencyKey, useRefresh } from '../../data/changes.ts'
import type { EditorCommand } from '../../descriptor/screen.ts'
import type { RendererHost } from '../../host.tsx'
import type { Alert } from '../../parts/page/alert-list.tsx'
import { useActionState, type ActionState } from '../../parts/controls/use-action-state.ts'
import { plainRecord } from '../draft/start-record.ts'
import type { Editor } from '../page/use-editor.ts'

interface CommandState {
  state: ActionState
  /** Result of the last call. */
  alerts: readonly Alert[]
  run: () => Promise<void>
  dismiss: () => void
}

/** Result of a command; its text is rendered in the current language. */
type CommandOutcome = 'none' | 'done' | RequestError

interface CommandTexts {
  /** Text key of success. */
  done: string
  /** Text key of a refusal. */
  refused: string
}

function alertsOf(outcome: CommandOutcome, { t, hasText }: Pick<RendererHost, 't' | 'hasText'>, { done, refused }: CommandTexts): Alert[] {
  if (outcome === 'none') return []
  if (outcome === 'done') return [{ id: 'done', kind: 'success', text: t(done) }]
  const { status, requestId } = outcome
  const text = status === 0 ? t('error.unexpected') : t(refused, { status, messages: inOneLine(errorTexts({ t, hasText }, outcome)) })
  return [{ id: 'failed', kind: 'danger', text, ...(requestId !== undefined && { detail: t('editor.requestId', { id: requestId }) }) }]
}

/** The first message of a failure, or a general one. */
function firstMessage(host: Pick<RendererHost, 't' | 'hasText'>, error: unknown): string {
  const [first] = error instanceof RequestError && error.status > 0 ? errorTexts(host, error) : []
  return first ?? host.t('action.failed')
}

/** Hook: calls a command and takes the changed record over into the editor. */
export function useCommand({ environment, saver, work }: Editor, name: string, command: EditorCommand): CommandState {
  const { schema, host, draft } = environment
  const entity = schema['x-entity']
  const refresh = useRefresh()
  const [outcome, setOutcome] = useState<CommandOutcome>('none')
  const key = useRef<string>(undefined)
  const oid = String(draft.base?.oid ?? '')

  /** Retries a call without answer under the same key. */
  const carryOut = async (): Promise<void> => {
    key.current ??= newIdempotencyKey()
    const options = { idempotencyKey: key.current }
    if (command.post !== undefined) await host.source.command(command.post, oid, options)
    if (command.write === undefined) return
    const { revision } = await host.source.one(entity.name, oid, host.tenant.oid)
    const item = { entity: entity.name, action: 'update' as const, oid, revision, changes: command.write }
    await host.source.plan({ items: [item], source: 'editor', tenantOid: host.tenant.oid }, options)
  }

  const takeOver = async (): Promise<void> => {
    const current = await host.source.one(entity.name, oid, host.tenant.oid)
    if (command.write === undefined) saver.takeOver(current)
    else {
      draft.restart(plainRecord(current), { base: plainRecord(current), revision: current.revision }, [])
      work.discard()
    }
    await refresh({ names: [entity.name, entity.theme] })
    if (isInContext(entity)) host.contextDirty()
  }

  const act = async (): Promise<void> => {
    setOutcome('none')
    try {
      await carryOut()
      key.current = undefined
      await takeOver()
      setOutcome('done')
    } catch (error) {
      if (!(error instanceof RequestError)) {
        // Rethrown asynchronously, so that programming errors are reported.
        queueMicrotask(() => {
          throw error
        })
        throw error
      }
      if (error.status >= 400 && error.status < 500) key.current = undefined
      setOutcome(error)
      throw error
    }
  }
  const { state, run } = useActionState(act, (error) => firstMessage(host, error))
  const alerts = useMemo(
    () => alertsOf(outcome, host, { done: `${schema.$id}.command.${name}.done`, refused: refusalKey(schema) }),
    [outcome, host, schema, name],
  )
  return { state, alerts, run, dismiss: () => setOutcome('none') }
}
