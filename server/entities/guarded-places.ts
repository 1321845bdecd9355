import { compileCondition } from '../../schemas/vocabulary/condition.ts'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import { itemKey } from '../../schemas/vocabulary/read.ts'
import type { SchemaSource } from '../../schemas/vocabulary/resolve-schema.ts'
import { rowSchema } from '../../schemas/vocabulary/row-schema.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../schemas/vocabulary/types.ts'
import type { Access } from './field.ts'
import type { EntityModel } from './entity-model.ts'

/** A place within an object, a list or a map that not everybody may read who may read the property around it. */
export interface GuardedPlace {
  /** The steps to it, with `*` for every row and every entry. */
  way: readonly string[]
  read: Access
}

/** Every guarded place of a schema whose own references are resolved; those of its properties themselves are fields. */
export function guardedIn(schema: EntitySchema, source: SchemaSource): GuardedPlace[] {
  return waysBelow(schema, []).map(({ way, property }) => {
    const { when, because } = property['x-access']?.read ?? { when: {}, because: '' }
    const where = `x-access of ${way.join('/')}`
    return { way, read: { when: compileCondition(when, schema, { where, source }), because } }
  })
}

function waysBelow(schema: PropertySchema, way: readonly string[]): { way: readonly string[]; property: PropertySchema }[] {
  const row = rowSchema(schema)
  const below: [string, PropertySchema][] = [
    ...Object.entries(schema.properties ?? {}),
    ...(row ? [['*', row] as [string, PropertySchema]] : []),
  ]
  return below.flatMap(([step, property]) => {
    const at = [...way, step]
    const isGuarded = at.length > 1 && property['x-access']?.read !== undefined
    return isGuarded ? [{ way: at, property }] : waysBelow(property, at)
  })
}

type Way = readonly string[]
const NONE: readonly Way[] = []

/** Ways of a record that its reader does not see. */
export function hiddenWays({ guarded }: EntityModel, context: RuleContext, record: Rec = {}): readonly Way[] {
  if (guarded.length === 0) return NONE
  return guarded.filter(({ read }) => !read.when.holds({ record, context })).map(({ way }) => way)
}

/** The value of a property as somebody may see it from whom the ways are hidden. */
export function visibleValue(name: string, value: unknown, hidden: readonly Way[]): unknown {
  return hidden.reduce((shown, [top, ...rest]) => (top === name ? carried(shown, undefined, rest) : shown), value)
}

/** The record with what stands in the ways of another version of it, and nothing else there. Rows of lists are known by their key. */
export function withHidden(record: Rec, from: Rec, hidden: readonly Way[]): Rec {
  return hidden.reduce<Rec>((next, way) => carried(next, from, way) as Rec, record)
}

function carried(next: unknown, from: unknown, [step, ...rest]: Way): unknown {
  if (step === undefined) return from
  if (step === '*') return carriedRows(next, from, rest)
  const mine = partOf(next, step)
  const inner = carried(mine, partOf(from, step), rest)
  if (inner === mine) return next
  if (next !== undefined && next !== null && !isObject(next)) return next
  const { [step]: _, ...others } = next ?? {}
  return inner === undefined ? others : { ...next, [step]: inner }
}

function carriedRows(next: unknown, from: unknown, rest: Way): unknown {
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

/** Whether a place, by its segments, lies in one of the ways. */
export function isHidden(segments: readonly string[], hidden: readonly Way[]): boolean {
  return hidden.some((way) => way.length <= segments.length && way.every((step, index) => step === '*' || step === segments[index]))
}

/** Pointer segments of what a value says in the ways: what nobody may send who does not see it. */
export function placesIn(value: unknown, way: Way, at: Way = []): Way[] {
  const step = way[at.length]
  if (step === undefined) return value === undefined ? [] : [at]
  if (value === null || typeof value !== 'object') return []
  return (step === '*' ? Object.keys(value) : [step]).flatMap((name) => placesIn((value as Rec)[name], way, [...at, name]))
}

function partOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function isObject(value: unknown): value is Rec {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
