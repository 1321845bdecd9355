import { proxy, ref } from 'valtio'
import type { Plan, PlanItem, ServedRecord } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { fieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import { parsePointer, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { RequestError } from '../../data/data-source.ts'
import { errorTexts, inOneLine, refusalKey } from '../../data/error-texts.ts'
import { endModes } from '../page/environment.tsx'
import type { EditorEnvironment } from '../page/environment.tsx'
import { goToField } from '../outline/focus.ts'
import { controlOf } from '../layout/layout.ts'
import { type Choice, keptPointers, merge, type Merge, resolveConflicts } from '../draft/merge.ts'
import { plainRecord } from '../draft/start-record.ts'
import { type Outcome, PlanKeys, sendPlan, sortRefusals } from './send-plan.ts'

/** Phase of the page; exclusive. */
export type Phase =
  | { kind: 'open' }
  | { kind: 'saving' }
  | { kind: 'deleting' }
  /** Others changed the same values; after the choice, either save again or continue editing. */
  | { kind: 'conflict'; merge: Merge; current: ServedRecord; thenSave: boolean }
  /** Someone deleted the record. */
  | { kind: 'gone' }

/** An error in the alert list. */
export interface EditorAlert {
  id: string
  text: string
  detail?: string
}

/** A finished change. */
export interface SavedChange {
  action: PlanItem['action']
  oid: string | undefined
  revision: number | undefined
  /** The change raised a request: the entity of the request. */
  raised: string | undefined
  actionId: string
}

/** Maximum number of automatic merges before the person is asked to retry. */
const mergeRounds = 3

/** Sends the draft as plans and handles the answers. */
export class Saver {
  readonly state = proxy<{ phase: Phase; alerts: readonly EditorAlert[] }>({ phase: ref({ kind: 'open' }), alerts: ref([]) })
  private readonly keys = new PlanKeys()
  private readonly listeners = new Set<(done: SavedChange) => void>()
  private isBusy = false
  private isOver = false

  constructor(
    private readonly environment: EditorEnvironment,
    private readonly oid: string | undefined,
    /** The record stays open after it was saved. */
    private readonly staysOpen = environment.schema['x-entity'].singleton === true,
  ) {}

  /** Subscribes to saved changes; returns an unsubscribe function. */
  listen(onDone: (done: SavedChange) => void): () => void {
    this.listeners.add(onDone)
    return () => this.listeners.delete(onDone)
  }

  /** Whether leaving now would lose work. */
  hasWork(): boolean {
    return !this.isOver && this.environment.draft.summary.changed.length > 0
  }

  /** Marks the work as done, so that leaving loses nothing. */
  finish(): void {
    this.isOver = true
  }

  /** Checks everything, then creates or updates. */
  async save(): Promise<void> {
    if (this.isComplete()) await this.start(this.oid === undefined ? 'create' : 'update')
  }

  /** Whether the draft can be sent. On errors, focuses the first one. */
  isComplete(): boolean {
    const { draft, host } = this.environment
    // Also saves values that a mode has stashed.
    endModes(this.environment)
    const [first] = draft.checkAll()
    if (!first) return true
    this.alert([{ id: 'invalid', text: host.t('validation.global.error') }])
    goToField(this.environment, first.pointer)
    return false
  }

  /**
   * Deletes the record; returns the reason if it failed. A concurrent change stops it once, so that nobody deletes what they have not seen.
   */
  async remove(): Promise<string | undefined> {
    await this.start('delete')
    return this.isOver ? undefined : this.state.alerts[0]?.text
  }

  /** Takes over the record that others saved, keeping my changes. `before`: the base of my changes, if not the draft's. */
  takeOver(current: ServedRecord, before?: Rec): void {
    const merged = this.mergeWith(current, before)
    if (merged.conflicts.length > 0) this.show({ kind: 'conflict', merge: merged, current, thenSave: false })
  }

  /** Applies the person's choice for every conflict. */
  async settleConflicts(choice: Choice): Promise<void> {
    const { phase } = this.state
    if (phase.kind !== 'conflict') return
    const { draft } = this.environment
    const touched = keptPointers(draft.summary.changed, phase.merge.conflicts, choice)
    const from = { base: plainRecord(phase.current), revision: phase.current.revision }
    draft.restart(resolveConflicts(phase.merge, choice), from, touched)
    this.show({ kind: 'open' })
    if (phase.thenSave && draft.summary.changed.length > 0) await this.save()
  }

  /** Continues editing after a conflict, or after the record was deleted. */
  resume(): void {
    this.show({ kind: 'open' })
  }

  /** Others deleted the record. */
  showGone(): void {
    this.show({ kind: 'gone' })
  }

  dismissAlert(id: string): void {
    this.alert(this.state.alerts.filter((alert) => alert.id !== id))
  }

  private show(phase: Phase): void {
    this.state.phase = ref(phase)
  }

  private alert(alerts: readonly EditorAlert[]): void {
    this.state.alerts = ref(alerts as EditorAlert[])
  }

  private async start(action: PlanItem['action']): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    this.alert([])
    this.show({ kind: action === 'delete' ? 'deleting' : 'saving' })
    try {
      await this.run(action)
    } catch (error) {
      console.error(error)
      this.alert([{ id: 'unexpected', text: this.environment.host.t('error.unexpected') }])
      this.show({ kind: 'open' })
    } finally {
      this.isBusy = false
    }
  }

  private async run(action: PlanItem['action']): Promise<void> {
    const { host } = this.environment
    for (let round = 0; round < mergeRounds; round += 1) {
      const outcome = await sendPlan(host.source, this.planOf(action), this.keys)
      if (outcome.kind !== 'stale') return this.conclude(action, outcome)
      if (this.environment.schema['x-entity'].command !== undefined) return this.restartCommand(outcome.current)
      const merged = this.mergeWith(outcome.current)
      if (merged.conflicts.length > 0) {
        return this.show({ kind: 'conflict', merge: merged, current: outcome.current, thenSave: action !== 'delete' })
      }
      if (action === 'delete') {
        this.alert([{ id: 'changed', text: host.t('editor.delete.changed') }])
        return this.show({ kind: 'open' })
      }
    }
    this.alert([{ id: 'busy', text: host.t('editor.save.busy') }])
    this.show({ kind: 'open' })
  }

  /** Restarts a command's form with the current record after others changed it, keeping the input. */
  private restartCommand(current: ServedRecord): void {
    const { draft, host, schema } = this.environment
    const prefill = schema['x-entity'].command?.prefill ?? {}
    const record = Object.entries(prefill).reduce<Rec>(
      (known, [own, theirs]) => withValueAt(known, parsePointer(`/${own}`), fieldValue(current, theirs)),
      draft.record,
    )
    draft.restart(record, { base: draft.base, revision: draft.revision }, draft.summary.changed)
    this.alert([{ id: 'changed', text: host.t('editor.command.changed') }])
    this.show({ kind: 'open' })
    const [first] = draft.checkAll()
    if (first) goToField(this.environment, first.pointer)
  }

  private conclude(action: PlanItem['action'], outcome: Exclude<Outcome, { kind: 'stale' }>): void {
    if (outcome.kind === 'applied') {
      if (!this.staysOpen) this.finish()
      else if (outcome.record) this.continueFrom(outcome.record)
      const { oid = this.oid, record, raised, actionId } = outcome
      for (const onDone of this.listeners) onDone({ action, oid, revision: record?.revision, raised, actionId })
      return
    }
    if (outcome.kind === 'refused') this.showRefusal(outcome.error)
    this.show({ kind: outcome.kind === 'gone' ? 'gone' : 'open' })
  }

  /** Continues editing from the saved record. */
  private continueFrom(record: ServedRecord): void {
    const base = plainRecord(record)
    this.environment.draft.restart(base, { base, revision: record.revision }, [])
    this.show({ kind: 'open' })
  }

  private planOf(action: PlanItem['action']): Plan {
    const { draft, host, schema } = this.environment
    const item: PlanItem = { entity: schema['x-entity'].name, action }
    if (this.oid !== undefined) item.oid = this.oid
    if (draft.revision !== undefined) item.revision = draft.revision
    if (action !== 'delete') item.changes = draft.changes()
    if (action === 'update' || (action === 'create' && !host.source.abilities(item.entity).plans)) item.record = draft.record
    return { items: [item], source: 'editor', tenantOid: host.tenant.oid }
  }

  /** Applies my changes to their record. With conflicts, the draft is unchanged until the person decides. */
  private mergeWith(current: ServedRecord, before?: Rec): Merge {
    const { draft } = this.environment
    const theirs = plainRecord(current)
    const changed = draft.summary.changed
    const fields = [...new Set(changed.map((pointer) => parsePointer(pointer)[0] ?? ''))]
    const merged = merge({ base: before ?? draft.base ?? {}, mine: draft.record, theirs }, fields)
    if (merged.conflicts.length === 0) draft.restart(merged.record, { base: theirs, revision: current.revision }, changed)
    return merged
  }

  private showRefusal(error: RequestError): void {
    const { draft, host, layout, schema } = this.environment
    const { status, requestId } = error
    const { fields, others } = sortRefusals(error.errors, (pointer) => controlOf(layout, pointer) !== undefined)
    draft.refuse(fields)
    const rest = errorTexts(host, error, others)
    const detail = requestId === undefined ? {} : { detail: host.t('editor.requestId', { id: requestId }) }
    const alerts: EditorAlert[] = []
    if (fields.length > 0) alerts.push({ id: 'invalid', text: host.t('validation.global.error') })
    if (status === 0) {
      console.error('The service did not answer', error.messages)
      alerts.push({ id: 'unexpected', text: host.t('error.unexpected'), detail: host.t('editor.noAnswer') })
    } else if (rest.length > 0)
      alerts.push({ id: 'refused', text: host.t(refusalKey(schema), { status, messages: inOneLine(rest) }), ...detail })
    this.alert(alerts)
    goToField(this.environment, draft.summary.errors[0]?.pointer)
  }
}
