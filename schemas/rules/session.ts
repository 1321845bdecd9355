import { isSame } from '../vocabulary/equality.ts'
import { formatPointer, parsePointer, valueAt } from '../vocabulary/pointer.ts'
import type { ReferenceLookup, RuleContext } from '../vocabulary/context.ts'
import type { ReadContext } from '../vocabulary/read.ts'
import { isMap, nodeAt, type SchemaNode } from '../vocabulary/schema-tree.ts'
import type { Rec } from '../vocabulary/types.ts'
import { actionStateAt } from './actions.ts'
import { contextViewOf } from './context-view.ts'
import { ConditionCell, StateCell, Trigger, World, WriterCell } from './cells.ts'
import { differences } from './differences.ts'
import { findRefusals } from './refusals.ts'
import { isContainer, Layers, overlaps, type UserValue, type Replacement } from './layers.ts'
import { entriesOf, replaceEntry } from './map-entries.ts'
import { addRowValues, replaceRows } from './list-rows.ts'
import { RefusalKeeper } from './refusal-keeper.ts'
import { rowStateAt } from './row-access.ts'
import { ruleSetOf, type RuleSet } from './rule-set.ts'
import { StateKeeper } from './state-keeper.ts'
import type { ActionState, ChangeOutcome, CompiledRules, ControlState, RowState, RuleRefusal, RuleSession } from './types.ts'
import type { Reader } from './watch-tree.ts'
import { WriterKeeper } from './writer-keeper.ts'

/** What a session starts from. */
export interface SessionOptions {
  /** `null` when creating. */
  stored: Rec | null
  context: RuleContext
  lookup: ReferenceLookup
  /** Told of every evaluation of a rule at an object: for traces and for tests of what a keystroke costs. */
  onEvaluate?: (rule: string, at: readonly string[]) => void
}

/** The causes of changes that no rule made. */
const byPerson = { rule: '', rank: -1 }

/**
 * Opens the rules of a record that a person edits. Where `record` differs from the stored one (or from the defaults of a new one)
 * it counts as given by the person. What a person gives is kept apart: while its control is hidden or disabled, the record shows the
 * stored value, and the person's returns when the control does. So the record is at any time what the service would make of
 * the stored one and `touched`.
 */
export function openSession(rules: CompiledRules, record: Rec, options: SessionOptions): Session {
  return new Session(ruleSetOf(rules), record, options)
}

export class Session implements RuleSession {
  private readonly world: World
  private readonly layers: Layers
  private readonly states: StateKeeper
  private readonly writers: WriterKeeper
  private readonly refused: RefusalKeeper
  /** Lists whose rows, and entries of maps, that a person added, removed or moved, as they are in the base. */
  private readonly lists = new Map<string, UserValue>()
  private readonly start: Rec
  /** Own values whose control may have become active or inactive. */
  private readonly unsure = new Set<string>()
  private writes = new Map<string, string>()
  /** The place that a person changes right now. */
  private current: readonly string[] | undefined
  /** What changes right now means what it meant before: rules that wait for a change do not fire. */
  private meansTheSame = false

  constructor(set: RuleSet, record: Rec, { stored, context, lookup, onEvaluate }: SessionOptions) {
    this.start = stored ?? record
    this.layers = new Layers(this.start)
    this.world = new World({ set, layers: this.layers, stored, context, lookup, onEvaluate: onEvaluate ?? (() => undefined) })
    this.refused = new RefusalKeeper(set)
    this.states = new StateKeeper(this.world, (pointer) => {
      this.refused.forget(parsePointer(pointer))
      if (this.layers.userValues.has(pointer) || this.lists.has(pointer)) this.unsure.add(pointer)
    })
    this.writers = new WriterKeeper(this.world, {
      isGiven: (segments) => this.isGiven(segments),
      dropOwn: (segments, rule) => this.dropOwn(segments, rule),
      replaced: (replacement, cause) => this.announce(replacement, cause),
      decided: (segments) => this.doubt(segments),
    })
    this.open(record, stored ?? set.defaults)
  }

