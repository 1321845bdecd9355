import { isSame } from '../../vocabulary/equality.ts'
import { formatPointer, parsePointer, valueAt } from '../../vocabulary/paths/pointer.ts'
import type { ReferenceLookup, RuleContext } from '../../vocabulary/context.ts'
import type { ReadContext } from '../../vocabulary/read.ts'
import { isMap, nodeAt, type SchemaNode } from '../../vocabulary/schema/schema-tree.ts'
import type { Rec } from '../../vocabulary/types.ts'
import { actionStateAt, actionWrites, isOpenToActions } from '../actions.ts'
import { contextViewOf } from '../context-view.ts'
import { ConditionCell, StateCell, Trigger, SessionState, WriterCell } from './cells.ts'
import { differences, newValues } from '../differences.ts'
import { findRefusals } from '../refusals.ts'
import { isContainer, Layers, overlaps, type Replacement } from './layers.ts'
import { replaceEntries } from './map-entries.ts'
import { addRowValues, replaceRows } from './list-rows.ts'
import { RefusalCache } from './refusal-cache.ts'
import { rowStateAt } from '../row-access.ts'
import { ruleSetOf, type RuleSet } from '../compile/rule-set.ts'
import { StartRecord } from './start-record.ts'
import { StateCache } from './state-cache.ts'
import type { ActionState, ChangeOutcome, CompiledRules, ControlState, RowState, RuleRefusal, RuleSession } from '../types.ts'
import { addInactive, forgetInside, hasAround, isGiven, takeInside, touchedPointers, type UserValues } from './user-values.ts'
import type { Reader } from './watch-tree.ts'
import { WriterQueue } from './writer-queue.ts'

/** Initial state of a session. */
export interface SessionOptions {
  /** `null` when creating. */
  stored: Rec | null
  context: RuleContext
  lookup: ReferenceLookup
  /** What actions wrote in an earlier session on this record, by pointer. */
  acted?: ReadonlyMap<string, unknown> | undefined
  /** Called for every evaluation of a rule at an object, for traces and for tests of the cost of a keystroke. */
  onEvaluate?: (rule: string, at: readonly string[]) => void
}

/** Cause of changes made by the person. */
const userCause = { rule: '', rank: -1 }

/**
 * Opens an editing session. Differences between `record` and the stored record (or the defaults of a new one) count as the person's values.
 * While a control is hidden or disabled, the person's value is stashed: the record shows the stored value until the control is available
 * again. The record is thus always what the service would make of the stored record and `touched`.
 */
export function openSession(rules: CompiledRules, record: Rec, options: SessionOptions): Session {
  return new Session(ruleSetOf(rules), record, options)
}

export class Session implements RuleSession {
  private readonly shared: SessionState
  private readonly layers: Layers
  private readonly states: StateCache
  private readonly writers: WriterQueue
  private readonly refused: RefusalCache
  private readonly own: UserValues
  /** Values that an edge-triggered rule replaced, until no such rule applies there any more. */
  private readonly replaced: UserValues = { lists: new Map(), values: new Map() }
  private readonly start: StartRecord
  /** Pointers of user values whose control may have become active or inactive. */
  private readonly unchecked = new Set<string>()
  private writes = new Map<string, string>()
  /** The place that the person is changing. */
  private current: readonly string[] | undefined
  /** The current change is equivalent to the previous value: edge-triggered rules do not fire. */
  private triggersSuppressed = false

  constructor(set: RuleSet, record: Rec, { stored, context, lookup, acted, onEvaluate }: SessionOptions) {
    this.start = new StartRecord(stored ?? record)
    this.layers = new Layers(stored ?? record)
    this.own = { lists: new Map(), values: this.layers.userValues }
    this.shared = new SessionState({ set, layers: this.layers, stored, context, lookup, onEvaluate: onEvaluate ?? (() => undefined) })
    this.refused = new RefusalCache(set)
    this.states = new StateCache(this.shared, (pointer) => {
      this.refused.forget(parsePointer(pointer))
      if (this.layers.userValues.has(pointer) || this.own.lists.has(pointer)) this.unchecked.add(pointer)
    })
    this.writers = new WriterQueue(this.shared, {
      isGiven: (segments) => isGiven(this.own, segments),
      isEmptied: (segments) => this.start.isEmptied(segments) && !isGiven(this.own, segments),
      discardUserValue: (segments, why) => this.dropOwn(segments, why),
      restoreUserValue: (segments) => this.restoreOwn(segments),
      replaced: (replacement, cause) => this.notifyReaders(replacement, cause),
      decided: (segments) => this.recheckUserValues(segments),
    })
    for (const [pointer, value] of acted ?? []) this.replaceStart(pointer, value)
    this.open(record, stored ? this.layers.base : set.defaults)
  }

