import { isSame } from '../vocabulary/equality.ts'
import { childOf, formatPointer, valueAt, withValueAt } from '../vocabulary/pointer.ts'
import type { Rec } from '../vocabulary/types.ts'
import { isForcing, type CompiledRule } from './rule-set.ts'

/** A person's value of one place. An inactive one is kept aside while its control is hidden or disabled. */
export interface Own {
  segments: readonly string[]
  value: unknown
  active: boolean
}

/** What one rule at one object writes. */
export interface Contribution {
  /** Of several the one of the highest priority wins. A rule does not see what it or one of a later rank writes. */
  rule: CompiledRule
  value: unknown
}

interface Written {
  segments: readonly string[]
  by: Map<object, Contribution>
}

/** A replaced place: where, and whether what is around it got or lost a key. */
export interface Replacement {
  segments: readonly string[]
  reshaped: boolean
  structural: boolean
}

/** The record of a session in three layers: what was there, what a person gave, what rules write. */
export class Layers {
  /** What was there, with rows as they were put in. */
  base: Rec
  readonly own = new Map<string, Own>()
  /** All three layers together; every change makes a new one that shares what stayed. */
  record: Rec
  private readonly written = new Map<string, Written>()
  /** Base and active own values. */
  private draft: Rec

  constructor(base: Rec) {
    this.base = base
    this.draft = base
    this.record = base
  }

  /** Brings base and own values of a place into the draft; the place may be wider where objects appear or disappear. */
  redraft(segments: readonly string[]): readonly string[] {
    const place = this.standing(segments)
    this.draft = withValueAt(this.draft, place, this.personValue(place))
    return place
  }

  /** Brings everything into the draft at once, before any rule wrote. */
  redraftAll(): void {
    this.draft = this.base
    for (const { segments } of this.own.values()) this.redraft(segments)
    this.record = this.draft
  }

  /** Puts other rows into the base. */
  rebase(segments: readonly string[], value: unknown): void {
    this.base = withValueAt(this.base, segments, value)
  }

  /**
   * The place itself, or the nearest object around it that the base does not have, so that it comes and goes as a whole; of a row
   * that the base does not have, the list.
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

  /** Every row on the way is there. */
  hasRows(segments: readonly string[]): boolean {
    return hasRows(this.base, segments.slice(0, -1))
  }

  private personValue(place: readonly string[]): unknown {
    let value = valueAt(this.base, place)
    const owns = [...this.own.values()].filter(({ active, segments }) => active && overlaps(segments, place))
    for (const { segments, value: given } of owns.sort((a, b) => a.segments.length - b.segments.length)) {
      const way = segments.slice(place.length)
      if (segments.length <= place.length) value = valueAt(given, place.slice(segments.length))
      else if (hasRows(value, way)) value = withValueAt(value, way, given)
    }
    return value
  }

  /** Makes the record show what its layers say at a place. Undefined when nothing changed. */
  refresh(segments: readonly string[]): Replacement | undefined {
    const after = this.effective(segments)
    const before = valueAt(this.record, segments)
    if (before === after || (isSame(before, after) && (before === undefined) === (after === undefined))) return undefined
    this.record = withValueAt(this.record, segments, after)
    return { segments, reshaped: (before === undefined) !== (after === undefined), structural: isContainer(before) || isContainer(after) }
  }

  /** The value of a place as the layers give it; with `below`, only rules of a lower rank count. */
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

  /** Notes what a writer writes at a place; true when that is new. */
  contribute(writer: object, segments: readonly string[], contribution: Contribution): boolean {
    const pointer = formatPointer(segments)
    let entry = this.written.get(pointer)
    if (!entry) this.written.set(pointer, (entry = { segments, by: new Map() }))
    const before = entry.by.get(writer)
    entry.by.set(writer, contribution)
    return !before || !isSame(before.value, contribution.value)
  }

  /** Takes back what a writer wrote at a place. */
  withdraw(writer: object, segments: readonly string[]): void {
    const pointer = formatPointer(segments)
    const entry = this.written.get(pointer)
    entry?.by.delete(writer)
    if (entry?.by.size === 0) this.written.delete(pointer)
  }

  /** Places strictly below another one that rules write, with their writers. */
  writtenBelow(segments: readonly string[]): { segments: readonly string[]; writers: object[] }[] {
    return [...this.written.values()]
      .filter((entry) => entry.segments.length > segments.length && overlaps(entry.segments, segments))
      .map((entry) => ({ segments: entry.segments, writers: [...entry.by.keys()] }))
  }

  /** The rule that decides a place; undefined when none does. */
  deciding(segments: readonly string[]): CompiledRule | undefined {
    return winnerOf(this.written.get(formatPointer(segments)), Infinity)?.rule
  }

  /** The rule that forces a value upon a place or what is around it. */
  forcing(segments: readonly string[]): CompiledRule | undefined {
    for (let length = segments.length; length > 0; length--) {
      const rule = this.deciding(segments.slice(0, length))
      if (rule && isForcing(rule)) return rule
    }
    return undefined
  }
}

/** A row is only there when its list is as long; anything else can be put anywhere. */
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

/** One of the places is around the other, or both are the same. */
export function overlaps(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) if (a[index] !== b[index]) return false
  return true
}