  get record(): Rec {
    return this.layers.record
  }

  /** Pointers to send: what a person gave in controls that are visible and enabled; a list whose rows came or went counts as a whole, as does an entry of a map. */
  get touched(): readonly string[] {
    const active = (owns: Iterable<[string, UserValue]>): string[] => [...owns].filter(([, own]) => own.active).map(([pointer]) => pointer)
    const lists = active(this.lists)
    return [...lists, ...active(this.layers.userValues).filter((pointer) => !lists.some((list) => pointer.startsWith(`${list}/`)))]
  }

  state(pointer: string): ControlState {
    return this.states.state(pointer)
  }

  rowState(pointer: string): RowState {
    return rowStateAt(this.world.set, parsePointer(pointer), this.readContext)
  }

  actionState(pointer: string, name: string): ActionState {
    return actionStateAt(this.world.set, [parsePointer(pointer), name], this.readContext)
  }

  restate(pointer: string, value: unknown): ChangeOutcome {
    this.meansTheSame = true
    const outcome = this.change(pointer, value)
    this.meansTheSame = false
    return outcome
  }

  change(pointer: string, value: unknown): ChangeOutcome {
    const segments = parsePointer(pointer)
    const node = nodeAt(this.world.set.root, segments)
    if (!node || segments.length === 0) throw new Error(`schema "${this.world.set.schema.$id}" has no field ${pointer}`)
    if (node.item && Array.isArray(value)) return this.listChanged(pointer, value as unknown[])
    if (isMap(node) || (node.parent && isMap(node.parent))) return this.entriesChanged(node, segments, value)
    const outcome = this.outcome(segments, () => {
      this.forgetInside(this.layers.userValues, segments)
      this.forgetInside(this.lists, segments)
      this.layers.userValues.set(pointer, { segments, value, active: this.counts(pointer, segments) })
      this.unsure.add(pointer)
      this.ownChanged(segments, byPerson)
    })
    const shown = valueAt(this.record, segments)
    const rule = isSame(shown, value) ? undefined : this.layers.deciding(segments)
    if (rule) outcome.writes.push({ pointer, value: shown, rule: rule.rule.id })
    return outcome
  }

  contextChanged(next: RuleContext, paths: string[]): ChangeOutcome {
    return this.outcome(undefined, () => {
      this.refused.forgetAll()
      this.world.context = next
      for (const path of paths) for (const reader of this.world.readersOutside(path)) this.dispatch(reader, -1)
    })
  }

  /** Rows of a disabled or hidden list stay as they are. */
  listChanged(pointer: string, next: unknown[]): ChangeOutcome {
    const segments = parsePointer(pointer)
    const node = nodeAt(this.world.set.root, segments)
    if (!node?.item) throw new Error(`schema "${this.world.set.schema.$id}" has no list ${pointer}`)
    return this.outcome(segments, () => {
      if (!this.states.peek(pointer).enabled) return
      replaceRows({ layers: this.layers, node, segments, next })
      this.forgetInside(this.lists, segments)
      this.keepRows(segments)
      for (const [inside, own] of this.layers.userValues) if (overlaps(own.segments, segments)) this.unsure.add(inside)
      this.ownChanged(segments, byPerson, true)
    })
  }

  /** Entries of a disabled or hidden map stay as they are. */
  private entriesChanged(node: SchemaNode, segments: readonly string[], next: unknown): ChangeOutcome {
    return this.outcome(segments, () => {
      if (!this.states.peek(formatPointer(segments)).enabled) return
      for (const entry of this.takeEntries(node, segments, next)) {
        for (const [inside, own] of this.layers.userValues) if (overlaps(own.segments, entry)) this.unsure.add(inside)
        this.ownChanged(entry, byPerson, true)
      }
    })
  }