  get record(): Rec {
    return this.layers.record
  }

  /** What actions wrote, by pointer. */
  get acted(): ReadonlyMap<string, unknown> {
    return this.start.acted
  }

  /**
   * Pointers to send: what actions wrote, and the person's values in visible and enabled controls. A list whose rows were added or removed
   * counts as a whole, and so does a map entry.
   */
  get touched(): readonly string[] {
    return touchedPointers(this.own, this.acted.keys())
  }

  state(pointer: string): ControlState {
    return this.states.state(pointer)
  }

  rowState(pointer: string): RowState {
    return rowStateAt(this.shared.set, parsePointer(pointer), this.readContext)
  }

  actionState(pointer: string, name: string): ActionState {
    return actionStateAt(this.shared.set, [parsePointer(pointer), name], this.readContext)
  }

  act(pointer: string, name: string): ChangeOutcome {
    const writes = actionWrites(this.shared.set, pointer, name).filter((write) => isOpenToActions(this.states.peek(write.pointer)))
    return this.outcome(undefined, () => {
      for (const write of writes) {
        const segments = parsePointer(write.pointer)
        for (const owns of [this.own, this.replaced]) takeInside(owns, segments)
        this.replaceStart(write.pointer, write.value)
        this.userValueChanged(segments, { rule: '', rank: -1 }, isContainer(write.value))
      }
    })
  }

  replaceEquivalent(pointer: string, value: unknown): ChangeOutcome {
    this.triggersSuppressed = true
    const outcome = this.change(pointer, value)
    this.triggersSuppressed = false
    return outcome
  }

  change(pointer: string, value: unknown): ChangeOutcome {
    const segments = parsePointer(pointer)
    const node = nodeAt(this.shared.set.root, segments)
    if (!node || segments.length === 0) throw new Error(`schema "${this.shared.set.schema.$id}" has no field ${pointer}`)
    if (node.item && Array.isArray(value)) return this.listChanged(pointer, value as unknown[])
    if (isMap(node) || (node.parent && isMap(node.parent))) return this.entriesChanged(node, segments, value)
    const outcome = this.outcome(segments, () => {
      forgetInside(this.layers.userValues, segments)
      forgetInside(this.own.lists, segments)
      if (this.own.lists.delete(pointer)) this.layers.rebase(segments, this.start.valueAt(segments))
      this.layers.userValues.set(pointer, { segments, value, active: this.isActive(pointer, segments) })
      this.unchecked.add(pointer)
      this.userValueChanged(segments, userCause)
    })
    const shown = valueAt(this.record, segments)
    const rule = isSame(shown, value) ? undefined : this.layers.deciding(segments)
    if (rule) outcome.writes.push({ pointer, value: shown, rule: rule.rule.id })
    return outcome
  }

  contextChanged(next: RuleContext, paths: string[]): ChangeOutcome {
    return this.outcome(undefined, () => {
      this.refused.forgetAll()
      this.shared.context = next
      for (const path of paths) for (const reader of this.shared.readersOutside(path)) this.dispatch(reader, -1)
    })
  }

  /** Does nothing if the list is disabled or hidden. */
  listChanged(pointer: string, next: unknown[]): ChangeOutcome {
    const segments = parsePointer(pointer)
    const node = nodeAt(this.shared.set.root, segments)
    if (!node?.item) throw new Error(`schema "${this.shared.set.schema.$id}" has no list ${pointer}`)
    return this.outcome(segments, () => {
      if (!this.states.peek(pointer).enabled) return
      replaceRows({ layers: this.layers, node, segments, next })
      forgetInside(this.own.lists, segments)
      this.keepRows(segments)
      for (const [inside, own] of this.layers.userValues) if (overlaps(own.segments, segments)) this.unchecked.add(inside)
      this.userValueChanged(segments, userCause, true)
    })
  }

