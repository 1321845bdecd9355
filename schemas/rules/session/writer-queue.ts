import { holds } from '../../vocabulary/operators/condition.ts'
import { formatPointer } from '../../vocabulary/paths/pointer.ts'
import { readPath } from '../../vocabulary/read.ts'
import { eachPlace } from '../../vocabulary/schema/schema-tree.ts'
import { type SessionState, WriterCell } from './cells.ts'
import type { CompiledRule } from '../compile/compiled-rule.ts'
import { overlaps, type Replacement } from './layers.ts'
import { unsubscribe } from './watch-tree.ts'
import { isTriggered, placesOfTargets, writesOf, type WriteView } from '../writes.ts'

/** Callbacks into the session. */
export interface WriterHost {
  isGiven: (segments: readonly string[]) => boolean
  isEmptied: (segments: readonly string[]) => boolean
  /** An edge-triggered rule fired: the person's earlier value at the place is discarded, or `returns` when no such rule applies any more. */
  discardUserValue: (segments: readonly string[], why: { rule: string; returns: boolean }) => void
  /** No edge-triggered rule applies to the place any more. */
  restoreUserValue: (segments: readonly string[]) => void
  /** A place of the record was replaced by the rule; only writers of a higher rank see it. */
  replaced: (replacement: Replacement, cause: { rule: string; rank: number }) => void
  /** A rule started or stopped writing a place, or writes another value. */
  decided: (segments: readonly string[]) => void
}

/** Schedules `set` and `clear` rules: runs each in rank order, and only when something that it reads changed. */
export class WriterQueue {
  private readonly cells = new Map<CompiledRule, Map<string, WriterCell>>()
  private readonly queue: Set<WriterCell>[]
  /** Edge-triggered rules that apply to a place, by pointer. */
  private readonly ruling = new Map<string, Set<WriterCell>>()
  private readonly baseline: Record<string, unknown>

  constructor(
    private readonly world: SessionState,
    private readonly host: WriterHost,
  ) {
    this.queue = world.set.writers.map(() => new Set())
    this.baseline = world.stored ?? world.set.defaults
  }

  enqueue(cell: WriterCell): void {
    if (this.cells.get(cell.rule)?.get(formatPointer(cell.at)) === cell) this.queue[cell.rule.rank]?.add(cell)
  }

  /** Starts and stops rules of objects that appeared or disappeared at or below a place, and restores what rules had written there. */
  sync(segments: readonly string[]): void {
    const { layers, set } = this.world
    const below = layers.writtenBelow(segments)
    for (const { segments: place, writers } of below) {
      for (const writer of writers as WriterCell[]) {
        layers.withdraw(writer, place)
        writer.places.delete(formatPointer(place))
        this.enqueue(writer)
      }
    }
    for (const { segments: place } of below) {
      const replacement = layers.refresh(place)
      if (replacement) this.host.replaced(replacement, { rule: '', rank: -1 })
    }
    for (const rule of set.writers) if (rule.node.depth >= segments.length) this.syncRule(rule, segments)
  }

  private syncRule(rule: CompiledRule, segments: readonly string[]): void {
    let ofRule = this.cells.get(rule)
    if (!ofRule) this.cells.set(rule, (ofRule = new Map()))
    const present = new Set<string>()
    eachPlace(rule.node, this.world.layers.record, (at, value) => {
      if (value === null || typeof value !== 'object' || !overlaps(at, segments)) return
      const place = formatPointer(at)
      present.add(place)
      if (!ofRule.has(place)) {
        const cell = new WriterCell(rule, at)
        ofRule.set(place, cell)
        this.enqueue(cell)
      }
    })
    for (const [place, cell] of ofRule) if (!present.has(place) && overlaps(cell.at, segments)) this.remove(cell, ofRule, place)
  }

  private remove(cell: WriterCell, ofRule: Map<string, WriterCell>, place: string): void {
    ofRule.delete(place)
    this.queue[cell.rule.rank]?.delete(cell)
    unsubscribe(cell)
    unsubscribe(cell.trigger)
    for (const segments of cell.places.values()) this.world.layers.withdraw(cell, segments)
    for (const pointer of cell.ruled.keys()) this.ruling.get(pointer)?.delete(cell)
  }

