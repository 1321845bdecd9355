import { useRef, useState } from 'react'
import { RequestError } from '../data/data-source.ts'
import { errorTexts, refusalKey } from '../data/error-texts.ts'
import { newIdempotencyKey } from '../data/idempotency-key.ts'
import { isInContext } from '../data/in-context.ts'
import { useRefresh } from '../data/use-refresh.ts'
import type { EditorCommand } from '../descriptor/screen.ts'
import type { Alert } from '../parts/alert-list.tsx'
import { plainRecord } from './plain-record.ts'
import type { Editor } from './use-editor.ts'

interface CommandState {
  status: 'idle' | 'running'
  /** What came of it last. */
  alerts: readonly Alert[]
  run: () => Promise<void>
  dismiss: () => void
}

/** Hook: carries a command out, and takes what it made of the record over into the editor. */
export function useCommand({ environment, saver, work }: Editor, name: string, command: EditorCommand): CommandState {
  const { schema, host, draft } = environment
  const entity = schema['x-entity']
  const refresh = useRefresh()
  const [status, setStatus] = useState<CommandState['status']>('idle')
  const [alerts, setAlerts] = useState<readonly Alert[]>([])
  const key = useRef<string>(undefined)
  const oid = String(draft.base?.oid ?? '')

  /** A try whose answer was lost is repeated under its key. */
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

  const run = async (): Promise<void> => {
    setStatus('running')
    setAlerts([])
    try {
      await carryOut()
      key.current = undefined
      await takeOver()
      setAlerts([{ id: 'done', kind: 'success', text: host.t(`${schema.$id}.command.${name}.done`) }])
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (error.status >= 400 && error.status < 500) key.current = undefined
      const messages = errorTexts(host, error).join('; ')
      const text = error.status === 0 ? host.t('error.unexpected') : host.t(refusalKey(schema), { status: error.status, messages })
      const detail = error.requestId === undefined ? {} : { detail: host.t('editor.requestId', { id: error.requestId }) }
      setAlerts([{ id: 'failed', kind: 'danger', text, ...detail }])
    } finally {
      setStatus('idle')
    }
  }
  return { status, alerts, run, dismiss: () => setAlerts([]) }
}