  /** Does nothing if the map is disabled or hidden. */
  private entriesChanged(node: SchemaNode, segments: readonly string[], next: unknown): ChangeOutcome {
    return this.outcome(segments, () => {
      if (!this.states.peek(formatPointer(segments)).enabled) return
      for (const entry of this.replaceEntries(node, segments, next)) {
        for (const [inside, own] of this.layers.userValues) if (overlaps(own.segments, entry)) this.unchecked.add(inside)
        this.userValueChanged(entry, userCause, true)
      }
    })
  }

  /** Replaces one entry, or all entries of a map; returns their places. */
  private replaceEntries(node: SchemaNode, segments: readonly string[], next: unknown): readonly (readonly string[])[] {
    const stored = this.shared.stored ?? this.shared.set.defaults
    const places = replaceEntries({ layers: this.layers, node, segments, next, stored })
    for (const { at, isBack } of places) {
      forgetInside(this.own.lists, at)
      if (isBack) this.own.lists.delete(formatPointer(at))
      else this.keepRows(at)
    }
    return places.map(({ at }) => at)
  }

  /** Refusals by rules: missing required values, values outside limits, failed checks. JSON Schema constraints are up to the validator. */
  refusals(): RuleRefusal[] {
    const { set } = this.shared
    const { record, readContext } = this
    // Uses the same rules in the same order as the service, so that both report the same first refusal.
    const { refusing } = contextViewOf(set, readContext)
    const question = { set, rules: refusing, record, readContext, state: (pointer: string) => this.states.peek(pointer) }
    return findRefusals(question, this.refused.findings)
  }

  /** Read context of the current record, without dependency tracking. */
  private get readContext(): ReadContext {
    const { stored, context, lookup } = this.shared
    return { record: this.record, stored, context, lookup }
  }

  private open(record: Rec, baseline: Rec): void {
    const { set, stored } = this.shared
    for (const { segments, value } of stored ? differences(baseline, record) : newValues(set.root, differences(baseline, record))) {
      const node = nodeAt(set.root, segments)
      if (!node) continue
      if (isMap(node) || (node.parent && isMap(node.parent))) this.replaceEntries(node, segments, value)
      else if (node.item && Array.isArray(value)) {
        const change = { layers: this.layers, node, segments, next: value as unknown[] }
        if (stored) replaceRows(change)
        else addRowValues(change)
        this.keepRows(segments)
      } else this.layers.userValues.set(formatPointer(segments), { segments, value, active: true })
    }
    for (const pointer of [...this.own.lists.keys(), ...this.layers.userValues.keys()]) this.unchecked.add(pointer)
    this.layers.redraftAll()
    this.writers.sync([])
    this.finish()
    this.writes.clear()
    this.states.takeChanged()
  }

  private replaceStart(pointer: string, value: unknown): void {
    this.start.act(pointer, value)
    this.layers.rebase(parsePointer(pointer), value)
  }

  private keepRows(segments: readonly string[]): void {
    const pointer = formatPointer(segments)
    this.own.lists.set(pointer, { segments, value: valueAt(this.layers.base, segments), active: true })
    this.unchecked.add(pointer)
  }

  private outcome(current: readonly string[] | undefined, change: () => void): ChangeOutcome {
    this.current = current
    change()
    this.finish()
    this.current = undefined
    // A rule that yielded to the person wrote nothing.
    if (current && !this.layers.deciding(current)) this.writes.delete(formatPointer(current))
    const writes = [...this.writes].map(([pointer, rule]) => ({ pointer, value: valueAt(this.record, parsePointer(pointer)), rule }))
    this.writes = new Map()
    return { writes, states: this.states.takeChanged() }
  }

  /** Whether the person's value counts as far as rules are concerned. A control that only an editor mode locks keeps it. */
  private isFree(pointer: string): boolean {
    return this.states.peek(pointer).enabled || (this.shared.inMode && this.states.stateWithoutModes(pointer).enabled)
  }

