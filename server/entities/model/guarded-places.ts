import { compileCondition } from '../../../schemas/vocabulary/operators/condition.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import { itemKey } from '../../../schemas/vocabulary/read.ts'
import type { SchemaSource } from '../../../schemas/vocabulary/schema/resolve-schema.ts'
import { rowSchema } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { Access } from '../../../schemas/rights/record-rights.ts'

/** A nested place with a read right stricter than that of the property around it. */
export interface GuardedPlace {
  /** Path segments; `*` stands for every row and map entry. */
  path: readonly string[]
  read: Access
}

/** All guarded places of a resolved schema; guards of top-level properties are in their fields. */
export function guardedIn(schema: EntitySchema, source: SchemaSource): GuardedPlace[] {
  return guardedPathsBelow(schema, []).map(({ path, property }) => {
    const { when, because } = property['x-access']?.read ?? { when: {}, because: '' }
    const where = `x-access of ${path.join('/')}`
    return { path, read: { when: compileCondition(when, schema, { where, source }), because } }
  })
}

function guardedPathsBelow(schema: PropertySchema, path: readonly string[]): { path: readonly string[]; property: PropertySchema }[] {
  const row = rowSchema(schema)
  const below: [string, PropertySchema][] = [
    ...Object.entries(schema.properties ?? {}),
    ...(row ? [['*', row] as [string, PropertySchema]] : []),
  ]
  return below.flatMap(([step, property]) => {
    const at = [...path, step]
    const isGuarded = at.length > 1 && property['x-access']?.read !== undefined
    return isGuarded ? [{ path: at, property }] : guardedPathsBelow(property, at)
  })
}

type Path = readonly string[]
const NONE: readonly Path[] = []

/** Paths that the reader may not see. */
export function hiddenPaths({ guarded }: { guarded: readonly GuardedPlace[] }, context: RuleContext, record: Rec = {}): readonly Path[] {
  if (guarded.length === 0) return NONE
  return guarded.filter(({ read }) => !read.when.holds({ record, context })).map(({ path }) => path)
}

/** A property's value without its hidden paths. */
export function visibleValue(name: string, value: unknown, hidden: readonly Path[]): unknown {
  return hidden.reduce((shown, [top, ...rest]) => (top === name ? carried(shown, undefined, rest) : shown), value)
}

/** The record with the values at hidden paths copied from another version of it. List rows are matched by key. */
export function withHidden(record: Rec, from: Rec, hidden: readonly Path[]): Rec {
  return hidden.reduce<Rec>((next, path) => carried(next, from, path) as Rec, record)
}

function carried(next: unknown, from: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined) return from
  if (step === '*') return carriedRows(next, from, rest)
  const mine = partOf(next, step)
  const inner = carried(mine, partOf(from, step), rest)
  if (inner === mine) return next
  if (next !== undefined && next !== null && !isObject(next)) return next
  const { [step]: _, ...others } = next ?? {}
  return inner === undefined ? others : { ...next, [step]: inner }
}

function carriedRows(next: unknown, from: unknown, rest: Path): unknown {
  if (Array.isArray(next)) {
    const rows: unknown[] = Array.isArray(from) ? from : []
    const before = (row: unknown): unknown => {
      const key = itemKey(row)
      return key === undefined ? undefined : rows.find((other) => itemKey(other) === key)
    }
    return mapped(next, (row) => carried(row, before(row), rest))
  }
  if (!isObject(next)) return next
  const entries = Object.entries(next).map(([key, value]) => [key, carried(value, partOf(from, key), rest)] as const)
  return entries.every(([key, value]) => value === next[key]) ? next : Object.fromEntries(entries)
}

function mapped(rows: readonly unknown[], change: (row: unknown) => unknown): readonly unknown[] {
  const changed = rows.map(change)
  return changed.some((row, index) => row !== rows[index]) ? changed : rows
}

/** Whether a place lies at or below one of the hidden paths. */
export function isHidden(segments: readonly string[], hidden: readonly Path[]): boolean {
  return hidden.some((path) => path.length <= segments.length && path.every((step, index) => step === '*' || step === segments[index]))
}

/** Pointer segments of all places in a value that match a path with wildcards. */
export function placesIn(value: unknown, path: Path, at: Path = []): Path[] {
  const step = path[at.length]
  if (step === undefined) return value === undefined ? [] : [at]
  if (value === null || typeof value !== 'object') return []
  return (step === '*' ? Object.keys(value) : [step]).flatMap((name) => placesIn((value as Rec)[name], path, [...at, name]))
}

function partOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function isObject(value: unknown): value is Rec {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
