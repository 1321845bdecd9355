import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Blocker } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { ServedRecord } from '../../schemas/plan.ts'
import type { RuleRefusal } from '../../schemas/rules/types.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { reasonText } from '../data/error-texts.ts'
import { areInContext, isInContext } from '../data/in-context.ts'
import { useRefresh } from '../data/use-refresh.ts'
import { useHost } from '../host.tsx'
import type { PageProps, RendererHost } from '../host.tsx'
import { endModes } from './environment.tsx'
import type { EditorEnvironment } from './environment.tsx'
import { openEditor, speaking } from './open-editor.ts'
import { createPath } from './create-path.ts'
import { hearOfRecord, tellOthers } from './record-channel.ts'
import { restoreWork } from './restore-work.ts'
import { Saver } from './saver.ts'
import type { Done } from './saver.ts'
import { newTitle, recordTitle } from './titles.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useStoredDraft } from './use-stored-draft.ts'
import type { StoredWork } from './use-stored-draft.ts'

/** What an editor works on. */
export interface EditorProps extends PageProps {
  /** `null` when creating. */
  record: ServedRecord | null
  validate: (record: Rec) => readonly RuleRefusal[]
  /** Values that the page before handed over. */
  prefill: Rec
  /** The record is looked at and not changed, whatever rights there are. */
  consult?: boolean
}

/** Everything that the editor's page shows and does. */
export interface Editor {
  environment: EditorEnvironment
  saver: Saver
  work: StoredWork
  blocker: Blocker
  title: string
  /** The record may be read and not changed. */
  reading: boolean
  readingReason: string | undefined
  isDirty: boolean
  isElsewhereChanged: boolean
  mayCreate: boolean
  reset: () => void
  /** Back to where one came from. */
  leave: () => void
  leaveAnyway: () => void
  takeOver: () => Promise<void>
  restore: () => void
  createAnew: () => void
  copyWork: () => Promise<void>
}

/**
 * Hook: the way back, to the page before, or to the list when the window was opened at the editor; and whether it was,
 * for the page that takes the editor's place.
 */
function useWayBack(listPath: string): [wayBack: () => void, isFirst: boolean] {
  const navigate = useNavigate()
  const { key, state } = useLocation()
  const isFirst = key === 'default' || (state as { isFirst?: boolean } | null)?.isFirst === true
  return [useCallback(() => void (isFirst ? navigate(listPath) : navigate(-1)), [isFirst, listPath, navigate]), isFirst]
}

/** Hook: hears from other tabs of this browser that the record changed or went. */
function useElsewhere(entity: string, oid: string | undefined, onGone: () => void): [boolean, () => void] {
  const [isChanged, setChanged] = useState(false)
  useEffect(() => {
    if (oid === undefined) return undefined
    return hearOfRecord(entity, oid, ({ revision }) => (revision === undefined ? onGone() : setChanged(true)))
  }, [entity, oid, onGone])
  return [isChanged, useCallback(() => setChanged(false), [])]
}

/** Why the record may be read and not changed. */
function readingReason(host: RendererHost, { can }: ServedRecord): string {
  const reason = can.update !== true && can.update && host.hasText(can.update.because) ? can.update : undefined
  return reason && reason.because !== 'list.reason.noRight' ? reasonText(host, reason) : host.t('editor.reading.noRight')
}

/** Back to the stored record, or to what a new one started with and was given by the page before. */
function startOver(environment: EditorEnvironment): void {
  const { draft, start, given } = environment
  const { base, revision } = draft
  endModes(environment)
  draft.restart(base ?? start, { base, revision }, base ? [] : given)
}

/** Hook: the editor without its looks. One record per life: give the component a key that changes with the record. */
export function useEditor({ schema, screen, record, validate, prefill, consult = false }: EditorProps): Editor {
  const host = useHost()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const entity = schema['x-entity']
  const oid = record?.oid
  const reading = record !== null && (consult || record.can.update !== true)
  const [wayBack, isFirst] = useWayBack(host.listPath(host.listOf(entity.name)))
  const [opened] = useState(() => openEditor({ schema, screen, host, validate, record, prefill, reading }))
  const environment = useMemo(() => speaking(opened, host), [opened, host])
  const { draft } = environment
  const { changed } = useSnapshot(draft.summary)
  const identity = useMemo(
    () => ({ userOid: host.user.oid, tenantOid: host.tenant.oid, entity: entity.name, oid }),
    [host.user.oid, host.tenant.oid, entity.name, oid],
  )
  const [saver] = useState(() => new Saver(opened, oid))
  const work = useStoredDraft(draft, schema, identity)
  const blocker = useLeaveGuard(useCallback(() => saver.hasWork(), [saver]))
  const title = record ? recordTitle({ schema, screen, t: host.t }, record) : newTitle(schema, host)

  const [isElsewhereChanged, forgetElsewhere] = useElsewhere(
    entity.name,
    oid,
    useCallback(() => saver.showGone(), [saver]),
  )

  const onDone = useEffectEvent(({ action, oid: savedOid, revision }: Done) => {
    work.finish()
    if (savedOid !== undefined)
      tellOthers({ entity: entity.name, oid: savedOid, ...(action === 'delete' ? {} : { revision: revision ?? 0 }) })
    const name = action === 'delete' && record ? title : recordTitle({ schema, screen, t: host.t }, draft.record)
    host.toast('success', host.t(`editor.done.${action}`, { name }))
    void refresh({ names: [entity.name, entity.theme], gone: action === 'delete' ? oid : undefined })
    const isDirty = action === 'delete' && record ? areInContext(entity, [record], host.user.oid) : isInContext(entity)
    if (isDirty) host.contextDirty()
    wayBack()
  })
  useEffect(() => saver.listen((done) => onDone(done)), [saver])

  return {
    environment,
    saver,
    work,
    blocker,
    title,
    reading,
    readingReason: reading && record.can.update !== true ? readingReason(host, record) : undefined,
    isDirty: changed.length > 0,
    isElsewhereChanged,
    mayCreate: host.ruleContext(entity.name).can.create === true,
    reset: () => startOver(environment),
    leave: wayBack,
    leaveAnyway: () => {
      work.finish()
      blocker.proceed?.()
    },
    takeOver: async () => {
      if (oid === undefined) return
      saver.takeOver(await host.source.one(entity.name, oid, host.tenant.oid))
      forgetElsewhere()
    },
    restore: () => {
      if (work.offer) restoreWork(environment, saver, work.offer)
      work.dismiss()
    },
    createAnew: () => {
      work.finish()
      saver.finish()
      // The address of what is gone leads nowhere: back goes to where one came from.
      void navigate(createPath(host.listPath(entity.name), screen), {
        replace: true,
        state: { prefill: environment.copyable(), isFirst },
      })
    },
    copyWork: () => navigator.clipboard.writeText(JSON.stringify(environment.copyable(), null, 2)),
  }
}
