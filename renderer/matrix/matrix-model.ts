import { type MatrixDetail, revisionAt } from '../../schemas/matrix.ts'
import { cellOid, NO_CELL, readCells } from './cells.ts'
import type { MatrixChange, MatrixInput, MatrixOption, MatrixVerdict } from './contract.ts'

/** Observable base class with a version number for subscribers. */
export class Notifier {
  private count = 0
  private readonly listeners = new Set<() => void>()

  readonly version = (): number => this.count

  /** Subscribes to changes; returns an unsubscribe function. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  protected notify(): void {
    this.count += 1
    for (const listener of this.listeners) listener()
  }
}

/** Whether the shown value is stored, pending, or refused. */
export type CellState = 'stored' | 'pending' | 'failed'

/** A refused change: the wanted value, and why it was refused. */
export interface Failure {
  place: number
  reason: string
  /** Somebody else changed the cell in the meantime. */
  isOvertaken: boolean
}

/** Refused changes whose pair no longer exists, so that they cannot be retried. */
export interface VanishedChanges {
  count: number
  reasons: readonly string[]
}

/** Maximum number of cells per action: stored within seconds, as one undoable journal entry. */
export const MAX_CHANGES = 10_000

/** A cell and the index of its wanted value. */
export type WantedValue = readonly [cell: number, place: number]

/** The values of a matrix: stored, pending and refused. One write runs at a time; further changes follow it. */
export class MatrixModel extends Notifier {
  /** Options by value index. */
  options: readonly MatrixOption[] = []
  private stored: Uint8Array = new Uint8Array()
  private details = new Map<number, MatrixDetail>()
  private readonly next = new Map<number, number>()
  private readonly sent = new Map<number, number>()
  private failed = new Map<number, Failure>()
  private lost: readonly Failure[] = []
  private counted: { version: number; counts: readonly number[] } | undefined
  /** An answer was discarded, because a write was running. */
  private isMissed = false

  constructor(public input: MatrixInput) {
    super()
    this.take(input)
  }

  private take(input: MatrixInput): void {
    // For a known answer, later writes are newer than it.
    if (this.stored.length === 0 || input.cells !== this.input.cells || input.details !== this.input.details) {
      this.stored = readCells(input)
      this.details = new Map(Object.entries(input.details).map(([cell, detail]) => [Number(cell), { ...detail }]))
    }
    this.input = input
    this.options = input.values.map((value) => {
      const option = input.options.find((one) => one.value === value)
      if (!option) throw new Error(`A matrix has no letter for "${value}"`)
      return option
    })
  }

  /**
   * Loads the service's state. Refused changes are kept if their pair still exists; an answer that arrives during a write is outdated and
   * discarded.
   */
  load(input: MatrixInput): void {
    if (this.isBusy()) {
      this.isMissed = true
      return
    }
    const kept = new Map([...this.failed].map(([cell, failure]) => [cellOid(this.input, cell), failure]))
    this.take(input)
    this.failed = kept.size === 0 ? new Map() : this.found(kept)
    this.notify()
  }

  /** Maps failures to the new cells and drops those that are stored by now; those without pair are recorded as lost. */
  private found(kept: Map<string, Failure>): Map<number, Failure> {
    const found = new Map<number, Failure>()
    for (const cell of this.stored.keys()) {
      if (!this.has(cell)) continue
      const oid = cellOid(this.input, cell)
      const failure = kept.get(oid)
      if (failure && failure.place !== this.stored[cell]) found.set(cell, failure)
      kept.delete(oid)
    }
    this.lost = [...this.lost, ...kept.values()]
    return found
  }

  /** Whether a write is running or queued. */
  isBusy(): boolean {
    return this.sent.size > 0 || this.next.size > 0
  }

  canWrite(): boolean {
    return this.input.write !== undefined
  }

  has(cell: number): boolean {
    return this.storedPlace(cell) !== NO_CELL
  }

  /** Index of the shown value: the wanted one, else the stored one. */
  shown(cell: number): number {
    return this.next.get(cell) ?? this.sent.get(cell) ?? this.failed.get(cell)?.place ?? this.storedPlace(cell)
  }

  /** Index of the stored value. */
  storedPlace(cell: number): number {
    return this.stored[cell] ?? NO_CELL
  }

  state(cell: number): CellState {
    if (this.next.has(cell) || this.sent.has(cell)) return 'pending'
    return this.failed.has(cell) ? 'failed' : 'stored'
  }

