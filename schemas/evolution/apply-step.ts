import { parsePointer } from '../vocabulary/paths/pointer.ts'
import type { Rec } from '../vocabulary/types.ts'
import type { Move, OptionRename, Step } from '../vocabulary/evolution.ts'
import type { RecordMigrations } from './record-migration.ts'

/** The record in the version that the step leads to. Values of `x-since` are left to the validator. The given record stays as it is. */
export function applyStep(record: Rec, step: Step, migrations: RecordMigrations): Rec {
  let next = copyOf(record)
  moveAll(next, step.moves ?? [])
  for (const option of step.options ?? []) renameOption(next, option)
  for (const name of step.migrations ?? []) next = migrationOf(migrations, name).up(next)
  for (const path of step.drops ?? []) for (const place of placesOf(next, parsePointer(path))) take(next, place)
  return next
}

/** The record in the version from which the step leads: what the version before reads. Fields that the step added stay in objects that it knows. */
export function revertStep(record: Rec, step: Step, migrations: RecordMigrations): Rec {
  let before = copyOf(record)
  for (const name of [...(step.migrations ?? [])].toReversed()) before = migrationOf(migrations, name).down?.(before) ?? before
  const options = (step.options ?? []).map(({ at, from, to }) => ({ at, from: to, to: from }))
  for (const path of step.inner ?? []) for (const place of placesOf(before, parsePointer(path))) take(before, place)
  for (const option of options) renameOption(before, option)
  for (const kind of step.kinds ?? []) convert(before, kind)
  moveAll(
    before,
    (step.moves ?? []).toReversed().map(({ from, to }) => ({ from: to, to: from })),
  )
  for (const name of step.added ?? []) delete before[name]
  return before
}

const copyOf = (record: Rec): Rec => structuredClone(record)

function migrationOf(migrations: RecordMigrations, name: string) {
  const found = migrations[name]
  if (found === undefined) throw new Error(`there is no schemas/migrations/${name}.ts`)
  return found
}

/** Moves of one depth are carried out at once, so that two fields may swap their names. */
function moveAll(record: Rec, moves: readonly Move[]): void {
  for (let at = 0; at < moves.length;) {
    const depth = depthOf(moves[at])
    let end = at
    while (end < moves.length && depthOf(moves[end]) === depth) end++
    const taken = moves.slice(at, end).flatMap(({ from, to }) => {
      const [source, target] = [parsePointer(from), parsePointer(to)]
      return placesOf(record, source).map((place) => ({ place: targetPlace({ source, target, place }), value: take(record, place) }))
    })
    for (const { place, value } of taken) put(record, place, value)
    at = end
  }
}

const depthOf = (move: Move | undefined): number => move?.to.split('/').length ?? 0

/** The concrete place in the target pattern: its `*` are the rows and entries of the source, in their order. */
function targetPlace({ source, target, place }: Record<'source' | 'target' | 'place', readonly string[]>): string[] {
  const chosen = place.filter((_, at) => source[at] === '*')
  return target.map((segment) => (segment === '*' ? (chosen.shift() ?? segment) : segment))
}

function renameOption(record: Rec, { at, from, to }: OptionRename): void {
  for (const place of placesOf(record, parsePointer(at))) {
    const holder = holderOf(record, place)
    const name = place.at(-1) ?? ''
    if (holder !== undefined && String(holder[name]) === from) holder[name] = to
  }
}

/** Back to the kind of before; what has no such value is left out. */
function convert(record: Rec, { at, from }: NonNullable<Step['kinds']>[number]): void {
  for (const place of placesOf(record, parsePointer(at))) {
    const value = take(record, place)
    const before = valueOfKind(value, from)
    if (before !== undefined) put(record, place, before)
  }
}

function valueOfKind(value: unknown, kind: string): unknown {
  if (kind === 'text') return value === null ? undefined : String(value)
  if (kind === 'boolean') return typeof value === 'boolean' ? value : { true: true, false: false }[String(value)]
  const number = typeof value === 'number' ? value : Number(typeof value === 'string' && value.trim() !== '' ? value : NaN)
  return Number.isFinite(number) && (kind === 'number' || Number.isInteger(number)) ? number : undefined
}

/** Concrete places of a pattern at which the record has a value. */
function placesOf(value: unknown, pattern: readonly string[], place: readonly string[] = []): string[][] {
  const [segment, ...rest] = pattern
  if (segment === undefined) return value === undefined ? [] : [[...place]]
  if (value === null || typeof value !== 'object') return []
  const names = segment === '*' ? Object.keys(value) : [segment]
  return names.flatMap((name) => (Object.hasOwn(value, name) ? placesOf((value as Rec)[name], rest, [...place, name]) : []))
}

function holderOf(record: Rec, place: readonly string[]): Rec | undefined {
  let holder: unknown = record
  for (const segment of place.slice(0, -1)) holder = (holder as Rec | undefined)?.[segment]
  return holder as Rec | undefined
}

function take(record: Rec, place: readonly string[]): unknown {
  const holder = holderOf(record, place)
  const name = place.at(-1) ?? ''
  const value = holder?.[name]
  if (holder !== undefined) delete holder[name]
  return value
}

/** Makes objects on the way where there are none. A value that stands there already wins: a copy of the newer version wrote it. */
function put(record: Rec, place: readonly string[], value: unknown): void {
  let holder = record
  for (const segment of place.slice(0, -1)) {
    const inner = holder[segment]
    if (inner === null || typeof inner !== 'object') holder[segment] = {}
    holder = holder[segment] as Rec
  }
  const name = place.at(-1) ?? ''
  holder[name] ??= value
}
