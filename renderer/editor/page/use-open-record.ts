import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { createPath } from '../../descriptor/record-pages.ts'
import type { Screen } from '../../descriptor/screen.ts'
import { compileCondition } from '../../../schemas/vocabulary/operators/condition.ts'
import type { EntityMeta, Rec } from '../../../schemas/vocabulary/types.ts'
import { reasonText } from '../../data/error-texts.ts'
import { areInContext, isInContext, useRefresh } from '../../data/changes.ts'
import { useHost } from '../../host.tsx'
import type { PageProps, RendererHost, ToastMore } from '../../host.tsx'
import { useUndoOffer } from '../../data/undo-offer.ts'
import type { EntityValidator } from '../../rules/entity-validator.ts'
import { endModes } from './environment.tsx'
import type { EditorEnvironment, View } from './environment.tsx'
import { openEditor, withLocale } from './open-editor.ts'
import type { Draft } from '../draft/draft.ts'
import { type DraftIdentity, restoreWork } from '../draft/stored-draft.ts'
import { subscribeToRecord, broadcastRecord } from '../save/record-channel.ts'
import { Saver } from '../save/saver.ts'
import type { SavedChange } from '../save/saver.ts'
import type { CopiedFrom } from './copied-start.ts'
import { newTitle, recordTitle } from '../layout/editor-texts.ts'
import { useRequestReason } from '../references/use-request-reason.ts'
import { useStoredDraft } from '../draft/use-stored-draft.ts'
import type { StoredWork } from '../draft/use-stored-draft.ts'

/** Props of an editor. */
export interface EditorProps extends PageProps {
  /** `null` when creating. */
  record: ServedRecord | null
  validator: EntityValidator
  /** Values passed by the previous page. */
  prefill: Rec
  /** What a copy has from its original that has to be looked at. @default nothing */
  copied?: CopiedFrom
  /** Values that the service assigns to a new record unless it has its own. @default nothing */
  place?: Rec
  /** Read-only regardless of rights. */
  consult?: boolean
  /** Locale key of why nothing can be changed here, for reasons other than rights. */
  readOnlyBecause?: string | undefined
  /** Name of the alternative editor of the screen. */
  other?: string | undefined
  /** The row on which a command is called. */
  of?: string | undefined
}

/** An open record, independent of the page around it. */
export interface OpenRecord {
  environment: EditorEnvironment
  saver: Saver
  work: StoredWork
  title: string
  /** The record is read-only. */
  reading: boolean
  readingReason: string | undefined
  /** Why saving a new record raises a request. */
  askingReason: string | undefined
  isDirty: boolean
  isElsewhereChanged: boolean
  mayCreate: boolean
  reset: () => void
  takeOver: () => Promise<void>
  restore: () => void
  createAnew: () => void
  copyWork: () => Promise<void>
}

/** Callbacks and options of the surrounding page. */
interface Surroundings {
  /** This is the first page of the window. */
  isFirst?: boolean
  /** The page reports saves itself, and keeps the record open. @default false */
  isQuiet?: boolean
  /** Open tabs that the record shares with others. */
  tabs?: View['tabs'] | undefined
  /** Called after a change was saved. */
  onDone: () => void
}

/** Hook: listens for changes and deletions of the record in other tabs of this browser; ignores what this page saved itself. */
function useOtherTabs(
  draft: Draft,
  { entity, oid }: Pick<DraftIdentity, 'entity' | 'oid'>,
  onGone: () => void,
): [boolean, (isChanged: boolean) => void] {
  const [isChanged, setChanged] = useState(false)
  useEffect(() => {
    if (oid === undefined) return undefined
    return subscribeToRecord(entity, oid, ({ revision }) =>
      revision === undefined ? onGone() : setChanged(revision > (draft.revision ?? 0)),
    )
  }, [draft, entity, oid, onGone])
  return [isChanged, setChanged]
}

/**
 * Hook: a record opened once more is shown as it was kept from the visit before; as soon as it has arrived as it is now, it replaces what nobody
 * has changed here, and is told of otherwise.
 */