  /** Takes one entry, or all of a map; answers where. */
  private takeEntries(node: SchemaNode, segments: readonly string[], next: unknown): (readonly string[])[] {
    const map = isMap(node) ? node : node.parent
    if (!map) return []
    const places = isMap(node)
      ? entriesOf(valueAt(this.record, segments), next).map(([key, entry]) => ({ at: [...segments, key], entry }))
      : [{ at: segments, entry: next }]
    for (const { at, entry } of places) {
      if (!isContainer(entry) && valueAt(this.record, at) === undefined) continue
      const stored = valueAt(this.world.stored ?? this.world.set.defaults, at.slice(0, -1))
      const start = valueAt(stored, at.slice(-1))
      replaceEntry({ layers: this.layers, node: map, segments: at, next: entry, start, stored })
      this.forgetInside(this.lists, at)
      if (isContainer(start) === isContainer(entry)) this.lists.delete(formatPointer(at))
      else this.keepRows(at)
    }
    return places.map(({ at }) => at)
  }

  /** What rules require and is missing, or limit and is outside; constraints of JSON Schema are the validator's business. */
  refusals(): RuleRefusal[] {
    const { set } = this.world
    const { record, readContext } = this
    // The same rules in the same order as the service asks: of several refusals of a form both name the same one first.
    const { refusing } = contextViewOf(set, readContext)
    const question = { set, rules: refusing, record, readContext, state: (pointer: string) => this.states.peek(pointer) }
    return findRefusals(question, this.refused.findings)
  }

  /** The record as it is, to look at once. */
  private get readContext(): ReadContext {
    const { stored, context, lookup } = this.world
    return { record: this.record, stored, context, lookup }
  }

  private open(record: Rec, baseline: Rec): void {
    const { set, stored } = this.world
    for (const { segments, value } of differences(baseline, record)) {
      const node = nodeAt(set.root, segments)
      if (!node) continue
      if (isMap(node) || (node.parent && isMap(node.parent))) this.takeEntries(node, segments, value)
      else if (node.item && Array.isArray(value)) {
        const change = { layers: this.layers, node, segments, next: value as unknown[] }
        if (stored) replaceRows(change)
        else addRowValues(change)
        this.keepRows(segments)
      } else this.layers.userValues.set(formatPointer(segments), { segments, value, active: true })
    }
    for (const pointer of [...this.lists.keys(), ...this.layers.userValues.keys()]) this.unsure.add(pointer)
    this.layers.redraftAll()
    this.writers.sync([])
    this.finish()
    this.writes.clear()
    this.states.takeChanged()
  }

  private keepRows(segments: readonly string[]): void {
    const pointer = formatPointer(segments)
    this.lists.set(pointer, { segments, value: valueAt(this.layers.base, segments), active: true })
    this.unsure.add(pointer)
  }

  private forgetInside(owns: Map<string, UserValue>, segments: readonly string[]): void {
    for (const [pointer, own] of owns) if (own.segments.length > segments.length && overlaps(own.segments, segments)) owns.delete(pointer)
  }

  private outcome(current: readonly string[] | undefined, change: () => void): ChangeOutcome {
    this.current = current
    change()
    this.finish()
    this.current = undefined
    // A rule that gave way to the person wrote nothing.
    if (current && !this.layers.deciding(current)) this.writes.delete(formatPointer(current))
    const writes = [...this.writes].map(([pointer, rule]) => ({ pointer, value: valueAt(this.record, parsePointer(pointer)), rule }))
    this.writes = new Map()
    return { writes, states: this.states.takeChanged() }
  }

  /** Whether rules leave the control to the person. What a mode of the editor locks for its time keeps what was given before. */
  private isFree(pointer: string): boolean {
    return this.states.peek(pointer).enabled || (this.world.inMode && this.states.apartFromModes(pointer).enabled)
  }

  /** Runs rules and keeps own values of controls that became inactive aside, until both are at rest. */
  private finish(): void {
    const aside = new Set<string>()
    this.writers.drain()
    while (this.unsure.size > 0) {
      for (const pointer of [...this.unsure].sort((a, b) => a.length - b.length)) {
        this.unsure.delete(pointer)
        this.shelve(pointer, aside)
        this.writers.drain()
      }
    }
  }

