import { type MatrixDetail, revisionAt } from '../../schemas/matrix.ts'
import { cellOid, NO_CELL, readCells } from './cells.ts'
import type { MatrixChange, MatrixInput, MatrixOption, MatrixVerdict } from './contract.ts'

/** Something that components follow: a number that grows with every change. */
export class Notifier {
  private count = 0
  private readonly listeners = new Set<() => void>()

  readonly version = (): number => this.count

  /** Calls back after every change; returns how to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  protected notify(): void {
    this.count += 1
    for (const listener of this.listeners) listener()
  }
}

/** Whether what a cell shows is stored, on its way, or was refused. */
export type CellState = 'stored' | 'pending' | 'failed'

/** A cell that could not be written: what was wanted, and why not. */
export interface Failure {
  place: number
  reason: string
  /** Somebody else gave the cell another value meanwhile. */
  isOvertaken: boolean
}

/** Refused changes whose pair is no longer there: nothing is left to try again. */
export interface VanishedChanges {
  count: number
  reasons: readonly string[]
}

/** Cells that one action changes at most: so many are stored within seconds, as one entry of the journal that can be taken back. */
export const MOST_CHANGES = 10_000

/** A cell and the place of the value that it is to have. */
export type WantedValue = readonly [cell: number, place: number]

/** The values of a matrix: those that are stored, on their way and refused. One write is under way at a time; what is wanted meanwhile follows it. */
export class MatrixModel extends Notifier {
  /** By the place of the value. */
  options: readonly MatrixOption[] = []
  private stored: Uint8Array = new Uint8Array()
  private details = new Map<number, MatrixDetail>()
  private readonly next = new Map<number, number>()
  private readonly sent = new Map<number, number>()
  private failed = new Map<number, Failure>()
  private lost: readonly Failure[] = []
  private counted: { version: number; counts: readonly number[] } | undefined
  /** An answer was left aside. */
  private isMissed = false

  constructor(public input: MatrixInput) {
    super()
    this.take(input)
  }

  private take(input: MatrixInput): void {
    // Of an answer that is known already what was written since is newer.
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

  /** What the service says now. What was refused stays wanted where the pair still exists; an answer that comes while a write is under way is older than it. */
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

  /** The failures whose pair is still there, by their place now; those that are stored by now are none. The others are lost. */
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

  /** Whether something is on its way. */
  isBusy(): boolean {
    return this.sent.size > 0 || this.next.size > 0
  }

  canWrite(): boolean {
    return this.input.write !== undefined
  }

  has(cell: number): boolean {
    return this.storedPlace(cell) !== NO_CELL
  }

  /** Place of the value that a cell shows: what is wanted comes before what is stored. */
  shown(cell: number): number {
    return this.next.get(cell) ?? this.sent.get(cell) ?? this.failed.get(cell)?.place ?? this.storedPlace(cell)
  }

  /** Place of the value that is stored. */
  storedPlace(cell: number): number {
    return this.stored[cell] ?? NO_CELL
  }

  state(cell: number): CellState {
    if (this.next.has(cell) || this.sent.has(cell)) return 'pending'
    return this.failed.has(cell) ? 'failed' : 'stored'
  }

  /** Whether the cell shows what is stored and has nothing besides. */
  isPlain(cell: number): boolean {
    return !this.next.has(cell) && !this.sent.has(cell) && !this.failed.has(cell) && this.details.get(cell)?.alarm === undefined
  }

  failure(cell: number): Failure | undefined {
    return this.failed.get(cell)
  }

  failures(): ReadonlyMap<number, Failure> {
    return this.failed
  }

  /** What was refused and cannot be tried again; undefined: nothing. */
  gone(): VanishedChanges | undefined {
    if (this.lost.length === 0) return undefined
    return { count: this.lost.length, reasons: [...new Set(this.lost.map(({ reason }) => reason))] }
  }

  /** Whoever was told of them knows. */
  forgetGone(): void {
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

  /** How many cells show each value; counted once for each change. */
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
   * Gives cells other values, shown at once; those without a record are left out. Does nothing where nobody may write, and where more than
   * MOST_CHANGES would change. Answers how many that are.
   */
  set(wanted: readonly WantedValue[]): number {
    if (!this.canWrite()) return 0
    const changes = wanted.filter(([cell, place]) => this.has(cell) && (place !== this.shown(cell) || this.state(cell) === 'failed'))
    if (changes.length <= MOST_CHANGES) this.want(changes)
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

  /** Tries what was refused once more. */
  retry(): void {
    if (this.canWrite()) this.want([...this.failed].map(([cell, { place }]) => [cell, place] as const))
  }

  /** Shows what is stored instead of what was refused. */
  giveUp(): void {
    this.failed.clear()
    this.notify()
  }

  private async send(): Promise<void> {
    const { write } = this.input
    if (!write || this.sent.size > 0 || this.next.size === 0) return
    for (const [cell, place] of [...this.next].slice(0, MOST_CHANGES)) {
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
    this.forgetGranted()
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
    // Somebody else wanted the same.
    if (this.next.has(cell) || this.stored[cell] === place) return
    this.failed.set(cell, { place, reason: verdict.refused, isOvertaken: verdict.current !== undefined })
  }

  /** What was wanted while the write was under way may be what is stored by now. */
  private forgetGranted(): void {
    for (const [cell, place] of this.next) if (place === this.stored[cell]) this.next.delete(cell)
  }
}
