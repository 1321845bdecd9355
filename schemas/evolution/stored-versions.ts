import { isUnchanged, isSame } from '../vocabulary/equality.ts'
import { parsePointer, withValueAt } from '../vocabulary/paths/pointer.ts'
import type { RuleContext } from '../vocabulary/context.ts'
import type { Validate } from '../vocabulary/schema/compiled-entity.ts'
import type { SchemaSource } from '../vocabulary/schema/resolve-schema.ts'
import { nodeAt, schemaTree, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import { bindSource, evaluateSource } from '../vocabulary/source.ts'
import type { EntitySchema, Rec } from '../vocabulary/types.ts'
import { applyStep, revertStep } from './apply-step.ts'
import { isAdditive, topOf, type Evolution } from '../vocabulary/evolution.ts'
import type { RecordMigrations } from './record-migration.ts'

/** Property of stored data with the number of the version that the properties beside it have. @default 0 */
export const VERSION = '$version'

/** Property of stored data with what a copy of an earlier version found and did not know. */
const ASIDE = '$aside'

/** Property of stored data with what the present version has in place of properties of the version before: `$7` for version 7. */
export const layerKey = (version: number): string => `$${version}`

/** Reads and writes stored data of an entity whose version has changed. */
export interface StoredVersions extends Evolution {
  /** The present record that stored data of any version holds. Data of a later version are read as the copies of this version wrote them. */
  present(data: Rec): Rec
  /** The data to store for a present record: in the version of the release before, with what is new beside it. */
  stored(record: Rec): Rec
  /** A present record of what an earlier release accepted, e.g. one that the journal restores: with values of `x-since` where the schema refuses its own. */
  filled(record: Rec): Rec
  /** Properties that stored data may have besides those of the record. */
  besides: readonly string[]
  /** Whether rows have to be rewritten: where a release only adds fields, rows of before stay as they are. */
  rewrites: boolean
}

interface VersionsParts {
  schema: EntitySchema
  source?: SchemaSource
  validate: Validate
  migrations: RecordMigrations
}

/** The versions of an entity; undefined if its records ever had the present one. */
export function storedVersionsOf(parts: VersionsParts): StoredVersions | undefined {
  const { schema, migrations } = parts
  const evolution = schema['x-evolution']
  if (evolution === undefined || evolution.steps.length === 0) return undefined
  const { version, base, steps } = evolution
  const withValues = fillSince(parts)
  // What moves and migrations make of the earlier version is made anew.
  const made = new Set(
    steps.flatMap(({ moves = [], changed = [], writes = [] }) => [...moves.map(({ to }) => topOf(to)), ...changed, ...writes]),
  )
  const present = (data: Rec): Rec => {
    const found = layersOf(data, version)
    if (found.version === version) return knownOf(found.record, schema)
    const next = steps.slice(found.version).reduce((record, step) => applyStep(record, step, migrations), found.record)
    const aside = (data[ASIDE] ?? {}) as Rec
    const back = Object.entries(aside).filter(([name]) => !made.has(name) && next[name] === undefined)
    return withValues(
      knownOf({ ...next, ...Object.fromEntries(back), ...unchangedOf(data, aside[layerKey(version)] as Rec | undefined) }, schema),
    )
  }
  const window = steps.slice(base, version)
  const revert = (record: Rec): Rec => window.reduceRight((later, step) => revertStep(later, step, migrations), record)
  // What a copy of the version before left as it was keeps what only this version knows of it.
  const unchangedOf = (data: Rec, layer: Rec = {}): Rec => {
    const before = revert(Object.assign({}, data, layer))
    return Object.fromEntries(Object.entries(layer).filter(([name, value]) => value !== null && isSame(before[name], data[name])))
  }
  const stored = (record: Rec): Rec => {
    const before = revert(record)
    const added = new Set(window.flatMap((step) => step.added ?? []))
    return layered({ record, before, added, version, base, schema })
  }
  const earlier = steps.flatMap(({ moves = [], drops = [] }) => [...moves.map(({ from }) => topOf(from)), ...drops.map(topOf)])
  const besides = [VERSION, layerKey(version), ...earlier.filter((name) => !Object.hasOwn(schema.properties, name))]
  // Rows that the release before has not rewritten yet, or that its copies wrote, count, too.
  const rewrites = steps.slice(Math.max(base - 1, 0), version).some((step) => !isAdditive(step))
  return { ...evolution, present, stored, filled: withValues, besides, rewrites }
}

/**
 * Stored data of an entity without other versions: copies of a later version, which has some, keep what this one reads beside theirs. What
 * copies of an earlier version laid aside is back in its place.
 */
export function withoutLaterVersion(data: Rec, schema: EntitySchema): Rec {
  const aside = data[ASIDE] as Rec | undefined
  return knownOf(aside === undefined ? data : { ...aside, ...data }, schema)
}

/**
 * Properties of stored data that this version does not know: a later one wrote them. Written back under `$aside`, so that nothing is lost;
 * undefined if there are none.
 */
export function unknownOf(
  data: Rec,
  { properties }: EntitySchema,
  { version, besides }: Pick<StoredVersions, 'version' | 'besides'> = { version: 0, besides: [] },
): Rec | undefined {
  const isLater = (name: string): boolean => /^\$\d+$/.test(name) && Number(name.slice(1)) > version
  const isUnknown = (name: string): boolean => !name.startsWith('$') && !Object.hasOwn(properties, name) && !besides.includes(name)
  const names = Object.keys(data).filter((name) => isLater(name) || isUnknown(name))
  const aside = data[ASIDE] as Rec | undefined
  return names.length === 0 ? aside : { ...aside, ...Object.fromEntries(names.map((name) => [name, data[name]])) }
}

/** Stored data with what this version does not know laid aside. */
export function withAside(data: Rec, aside: Rec | undefined): Rec {
  return aside === undefined ? data : { ...data, [ASIDE]: aside }
}

function knownOf(record: Rec, { properties }: EntitySchema): Rec {
  const known: Rec = {}
  for (const name of Object.keys(record)) if (Object.hasOwn(properties, name)) known[name] = record[name]
  return known
}

/** The latest version that the data have and this version knows. */
function layersOf(data: Rec, most: number): { record: Rec; version: number } {
  const own = typeof data[VERSION] === 'number' ? data[VERSION] : 0
  for (let version = most; version > own; version--) {
    const layer = data[layerKey(version)]
    if (layer === undefined) continue
    const record: Rec = Object.assign({}, data, layer)
    for (const [name, value] of Object.entries(layer as Rec)) if (value === null) delete record[name]
    return { record, version }
  }
  return { record: data, version: Math.min(own, most) }
}

interface Layers {
  record: Rec
  before: Rec
  added: ReadonlySet<string>
  version: number
  base: number
  schema: EntitySchema
}

/** Properties that the version before has in its way stand in a layer of their own; all others beside it. A null in the layer: no value. */
function layered({ record, before, added, version, base, schema: { properties } }: Layers): Rec {
  const data = Object.assign({}, before)
  data[VERSION] = base
  if (version === base) return data
  const layer: Rec = {}
  for (const name of Object.keys(record)) {
    if (added.has(name)) data[name] = record[name]
    else if (!isSame(before[name], record[name])) layer[name] = record[name] ?? null
  }
  for (const name of Object.keys(before))
    if (record[name] === undefined && !added.has(name) && Object.hasOwn(properties, name)) layer[name] = null
  data[layerKey(version)] = layer
  return data
}

/** Puts the values of `x-since` where the validator refuses what an earlier release accepted. */
function fillSince({ schema, source, validate }: VersionsParts): (record: Rec) => Rec {
  const root = schemaTree(schema, source)
  return (record) =>
    validate(record).reduce((next, { pointer }) => {
      const place = parsePointer(pointer)
      const node = nodeAt(root, place)
      const since = node?.property['x-since']
      if (node === undefined || since === undefined || !('value' in since)) return next
      const value = valueOf(since.value, { node, root, schema, source, place, record: next })
      return value === undefined || isUnchanged(value, null) ? withValueAt(next, place, undefined) : withValueAt(next, place, value)
    }, record)
}

interface SincePlace {
  node: SchemaNode
  root: SchemaNode
  schema: EntitySchema
  source: SchemaSource | undefined
  place: readonly string[]
  record: Rec
}

/** No migration knows who is signed in. */
const nobody = {} as RuleContext

function valueOf(raw: unknown, { node, root, schema, source, place, record }: SincePlace): unknown {
  const bound = bindSource(raw, { schema, root, from: node.owner ?? root, source })
  const ownerDepth = node.owner?.depth ?? 0
  return evaluateSource(bound, place.slice(0, ownerDepth), { record, stored: record, context: nobody, lookup: () => undefined })
}