  /** A rule decides a place anew: what a person gave there, or in it, may have to stand aside or may come back. */
  private doubt(segments: readonly string[]): void {
    for (const owns of [this.lists, this.layers.userValues]) {
      for (const [pointer, own] of owns)
        if (own.segments.length >= segments.length && overlaps(own.segments, segments)) this.unsure.add(pointer)
    }
  }

  /** Whether what a person gives at a place counts: its control is visible and enabled, no rule forces a value, its row is there. */
  private counts(pointer: string, segments: readonly string[]): boolean {
    const forcing = this.layers.forcing(segments)
    return (!forcing || forcing.asksItself) && this.layers.hasRows(segments) && this.isFree(pointer)
  }

  /** An own value that was put aside in this change stays aside: so this ends. */
  private shelve(pointer: string, aside: Set<string>): void {
    const list = this.lists.get(pointer)
    const own = list ?? this.layers.userValues.get(pointer)
    if (!own) return
    const forcing = this.layers.forcing(own.segments)
    if (forcing?.asksItself) own.value = valueAt(this.record, own.segments)
    const active = this.counts(pointer, own.segments)
    if (active === own.active || (active && aside.has(pointer))) return
    if (!active) aside.add(pointer)
    own.active = active
    if (list) {
      this.layers.rebase(list.segments, list.active ? list.value : valueAt(this.start, list.segments))
      this.doubt(list.segments)
    }
    this.ownChanged(own.segments, { rule: forcing?.rule.id ?? this.states.peek(pointer).why[0]?.rule ?? '', rank: -1 })
  }

  private isGiven(segments: readonly string[]): boolean {
    for (const list of this.lists.values())
      if (list.active && list.segments.length >= segments.length && overlaps(list.segments, segments)) return true
    for (const own of this.layers.userValues.values()) {
      if (!own.active || !overlaps(own.segments, segments)) continue
      if (own.segments.length >= segments.length || valueAt(own.value, segments.slice(own.segments.length)) !== undefined) return true
    }
    return false
  }

  private dropOwn(segments: readonly string[], rule: string): void {
    for (const [pointer, own] of this.layers.userValues) {
      if (own.segments.length < segments.length || !overlaps(own.segments, segments)) continue
      if (this.current && overlaps(own.segments, this.current)) continue
      this.layers.userValues.delete(pointer)
      this.ownChanged(own.segments, { rule, rank: -1 })
    }
    const pointer = formatPointer(segments)
    if (!this.lists.has(pointer) || (this.current && overlaps(segments, this.current))) return
    this.lists.delete(pointer)
    this.layers.rebase(segments, valueAt(this.start, segments))
    this.ownChanged(segments, { rule, rank: -1 })
  }

  private ownChanged(segments: readonly string[], cause: { rule: string; rank: number }, always = false): void {
    for (const reader of this.world.given.affected(segments, false)) this.dispatch(reader, -1)
    const place = this.layers.redraft(segments)
    const replacement = this.layers.refresh(place)
    if (replacement) this.announce(replacement, cause)
    else if (always || this.world.set.readsBack) this.announce({ segments: place, reshaped: false, structural: always }, cause)
  }

  private announce({ segments, reshaped, structural }: Replacement, cause: { rule: string; rank: number }): void {
    if (cause !== byPerson) this.writes.set(formatPointer(segments), cause.rule)
    this.refused.forget(segments)
    for (const reader of this.world.tree.affected(segments, reshaped)) this.dispatch(reader, cause.rank)
    if (structural) this.writers.sync(segments)
  }

  private dispatch(reader: Reader, rank: number): void {
    if (reader instanceof ConditionCell || reader instanceof StateCell) return this.states.forget(reader)
    const writer = reader instanceof Trigger ? reader.writer : reader
    if (!(writer instanceof WriterCell) || writer.rule.rank <= rank) return
    if (reader instanceof Trigger && !this.meansTheSame) writer.triggered = true
    this.writers.enqueue(writer)
  }
}
