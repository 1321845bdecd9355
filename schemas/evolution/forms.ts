import { isUnchanged, isSame } from '../vocabulary/equality.ts'
import { parsePointer, withValueAt } from '../vocabulary/paths/pointer.ts'
import type { RuleContext } from '../vocabulary/context.ts'
import type { Validate } from '../vocabulary/schema/compiled-entity.ts'
import type { SchemaSource } from '../vocabulary/schema/resolve-schema.ts'
import { nodeAt, schemaTree, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import { bindSource, evaluateSource } from '../vocabulary/source.ts'
import type { EntitySchema, Rec } from '../vocabulary/types.ts'
import { applyStep, revertStep } from './apply-step.ts'
import { topOf, type Evolution } from '../vocabulary/evolution.ts'
import type { RecordMigrations } from './record-migration.ts'

/** Property of stored data with the number of the form that the properties beside it have. @default 0 */
const FORM = '$form'

/** Property of stored data with what a copy of an earlier version found and did not know. */
const ASIDE = '$aside'

/** Property of stored data with what the present form has in place of properties of the form before: `$7` for form 7. */
export const presentKey = (form: number): string => `$${form}`

/** Reads and writes stored data of an entity whose form has changed. */
export interface Forms extends Evolution {
  /** The present record that stored data of any form holds. Data of a later form are read as the copies of this version wrote them. */
  present(data: Rec): Rec
  /** The data to store for a present record: in the form of the release before, with what is new beside it. */
  stored(record: Rec): Rec
  /** Properties that stored data may have besides those of the record. */
  besides: readonly string[]
}

interface FormsParts {
  schema: EntitySchema
  source?: SchemaSource
  validate: Validate
  migrations: RecordMigrations
}

/** The forms of an entity; undefined if its records ever had the present one. */
export function formsOf(parts: FormsParts): Forms | undefined {
  const { schema, migrations } = parts
  const evolution = schema['x-evolution']
  if (evolution === undefined || evolution.steps.length === 0) return undefined
  const { form, base, steps } = evolution
  const withValues = fillSince(parts)
  // What moves and migrations make of the earlier form is made anew.
  const made = new Set(
    steps.flatMap(({ moves = [], changed = [], writes = [] }) => [...moves.map(({ to }) => topOf(to)), ...changed, ...writes]),
  )
  const present = (data: Rec): Rec => {
    const found = layersOf(data, form)
    if (found.form === form) return knownOf(found.record, schema)
    const next = steps.slice(found.form).reduce((record, step) => applyStep(record, step, migrations), found.record)
    const back = Object.entries((data[ASIDE] ?? {}) as Rec).filter(([name]) => !made.has(name) && next[name] === undefined)
    return withValues(knownOf({ ...next, ...Object.fromEntries(back) }, schema))
  }
  const stored = (record: Rec): Rec => {
    const window = steps.slice(base, form)
    const before = window.reduceRight((later, step) => revertStep(later, step, migrations), record)
    const added = new Set(window.flatMap((step) => step.added ?? []))
    return layered({ record, before, added, form, base, schema })
  }
  const earlier = steps.flatMap(({ moves = [], drops = [] }) => [...moves.map(({ from }) => topOf(from)), ...drops.map(topOf)])
  const besides = [FORM, presentKey(form), ...earlier.filter((name) => !Object.hasOwn(schema.properties, name))]
  return { ...evolution, present, stored, besides }
}

/**
 * Stored data of an entity without other forms: copies of a later version, which has some, keep what this one reads beside theirs. What
 * copies of an earlier version laid aside is back in its place.
 */
export function withoutLaterForm(data: Rec, schema: EntitySchema): Rec {
  const aside = data[ASIDE] as Rec | undefined
  return knownOf(aside === undefined ? data : { ...aside, ...data }, schema)
}

/**
 * Properties of stored data that this version does not know: a later one wrote them. Written back under `$aside`, so that nothing is lost;
 * undefined if there are none.
 */
export function unknownOf(data: Rec, { properties }: EntitySchema, besides: readonly string[] = []): Rec | undefined {
  const names = Object.keys(data).filter((name) => !name.startsWith('$') && !Object.hasOwn(properties, name) && !besides.includes(name))
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

/** The latest form that the data have and this version knows. */
function layersOf(data: Rec, most: number): { record: Rec; form: number } {
  const own = typeof data[FORM] === 'number' ? data[FORM] : 0
  for (let form = most; form > own; form--) {
    const layer = data[presentKey(form)]
    if (layer === undefined) continue
    const record: Rec = Object.assign({}, data, layer)
    for (const [name, value] of Object.entries(layer as Rec)) if (value === null) delete record[name]
    return { record, form }
  }
  return { record: data, form: Math.min(own, most) }
}

interface Layers {
  record: Rec
  before: Rec
  added: ReadonlySet<string>
  form: number
  base: number
  schema: EntitySchema
}

/** Properties that the form before has in its way stand in a layer of their own; all others beside it. A null in the layer: no value. */
function layered({ record, before, added, form, base, schema: { properties } }: Layers): Rec {
  const data = Object.assign({}, before)
  data[FORM] = base
  if (form === base) return data
  const layer: Rec = {}
  for (const name of Object.keys(record)) {
    if (added.has(name)) data[name] = record[name]
    else if (!isSame(before[name], record[name])) layer[name] = record[name] ?? null
  }
  for (const name of Object.keys(before))
    if (record[name] === undefined && !added.has(name) && Object.hasOwn(properties, name)) layer[name] = null
  data[presentKey(form)] = layer
  return data
}

/** Puts the values of `x-since` where the validator refuses what an earlier release accepted. */
function fillSince({ schema, source, validate }: FormsParts): (record: Rec) => Rec {
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
