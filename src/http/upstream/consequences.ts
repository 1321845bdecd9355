import { rulesOf } from '../../../renderer/rules/engine.ts'
import { isSame } from '../../../schemas/vocabulary/equality.ts'
import { followingValues } from './derived-values.ts'
import { differences } from '../../../schemas/rules/differences.ts'
import { settle } from '../../../schemas/rules/settle.ts'
import type { CompiledRules } from '../../../schemas/rules/types.ts'
import { changedPointersOf, mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import { parsePointer, valueAt, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { isObject, type Labels } from '../../../schemas/wire/object-wire.ts'

interface Circumstances {
  schema: EntitySchema
  context: RuleContext
  /** Records that rules may follow references to. */
  labels: Labels
}

/**
 * Changes with what rules make of them: a service that is not ours need not know that a spoke has no preference or that another network ends the
 * connections of a WAN (S1 section 4). What rules would make of the stored record alone is left as it is.
 */
export function withConsequences(stored: Rec, changes: Rec, at: Circumstances): Rec {
  const touched = changedPointersOf(changes)
  const opened = settled(stored, { next: stored, touched: [] }, at)
  const next = settled(stored, { next: mergeRecords(stored, changes), touched }, at)
  let all = changes
  for (const { segments } of differences(opened, next)) {
    const place = wholeLists(next, segments)
    if (touched.some((pointer) => isWithin(place, parsePointer(pointer)))) continue
    all = withValueAt(all, place, valueAt(next, place) ?? null) as Rec
  }
  for (const [name, value] of Object.entries(followingValues(mergeRecords(stored, all), at.schema)))
    if (!isSame(stored[name] ?? null, value)) all = { ...all, [name]: value }
  return numbered(all, at.schema) as Rec
}

/** A new record as rules complete it; what was given stays. */
export function completedByRules(record: Rec, changes: Rec, at: Circumstances): Rec {
  const complete = settled(null, { next: record, touched: changedPointersOf(changes) }, at)
  const whole = mergeRecords(complete, changes)
  return numbered({ ...whole, ...followingValues(whole, at.schema) }, at.schema) as Rec
}

/** Rows of lists whose order counts have their places, from 1 (S2 section 4, port-based apps). */
function numbered(value: unknown, { properties = {}, items }: PropertySchema): unknown {
  if (Array.isArray(value)) {
    const [place] = Object.entries(items?.properties ?? {}).find(([, property]) => property['x-kind'] === 'place') ?? []
    return place === undefined ? value : value.map((row: Rec, index) => ({ ...row, [place]: index + 1 }))
  }
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, properties[name] === undefined ? one : numbered(one, properties[name])]),
  )
}

function settled(stored: Rec | null, { next, touched }: { next: Rec; touched: string[] }, { schema, context, labels }: Circumstances): Rec {
  const rules: CompiledRules = rulesOf(schema)
  const editor = { ...context.editor, creating: stored === null }
  return settle({ rules, stored, next, touched, context: { ...context, editor }, lookup: labels, unchangedCounts: true }).record
}

/** The place of a value, or that of the outermost list around it: lists change as a whole. */
function wholeLists(record: Rec, segments: readonly string[]): readonly string[] {
  const end = segments.findIndex((_one, index) => Array.isArray(valueAt(record, segments.slice(0, index))))
  return end < 0 ? segments : segments.slice(0, end)
}

const isWithin = (place: readonly string[], around: readonly string[]): boolean =>
  around.length <= place.length && around.every((segment, index) => place[index] === segment)