  /** Runs the queue, lowest rank first, until it is empty. */
  drain(): void {
    for (let cell = this.next(); cell; cell = this.next()) this.run(cell)
  }

  private next(): WriterCell | undefined {
    for (const waiting of this.queue) {
      for (const cell of waiting) {
        waiting.delete(cell)
        return cell
      }
    }
    return undefined
  }

  private run(cell: WriterCell): void {
    const { rule, at } = cell
    this.world.onEvaluate(rule.rule.id, at)
    unsubscribe(cell)
    if (cell.triggered) this.fire(cell)
    const view = this.viewOf(cell)
    const all = writesOf(rule, at, view)
    const writes = all.filter(({ yields }) => !yields)
    this.watchTriggers(cell)
    const before = cell.places
    cell.places = new Map(writes.map(({ segments }) => [formatPointer(segments), segments]))
    for (const [pointer, segments] of before) if (!cell.places.has(pointer)) this.withdraw(cell, segments)
    for (const { segments, value } of writes) {
      if (this.world.layers.contribute(cell, segments, { rule, value })) this.refresh(cell, segments)
    }
    if (rule.changed.length > 0 && !rule.rule.untouched)
      this.rulePlaces(cell, new Map(all.map(({ segments }) => [formatPointer(segments), segments])))
  }

  /** Notes to which places an edge-triggered rule applies. */
  private rulePlaces(cell: WriterCell, places: ReadonlyMap<string, readonly string[]>): void {
    const before = cell.ruled
    cell.ruled = new Map(places)
    for (const pointer of places.keys()) {
      const cells = this.ruling.get(pointer) ?? new Set()
      this.ruling.set(pointer, cells.add(cell))
    }
    for (const [pointer, segments] of before) {
      if (places.has(pointer)) continue
      this.ruling.get(pointer)?.delete(cell)
      if (!this.isRuled(pointer)) this.host.restoreUserValue(segments)
    }
  }

  private isRuled(pointer: string): boolean {
    return (this.ruling.get(pointer)?.size ?? 0) > 0
  }

  /** Discards the person's value from before the trigger, unless the rule only sets untouched fields. */
  private fire(cell: WriterCell): void {
    const { rule, at } = cell
    cell.triggered = false
    const readContext = this.viewOf(cell).readContext
    if (rule.rule.untouched || (rule.when && !holds(rule.when, at, readContext))) return
    const applies = isTriggered(rule, at, { readContext, baseline: this.baseline })
    for (const { segments } of placesOfTargets(rule, at, readContext)) {
      const returns = applies && !this.isRuled(formatPointer(segments))
      this.host.discardUserValue(segments, { rule: rule.rule.id, returns })
    }
  }

  private viewOf(cell: WriterCell): WriteView {
    const readContext = this.world.readContextOf(cell, cell.rule.readsBack ? cell.rule.rank : undefined)
    return {
      readContext,
      baseline: this.baseline,
      holds: (rule, at) => !rule.when || holds(rule.when, at, readContext),
      isGiven: (segments) => {
        this.world.given.add(cell, segments, false)
        return this.host.isGiven(segments)
      },
      isEmptied: (segments) => {
        this.world.given.add(cell, segments, false)
        return this.host.isEmptied(segments)
      },
    }
  }

  private watchTriggers(cell: WriterCell): void {
    unsubscribe(cell.trigger)
    const readContext = this.world.readContextOf(cell.trigger)
    for (const path of cell.rule.changed) readPath(path, cell.at, readContext)
  }

  /** The value that returns is another rule's or nobody's, not that of the rule that stopped. */
  private withdraw(cell: WriterCell, segments: readonly string[]): void {
    this.world.layers.withdraw(cell, segments)
    this.refresh(cell, segments, this.world.layers.deciding(segments)?.rule.id ?? '')
  }

  /** With rules that read back, readers are notified even if the record stays the same, because they see the value below the rule. */
  private refresh({ rule }: WriterCell, segments: readonly string[], by = rule.rule.id): void {
    const { layers, set } = this.world
    const replacement = layers.refresh(segments) ?? (set.readsBack ? { segments, reshaped: false, structural: false } : undefined)
    if (replacement) this.host.replaced(replacement, { rule: by, rank: rule.rank })
    this.host.decided(segments)
  }
}