function useNewerRecord(record: ServedRecord | null, { draft, saver }: { draft: Draft; saver: Saver }, onChanged: () => void): void {
  const adopt = useEffectEvent((newer: ServedRecord) => {
    if (draft.revision === undefined || newer.revision <= draft.revision) return
    if (draft.summary.changed.length === 0) saver.takeOver(newer)
    else onChanged()
  })
  useEffect(() => {
    if (record) adopt(record)
  }, [record])
}

/** Why the record is read-only; undefined if it was only opened for viewing. */
function readingReason(
  host: RendererHost,
  { can }: ServedRecord,
  { shut, isFixed }: { shut: string | undefined; isFixed: boolean },
): string | undefined {
  if (shut !== undefined) return host.t(shut)
  if (isFixed) return host.t('editor.reading.nobody')
  if (can.update === true) return undefined
  const reason = can.update && host.hasText(can.update.because) ? can.update : undefined
  return reason && reason.because !== 'list.reason.noRight' ? reasonText(host, reason) : host.t('editor.reading.noRight')
}

/** Hook: the identity of stored work. Alternative editors, and new records of different options, have separate work. */
function useWorkIdentity(
  { user, tenant }: RendererHost,
  name: string,
  { oid, other }: { oid: string | undefined; other: string | undefined },
) {
  const entity = other === undefined ? name : `${name}/${other}`
  return useMemo(() => ({ userOid: user.oid, tenantOid: tenant.oid, entity, oid }), [user.oid, tenant.oid, entity, oid])
}

/** Text keys of actions that raised a request. */
const asking = { create: 'askCreate', update: 'update', delete: 'askDelete' } as const

/** Resets to the stored record, or to the initial values of a new one. */
function startOver(environment: EditorEnvironment): void {
  const { draft, start, given } = environment
  const { base, revision } = draft
  endModes(environment)
  draft.restart(base ?? start, { base, revision }, base ? [] : given)
}

/** Title of the record. */
function nameOf({ schema, screen, record }: Pick<EditorProps, 'schema' | 'screen' | 'record'>, host: RendererHost): string {
  const { name, command } = schema['x-entity']
  if (record) return recordTitle({ schema, screen, t: host.t }, record)
  return command === undefined ? newTitle(schema, host) : host.t(`${name}.one`)
}

/** Locale key of the success message. */
function doneKey({ action, raised }: SavedChange, { command }: EntityMeta, { editor }: Screen): string {
  if (command !== undefined) return 'editor.done.command'
  if (raised !== undefined) return `editor.done.${asking[action]}`
  return `editor.done.${(action !== 'update' && editor?.verbs?.[action]) || action}`
}

interface SuccessMessage extends Pick<EditorProps, 'schema' | 'screen' | 'record'> {
  outcome: SavedChange
  host: RendererHost
  title: string
  draft: EditorEnvironment['draft']
  /** How to take it back. */
  offer: ToastMore | undefined
}

/** The link in the success message of a new record. */
function nextLink({
  outcome,
  schema,
  screen,
  host,
  draft,
}: Omit<SuccessMessage, 'record' | 'title' | 'offer'>): { path: string; text: string } | undefined {
  const next = screen.editor?.next
  if (outcome.action !== 'create' || outcome.raised !== undefined || outcome.oid === undefined || !next) return undefined
  const context = host.ruleContext(schema['x-entity'].name)
  const isDue = compileCondition(next.when, schema, { where: 'editor.next' }).holds({ record: draft.record, context })
  return isDue ? { path: host.listPath(next.list, outcome.oid), text: host.t(next.text) } : undefined
}

/** Notifies other tabs. */
function notifyTabs({ action, oid, revision, raised }: SavedChange, entity: EntityMeta): void {
  if (oid !== undefined && raised === undefined && entity.command === undefined)
    broadcastRecord({ entity: entity.name, oid, ...(action === 'delete' ? {} : { revision: revision ?? 0 }) })
}

/** Shows the success message. */
function showSuccess({ outcome, schema, screen, host, record, title, draft, offer }: SuccessMessage): void {
  const { action } = outcome
  const entity = schema['x-entity']
  const isNamed = (action === 'delete' && record !== null) || entity.command !== undefined
  const name = isNamed ? title : recordTitle({ schema, screen, t: host.t }, draft.record)
  const way = nextLink({ outcome, schema, screen, host, draft })
  const more = { ...(way && { way }), ...offer }
  host.toast('success', host.t(doneKey(outcome, entity, screen), { name }), ...(Object.keys(more).length > 0 ? [more] : []))
}

