import { isSame } from '../../vocabulary/equality.ts'
import { childOf, formatPointer, valueAt, withValueAt } from '../../vocabulary/paths/pointer.ts'
import type { Rec } from '../../vocabulary/types.ts'
import { isForcing, type CompiledRule } from '../compile/compiled-rule.ts'

/** A value that a person entered. It is stashed (inactive) while its control is hidden or disabled. */
export interface UserValue {
  segments: readonly string[]
  value: unknown
  active: boolean
}

/** A value that one rule writes at one object. */
export interface Contribution {
  /** The highest priority wins. A rule does not read values that it or a later-ranked rule writes. */
  rule: CompiledRule
  value: unknown
}

interface Written {
  segments: readonly string[]
  by: Map<object, Contribution>
}

/** A replaced value: its place, and whether the parent gained or lost a key. */
export interface Replacement {
  segments: readonly string[]
  reshaped: boolean
  structural: boolean
}

/** The record of a session in three layers: base values, values that a person entered, values that rules write. */
export class Layers {
  /** The initial record, with lists as they were last replaced. */
  base: Rec
  readonly userValues = new Map<string, UserValue>()
  /** All three layers combined; immutable, every change creates a new one with structural sharing. */
  record: Rec
  private readonly written = new Map<string, Written>()
  /** Base and active user values combined. */
  private draft: Rec

  constructor(base: Rec) {
    this.base = base
    this.draft = base
    this.record = base
  }

  /** Recomputes the draft at a place. Returns the recomputed place, which is a parent where objects appear or disappear. */
  redraft(segments: readonly string[]): readonly string[] {
    const place = this.standing(segments)
    this.draft = withValueAt(this.draft, place, this.personValue(place))
    return place
  }

  /** Recomputes the whole draft, before any rule has written. */
  redraftAll(): void {
    this.draft = this.base
    for (const { segments } of this.userValues.values()) this.redraft(segments)
    this.record = this.draft
  }

  /** Replaces rows in the base. */
  rebase(segments: readonly string[], value: unknown): void {
    this.base = withValueAt(this.base, segments, value)
  }

  /**
   * The place itself, or its outermost ancestor that is missing in the base, so that an object appears and disappears as a whole. For a
   * row that is missing in the base, the list.
   */
  private standing(segments: readonly string[]): readonly string[] {
    let value: unknown = this.base
    for (const [index, segment] of segments.entries()) {
      if (!hasStep(value, segment)) return segments.slice(0, index)
      value = childOf(value, segment)
      if (index < segments.length - 1 && !isContainer(value)) return segments.slice(0, index + 1)
    }
    return segments
  }

  /** Whether all list rows along the path exist. */
  hasRows(segments: readonly string[]): boolean {
    return hasRows(this.base, segments.slice(0, -1))
  }

  private personValue(place: readonly string[]): unknown {
    let value = valueAt(this.base, place)
    const owns = [...this.userValues.values()].filter(({ active, segments }) => active && overlaps(segments, place))
    for (const { segments, value: given } of owns.sort((a, b) => a.segments.length - b.segments.length)) {
      const way = segments.slice(place.length)
      if (segments.length <= place.length) value = valueAt(given, place.slice(segments.length))
      else if (hasRows(value, way)) value = withValueAt(value, way, given)
    }
    return value
  }

  /** Updates the record at a place from its layers. Undefined when nothing changed. */
  refresh(segments: readonly string[]): Replacement | undefined {
    const after = this.effective(segments)
    const before = valueAt(this.record, segments)
    if (before === after || (isSame(before, after) && (before === undefined) === (after === undefined))) return undefined
    this.record = withValueAt(this.record, segments, after)
    return { segments, reshaped: (before === undefined) !== (after === undefined), structural: isContainer(before) || isContainer(after) }
  }

  /** The value of a place combined from the layers; with `below`, only rules of a lower rank count. */
  effective(segments: readonly string[], below = Infinity): unknown {
    let value: unknown
    let from = -1
    for (let length = segments.length; length > 0 && from < 0 && this.written.size > 0; length--) {
      const winner = winnerOf(this.written.get(formatPointer(segments.slice(0, length))), below)
      if (winner) [value, from] = [valueAt(winner.value, segments.slice(length)), length]
    }
    if (from < 0) value = valueAt(this.draft, segments)
    return isContainer(value) ? this.overlaid(value, segments, below) : value
  }

  private overlaid(container: object, segments: readonly string[], below: number): unknown {
    const inside = [...this.written.values()].filter(
      (entry) => entry.segments.length > segments.length && overlaps(entry.segments, segments),
    )
    let value: unknown = container
    for (const entry of inside.sort((a, b) => a.segments.length - b.segments.length)) {
      const winner = winnerOf(entry, below)
      const way = entry.segments.slice(segments.length)
      if (winner && isContainer(valueAt(value, way.slice(0, -1)))) value = withValueAt(value, way, winner.value)
    }
    return value
  }

  /** Records a writer's value at a place; true when it changed. */
  contribute(writer: object, segments: readonly string[], contribution: Contribution): boolean {
    const pointer = formatPointer(segments)
    let entry = this.written.get(pointer)
    if (!entry) this.written.set(pointer, (entry = { segments, by: new Map() }))
    const before = entry.by.get(writer)
    entry.by.set(writer, contribution)
    return !before || !isSame(before.value, contribution.value)
  }

  /** Removes a writer's value at a place. */
  withdraw(writer: object, segments: readonly string[]): void {
    const pointer = formatPointer(segments)
    const entry = this.written.get(pointer)
    entry?.by.delete(writer)
    if (entry?.by.size === 0) this.written.delete(pointer)
  }

  /** Places strictly below another one that rules write, with the writers. */
  writtenBelow(segments: readonly string[]): { segments: readonly string[]; writers: object[] }[] {
    return [...this.written.values()]
      .filter((entry) => entry.segments.length > segments.length && overlaps(entry.segments, segments))
      .map((entry) => ({ segments: entry.segments, writers: [...entry.by.keys()] }))
  }

  /** The rule whose value a place shows; undefined if none. */
  deciding(segments: readonly string[]): CompiledRule | undefined {
    return winnerOf(this.written.get(formatPointer(segments)), Infinity)?.rule
  }

  /** The rule that forces the value of a place or of one of its ancestors. */
  forcing(segments: readonly string[]): CompiledRule | undefined {
    for (let length = segments.length; length > 0; length--) {
      const rule = this.deciding(segments.slice(0, length))
      if (rule && isForcing(rule)) return rule
    }
    return undefined
  }
}

/** Whether a step exists or can be created: list rows must exist, properties can be added. */
const hasStep = (value: unknown, segment: string): boolean => !Array.isArray(value) || Number(segment) < value.length

function hasRows(value: unknown, way: readonly string[]): boolean {
  let current = value
  for (const segment of way) {
    if (!hasStep(current, segment)) return false
    current = childOf(current, segment)
  }
  return true
}

function winnerOf(entry: Written | undefined, below: number): Contribution | undefined {
  let winner: Contribution | undefined
  for (const contribution of entry?.by.values() ?? []) {
    if (contribution.rule.rank < below && (!winner || contribution.rule.priority >= winner.rule.priority)) winner = contribution
  }
  return winner
}

export const isContainer = (value: unknown): value is object => value !== null && typeof value === 'object'

/** Whether one place contains the other, or both are the same. */
export function overlaps(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) if (a[index] !== b[index]) return false
  return true
}