  /** Whether the cell shows its stored value without remarks. */
  isPlain(cell: number): boolean {
    return !this.next.has(cell) && !this.sent.has(cell) && !this.failed.has(cell) && this.details.get(cell)?.alarm === undefined
  }

  failure(cell: number): Failure | undefined {
    return this.failed.get(cell)
  }

  failures(): ReadonlyMap<number, Failure> {
    return this.failed
  }

  /** Changes lost because their pair no longer exists, if any. */
  lostChanges(): VanishedChanges | undefined {
    if (this.lost.length === 0) return undefined
    return { count: this.lost.length, reasons: [...new Set(this.lost.map(({ reason }) => reason))] }
  }

  /** Clears the lost changes after they were reported. */
  clearLostChanges(): void {
    this.lost = []
    this.notify()
  }

  detail(cell: number): MatrixDetail | undefined {
    return this.details.get(cell)
  }

  /** Cells with an alarm, in their order. */
  alarms(): [cell: number, detail: MatrixDetail][] {
    return [...this.details].filter(([cell, { alarm }]) => alarm !== undefined && this.has(cell)).toSorted(([a], [b]) => a - b)
  }

  /** Number of cells per shown value, cached per version. */
  counts(): readonly number[] {
    if (this.counted?.version !== this.version()) this.counted = { version: this.version(), counts: this.tally() }
    return this.counted.counts
  }

  private tally(): number[] {
    const counts = this.options.map(() => 0)
    for (let cell = 0; cell < this.stored.length; cell++) {
      const place = this.shown(cell)
      if (place !== NO_CELL) counts[place] = (counts[place] ?? 0) + 1
    }
    return counts
  }

  /**
   * Changes cells, shown at once; cells without record are skipped. Does nothing if read-only or if more than MAX_CHANGES would change.
   * Returns the number of changes.
   */
  set(wanted: readonly WantedValue[]): number {
    if (!this.canWrite()) return 0
    const changes = wanted.filter(([cell, place]) => this.has(cell) && (place !== this.shown(cell) || this.state(cell) === 'failed'))
    if (changes.length <= MAX_CHANGES) this.want(changes)
    return changes.length
  }

  private want(changes: readonly WantedValue[]): void {
    for (const [cell, place] of changes) {
      this.failed.delete(cell)
      if (place === this.stored[cell] && !this.sent.has(cell)) this.next.delete(cell)
      else this.next.set(cell, place)
    }
    this.notify()
    void this.send()
  }

  /** Retries the refused changes. */
  retry(): void {
    if (this.canWrite()) this.want([...this.failed].map(([cell, { place }]) => [cell, place] as const))
  }

  /** Discards the refused changes. */
  discardFailures(): void {
    this.failed.clear()
    this.notify()
  }

  private async send(): Promise<void> {
    const { write } = this.input
    if (!write || this.sent.size > 0 || this.next.size === 0) return
    for (const [cell, place] of [...this.next].slice(0, MAX_CHANGES)) {
      this.sent.set(cell, place)
      this.next.delete(cell)
    }
    const changes = [...this.sent].map(([cell, place]): MatrixChange => ({
      cell,
      oid: cellOid(this.input, cell),
      revision: this.details.get(cell)?.revision ?? revisionAt(this.input, cell),
      value: this.input.values[place] ?? '',
    }))
    for (const verdict of await write(changes)) this.settle(verdict)
    this.sent.clear()
    this.dropStored()
    this.notify()
    void this.send()
    if (!this.isMissed || this.isBusy()) return
    this.isMissed = false
    this.input.reload?.()
  }

  private settle(verdict: MatrixVerdict): void {
    const { cell } = verdict
    const place = this.sent.get(cell)
    if (place === undefined) return
    if ('detail' in verdict) {
      this.stored[cell] = place
      this.details.set(cell, verdict.detail)
      return
    }
    if (verdict.current) {
      const { value, revision } = verdict.current
      const now = this.input.values.indexOf(value)
      if (now >= 0) this.stored[cell] = now
      this.details.set(cell, { ...this.details.get(cell), revision })
    }
    // Already queued, or stored by somebody else.
    if (this.next.has(cell) || this.stored[cell] === place) return
    this.failed.set(cell, { place, reason: verdict.refused, isOvertaken: verdict.current !== undefined })
  }

  /** Drops queued changes that are stored by now. */
  private dropStored(): void {
    for (const [cell, place] of this.next) if (place === this.stored[cell]) this.next.delete(cell)
  }
}