/** Cache keys to revalidate. Excludes the row of a command, which may have been deleted. */
function staleAfter(
  { action, raised }: SavedChange,
  { entity, oid, of }: { entity: EntityMeta; oid: string | undefined; of: string | undefined },
): { names: string[]; gone: string | undefined } {
  const { name, theme, command } = entity
  const others = [...(raised === undefined ? [] : [raised]), ...(command === undefined ? [] : [command.of, command.theme])]
  return { names: [name, theme, ...others], gone: action === 'delete' && raised === undefined ? oid : of }
}

/** Hook: the headless open record. Handles one record per lifetime: give the component a key that changes with the record. */
export function useOpenRecord(props: EditorProps, { isFirst = false, isQuiet = false, tabs, onDone }: Surroundings): OpenRecord {
  const { schema, screen, record, validator, prefill, place, consult = false, readOnlyBecause, other, of } = props
  const host = useHost()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const offerUndo = useUndoOffer()
  const entity = schema['x-entity']
  const oid = record?.oid
  const staysOpen = isQuiet || entity.singleton === true
  const reading = record !== null && (consult || record.can.update !== true)
  const [opened] = useState(() => openEditor({ schema, screen, host, record, validator, prefill, place, reading, tabs }))
  const environment = useMemo(() => withLocale(opened, host), [opened, host])
  const { draft } = environment
  const { changed } = useSnapshot(draft.summary)
  const { branchField: by } = screen.editor ?? {}
  const branch = record || by === undefined ? undefined : String(prefill[by])
  const identity = useWorkIdentity(host, entity.name, { oid: oid ?? of, other: other ?? branch })
  const [saver] = useState(() => new Saver(opened, oid, staysOpen))
  const work = useStoredDraft(draft, schema, identity)
  const name = nameOf({ schema, screen, record }, host)
  const title = other === undefined ? name : host.t(`${entity.name}.${other}.title`, { name })

  const [isElsewhereChanged, tellElsewhere] = useOtherTabs(
    draft,
    identity,
    useCallback(() => saver.showGone(), [saver]),
  )
  useNewerRecord(record, { draft, saver }, () => tellElsewhere(true))

  const askingReason = useRequestReason(environment, record)

  const conclude = useEffectEvent((outcome: SavedChange) => {
    if (staysOpen) work.discard()
    else work.finish()
    notifyTabs(outcome, entity)
    const stale = staleAfter(outcome, { entity, oid, of })
    const { raised, actionId } = outcome
    const offer = raised === undefined && !isQuiet ? offerUndo({ actionId, entity, names: stale.names }) : undefined
    if (!isQuiet) showSuccess({ outcome, schema, screen, host, record, title, draft, offer })
    void refresh(stale)
    const isGone = outcome.action === 'delete' && record
    if (isGone ? areInContext(entity, [record], host.user.oid) : isInContext(entity, [draft.record])) host.contextDirty()
    onDone()
  })
  useEffect(() => saver.listen((done) => conclude(done)), [saver])

  return {
    environment,
    saver,
    work,
    title,
    reading,
    readingReason: reading ? readingReason(host, record, { shut: readOnlyBecause, isFixed: entity.readOnly === true }) : undefined,
    askingReason,
    isDirty: changed.length > 0,
    isElsewhereChanged,
    mayCreate: entity.creation !== false && host.ruleContext(entity.name).can.create === true,
    reset: () => startOver(environment),
    takeOver: async () => {
      if (oid === undefined) return
      saver.takeOver(await host.source.one(entity.name, oid, host.tenant.oid))
      tellElsewhere(false)
    },
    restore: () => {
      if (work.offer) restoreWork(environment, saver, work.offer)
      work.dismiss()
    },
    createAnew: () => {
      work.finish()
      saver.finish()
      // Replaces the address of the deleted record, so that going back does not lead to it.
      void navigate(createPath(host.listPath(entity.name), screen, draft.record), {
        replace: true,
        state: { prefill: environment.copyable(), isFirst },
      })
    },
    copyWork: () => navigator.clipboard.writeText(JSON.stringify(environment.copyable(), null, 2)),
  }
}