  /** Runs the rules to a fixed point; stashes user values of controls that become inactive. */
  private finish(): void {
    const aside = new Set<string>()
    this.writers.drain()
    while (this.unchecked.size > 0) {
      for (const pointer of [...this.unchecked].sort((a, b) => a.length - b.length)) {
        this.unchecked.delete(pointer)
        this.activateOrStash(pointer, aside)
        this.writers.drain()
      }
    }
  }

  /** Schedules a check of the user values at and below a place after a rule changed its decision there. */
  private recheckUserValues(segments: readonly string[]): void {
    for (const owns of [this.own.lists, this.own.values])
      for (const [pointer, own] of owns)
        if (own.segments.length >= segments.length && overlaps(own.segments, segments)) this.unchecked.add(pointer)
  }

  /** Whether the person's value at a place is active: the control is visible and enabled, no rule forces a value, and the row exists. */
  private isActive(pointer: string, segments: readonly string[]): boolean {
    const forcing = this.layers.forcing(segments)
    return (!forcing || forcing.asksItself) && this.layers.hasRows(segments) && this.isFree(pointer)
  }

  /** Activates or stashes a user value. A value stashed during this change stays stashed, so that the loop terminates. */
  private activateOrStash(pointer: string, aside: Set<string>): void {
    const list = this.own.lists.get(pointer)
    const own = list ?? this.layers.userValues.get(pointer)
    if (!own) return
    const forcing = this.layers.forcing(own.segments)
    if (forcing?.asksItself) own.value = valueAt(this.record, own.segments)
    const active = this.isActive(pointer, own.segments)
    if (active === own.active || (active && aside.has(pointer))) return
    if (!active) aside.add(pointer)
    own.active = active
    if (list) {
      this.layers.rebase(list.segments, list.active ? list.value : this.start.valueAt(list.segments))
      this.recheckUserValues(list.segments)
    }
    this.userValueChanged(own.segments, { rule: forcing?.rule.id ?? this.states.peek(pointer).why[0]?.rule ?? '', rank: -1 })
  }

  /** Drops the person's values at and below a place; `returns`: until no edge-triggered rule applies there any more. */
  private dropOwn(segments: readonly string[], { rule, returns }: { rule: string; returns: boolean }): void {
    const { lists, values } = takeInside(this.own, segments, this.current)
    for (const list of lists.values()) this.layers.rebase(list.segments, this.start.valueAt(list.segments))
    if (returns) addInactive(this.replaced, { lists, values })
    for (const own of [...values.values(), ...lists.values()]) this.userValueChanged(own.segments, { rule, rank: -1 })
  }

  /** Brings back the person's values that a rule replaced, unless there are newer ones. */
  private restoreOwn(segments: readonly string[]): void {
    const found = takeInside(this.replaced, segments)
    if (hasAround(this.own, segments)) return
    addInactive(this.own, found)
    for (const pointer of [...found.lists.keys(), ...found.values.keys()]) this.unchecked.add(pointer)
  }

  private userValueChanged(segments: readonly string[], cause: { rule: string; rank: number }, always = false): void {
    for (const reader of this.shared.given.affected(segments, false)) this.dispatch(reader, -1)
    const place = this.layers.redraft(segments)
    const replacement = this.layers.refresh(place)
    if (replacement) this.notifyReaders(replacement, cause)
    else if (always || this.shared.set.readsBack) this.notifyReaders({ segments: place, reshaped: false, structural: always }, cause)
  }

  private notifyReaders({ segments, reshaped, structural }: Replacement, cause: { rule: string; rank: number }): void {
    if (cause !== userCause) this.writes.set(formatPointer(segments), cause.rule)
    this.refused.forget(segments)
    for (const reader of this.shared.tree.affected(segments, reshaped)) this.dispatch(reader, cause.rank)
    if (structural) this.writers.sync(segments)
  }

  private dispatch(reader: Reader, rank: number): void {
    if (reader instanceof ConditionCell || reader instanceof StateCell) return this.states.forget(reader)
    const writer = reader instanceof Trigger ? reader.writer : reader
    if (!(writer instanceof WriterCell) || writer.rule.rank <= rank) return
    if (reader instanceof Trigger && !this.triggersSuppressed) writer.triggered = true
    this.writers.enqueue(writer)
  }
}
