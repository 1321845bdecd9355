import { proxy, ref } from 'valtio'
import { differences } from '../../../schemas/rules/differences.ts'
import type { Session } from '../../../schemas/rules/session/session.ts'
import type { ActionState, ChangeOutcome, RowState, RuleRefusal } from '../../../schemas/rules/types.ts'
import { formatPointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { PageState } from '../../rules/combine-state.ts'
import { afterPress } from '../page/after-press.ts'
import { changedPointers, changesOf } from './changes.ts'
import type { DraftOrigin, DraftPorts, Summary } from './draft-ports.ts'
import { isWithin, listAround, valueAt } from './pointer.ts'
import { isSame, isUnchanged } from '../../../schemas/vocabulary/equality.ts'
import { newSlot, unwrapped } from './slot.ts'
import type { Slot } from './slot.ts'

/** Delay after the last keystroke until a visible error is re-evaluated. */
const recheckAfterMs = 150

/** The values being edited. Controls read slots; the record is only assembled for checks and plans. */
export class Draft {
  readonly summary: Summary = proxy({ changed: ref([]), errors: ref([]) })
  /** Counts all changes; subscribed to by whatever depends on the whole draft. */
  readonly pulse: { version: number } = proxy({ version: 0 })
  private readonly slots = new Map<string, Slot>()
  private readonly touched = new Set<string>()
  private readonly visited = new Set<string>()
  /** Values shown instead of the record's. */
  private readonly followers = new Map<string, unknown>()
  private served = new Map<string, RuleRefusal>()
  private session: Session
  private showsAll = false
  private recheckTimer: ReturnType<typeof setTimeout> | undefined
  base: Rec | null
  revision: number | undefined

  constructor(
    private readonly ports: DraftPorts,
    start: Rec,
  ) {
    this.base = ports.base
    this.revision = ports.revision
    this.session = ports.open(start, ports.base)
  }

  /** The record as it would be saved; must not be mutated. */
  get record(): Rec {
    return this.session.record
  }

  /** Pointers that the person changed, in order of the first change. */
  get touchedPointers(): readonly string[] {
    return [...this.touched]
  }

  /** The slot of one control. */
  slot(pointer: string): Slot {
    const known = this.slots.get(pointer)
    if (known) return known
    const slot = newSlot(this.shownValue(pointer), this.stateAt(pointer))
    slot.error = this.shownErrors().get(pointer)
    this.slots.set(pointer, slot)
    return slot
  }

  /** The current value at a pointer. */
  value(pointer: string): unknown {
    return valueAt(this.record, pointer)
  }

  /** State of a control, even if nothing renders it. */
  stateAt(pointer: string): PageState {
    return this.ports.stateOf(pointer, this.session.state(pointer))
  }

  /** Whether the row at a pointer may be removed. */
  rowState(pointer: string): RowState {
    return this.session.rowState(pointer)
  }

  /** Applies a person's change of one value. */
  change(pointer: string, value: unknown): void {
    if (Object.is(valueAt(this.record, pointer), value)) return
    this.touched.add(pointer)
    this.clearWriter(pointer)
    this.settle(pointer, this.session.change(pointer, value))
  }

  /** Replaces a user value by an equivalent one, e.g. a typed name by the record's oid. */
  replaceEquivalent(pointer: string, value: unknown): void {
    this.settle(pointer, this.session.replaceEquivalent(pointer, value))
  }

  /** Marks initial values as changed by the person. */
  touch(pointers: readonly string[]): void {
    for (const pointer of pointers) this.touched.add(pointer)
    this.summarise(undefined)
  }

  /** Shows derived values of a chosen reference; they are not part of the record until the service writes them. */
  follow(pointer: string, value: unknown): void {
    this.followers.set(pointer, value)
    this.update(pointer)
  }

  /** Replaces the rows of a list. */
  replaceList(pointer: string, rows: unknown[]): void {
    for (const cell of this.touched) if (isWithin(cell, pointer)) this.touched.delete(cell)
    this.touched.add(pointer)
    this.clearWriter(pointer)
    const outcome = this.session.listChanged(pointer, rows)
    this.refresh((inside) => isWithin(inside, pointer))
    this.settle(pointer, outcome)
  }

  /** Writes values as if the person had typed them in sequence. */
  write(values: readonly { pointer: string; value: unknown }[]): void {
    for (const { pointer, value } of values) {
      if (isUnchanged(valueAt(this.record, pointer), value)) continue
      if (Array.isArray(value)) this.replaceList(pointer, value as unknown[])
      else this.change(pointer, value)
    }
  }

  /** Performs an action of an object. It writes hidden and disabled fields, too, and its values stand in for the stored ones. */
  act(pointer: string, name: string): void {
    const outcome = this.session.act(pointer, name)
    const written = [...this.acted.keys()]
    const isWritten = (inside: string): boolean => written.some((at) => isWithin(inside, at))
    for (const at of written) this.touched.add(at)
    for (const at of this.served.keys()) if (isWritten(at)) this.served.delete(at)
    for (const [at, slot] of this.slots) if (isWritten(at)) slot.writtenBy = undefined
    this.refresh(isWritten)
    this.spread(outcome)
    this.summarise(undefined)
    if (this.summary.errors.length > 0) this.recheckSoon()
  }

  /** What actions wrote, by pointer. */
  get acted(): ReadonlyMap<string, unknown> {
    return this.session.acted
  }

  /** Whether an action of an object can be used now. */
  actionState(pointer: string, name: string): ActionState {
    return this.session.actionState(pointer, name)
  }

  /** Marks a control as visited: from now on its first error shows. */
  leave(pointer: string): void {
    if (this.visited.has(pointer) && this.recheckTimer === undefined && !this.touched.has(pointer)) return
    this.visited.add(pointer)
    afterPress(() => this.recheck())
  }

  /** Applies a context change and re-evaluates the controls at `concerned`. */
  contextChanged(change: (session: Session) => ChangeOutcome, concerned: readonly string[] = []): void {
    this.spread(change(this.session))
    if (concerned.length > 0) this.refresh((inside) => concerned.some((pointer) => isWithin(inside, pointer)))
    this.summarise(undefined)
    if (this.showsAll || this.visited.size > 0) this.recheckSoon()
  }

  /**
   * Shows all errors of the record as it would be stored; returns them in reading order. What the service refused before is forgotten: only
   * the service knows whether it still would, e.g. a name that was taken below another parent.
   */
  checkAll(): readonly RuleRefusal[] {
    this.showsAll = true
    this.served.clear()
    this.normalizeTouched()
    this.recheck()
    return this.summary.errors
  }

  /** Shows errors from the service; each disappears when its field changes. */
  refuse(refusals: readonly RuleRefusal[]): void {
    this.served = new Map(refusals.map((refusal) => [refusal.pointer, refusal]))
    this.recheck()
  }

  /** Shows what the service says of one field beside its other errors, or nothing any more; it disappears when the field changes, too. */
  judge(pointer: string, refusal: RuleRefusal | undefined): void {
    if (refusal !== undefined) this.served.set(pointer, refusal)
    else if (!this.served.delete(pointer)) return
    this.recheck()
  }

  /** Fields to save: touched, different from the base, visible and enabled or written by an action; of a command, all it shows. */
  changes(): Rec {
    const given = new Set(this.ports.always.filter((pointer) => this.base === null && this.value(pointer) !== undefined))
    const sendable = [...new Set([...given, ...this.summary.changed])].filter((pointer) => {
      const { visible, enabled, held, shownOnly } = this.stateAt(pointer)
      return this.acted.has(pointer) || (visible && (enabled || held === true || (shownOnly === true && given.has(pointer))))
    })
    return changesOf(this.base, this.record, sendable)
  }

  /** Restarts from another record, keeping the touched pointers, and what actions wrote to them. */
  restart(record: Rec, from: DraftOrigin, touched: readonly string[]): void {
    const { base, acted = new Map([...this.acted].filter(([at]) => touched.includes(at))) } = from
    this.base = base
    this.revision = from.revision
    this.session = this.ports.open(record, base, acted)
    this.touched.clear()
    for (const pointer of touched) this.touched.add(pointer)
    this.served.clear()
    this.followers.clear()
    if (touched.length === 0) {
      this.visited.clear()
      this.showsAll = false
    }
    for (const slot of this.slots.values()) slot.writtenBy = undefined
    this.refresh(() => true)
    this.summarise(undefined)
    this.recheck()
  }

  /** Normalizes touched texts. Needed when saving by keyboard, because the field keeps the focus and does not normalize on blur. */
  private normalizeTouched(): void {
    const tidy = this.ports.normalize(this.record, this.base)
    const isTouched = (pointer: string): boolean => [...this.touched].some((at) => isWithin(at, pointer) || isWithin(pointer, at))
    const found = [...differences(this.record, tidy)]
    this.write(
      found.map(({ segments, value }) => ({ pointer: formatPointer(segments), value })).filter(({ pointer }) => isTouched(pointer)),
    )
  }

  /** The person overwrites a value that a rule wrote. */
  private clearWriter(pointer: string): void {
    const slot = this.slots.get(pointer)
    if (slot) slot.writtenBy = undefined
  }

  private settle(pointer: string, outcome: ChangeOutcome): void {
    for (const at of this.served.keys()) if (isWithin(at, pointer) || isWithin(pointer, at)) this.served.delete(at)
    this.update(pointer)
    this.spread(outcome)
    // Values that a rule wrote, or stashed with a disabled control, may start or stop counting as changes.
    this.summarise(outcome.writes.length > 0 ? undefined : pointer)
    if (this.summary.errors.length > 0) this.recheckSoon()
  }

  private spread(outcome: ChangeOutcome): void {
    for (const write of outcome.writes) {
      const slot = this.slots.get(write.pointer)
      const before = slot?.value
      this.refresh((inside) => isWithin(inside, write.pointer))
      // A stashed user value returns when its control is enabled again, without any rule writing it.
      if (slot && !isSame(before ?? null, slot.value ?? null)) slot.writtenBy = write.rule || undefined
    }
    for (const pointer of outcome.states) {
      const slot = this.slots.get(pointer)
      if (slot) slot.state = unwrapped(this.stateAt(pointer))
    }
  }

  private shownValue(pointer: string): unknown {
    return this.followers.has(pointer) ? this.followers.get(pointer) : valueAt(this.record, pointer)
  }

  private update(pointer: string): void {
    const slot = this.slots.get(pointer)
    if (slot) slot.value = unwrapped(this.shownValue(pointer))
  }

  private refresh(concerns: (pointer: string) => boolean): void {
    for (const [pointer, slot] of this.slots) {
      if (!concerns(pointer)) continue
      slot.value = unwrapped(this.shownValue(pointer))
      slot.state = unwrapped(this.stateAt(pointer))
    }
  }

  /** Updates the summary of changes; with a pointer, compares only that one. */
  private summarise(pointer: string | undefined): void {
    const summary = this.summary
    this.pulse.version += 1
    if (pointer === undefined) {
      summary.changed = ref(changedPointers(this.base, this.record, this.touched).toSorted(this.ports.compare))
      return
    }
    const unit = listAround(pointer) ?? pointer
    const known = summary.changed.includes(unit)
    const cellDiffers = !isUnchanged(valueAt(this.base ?? {}, pointer), valueAt(this.record, pointer))
    const differs = cellDiffers || (unit !== pointer && !isUnchanged(valueAt(this.base ?? {}, unit), valueAt(this.record, unit)))
    if (differs === known) return
    summary.changed = ref(differs ? [...summary.changed, unit].toSorted(this.ports.compare) : summary.changed.filter((at) => at !== unit))
  }

  private recheckSoon(): void {
    clearTimeout(this.recheckTimer)
    this.recheckTimer = setTimeout(() => afterPress(() => this.recheck()), recheckAfterMs)
  }

  private recheck(): void {
    clearTimeout(this.recheckTimer)
    this.recheckTimer = undefined
    const shown = this.shownErrors()
    const before = new Set(this.summary.errors.map((refusal) => refusal.pointer))
    const sorted = [...shown.values()].toSorted((one, other) => this.ports.compare(one.pointer, other.pointer))
    if (!isSame(this.summary.errors, sorted)) this.summary.errors = ref(sorted)
    for (const pointer of before) if (!shown.has(pointer)) this.show(pointer, undefined)
    for (const [pointer, refusal] of shown) this.show(pointer, refusal)
  }

  private show(pointer: string, refusal: RuleRefusal | undefined): void {
    const slot = this.slots.get(pointer)
    if (slot && !isUnchanged(slot.error, refusal)) slot.error = refusal === undefined ? undefined : ref(refusal)
  }

  private shownErrors(): Map<string, RuleRefusal> {
    const shown = new Map(this.served)
    if (!this.showsAll && this.visited.size === 0) return shown
    for (const refusal of this.ports.check(this.session)) {
      const { pointer } = refusal
      if (shown.has(pointer) || !(this.showsAll || this.visited.has(pointer))) continue
      const state = this.stateAt(pointer)
      if (state.visible && (state.enabled || state.held)) shown.set(pointer, refusal)
    }
    return shown
  }
}
