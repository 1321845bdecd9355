import { type ContextPath, parseContextPath, type ReferenceLookup } from '../context.ts'
import { unknownNameMessage } from '../names.ts'
import { resolveSchema, type SchemaSource } from '../schema/resolve-schema.ts'
import { childNode, isMap, type SchemaNode } from '../schema/schema-tree.ts'
import type { EntitySchema } from '../types.ts'

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text has the form of an oid, as opposed to a name. */
export const isOid = (text: string): boolean => form.test(text)

/** One step of a path: a name, every item (`*`), or the property that a sibling's value names (`{identifier}`). */
export type PathStep = { key: string } | { each: true } | { by: DataPath }

/** A reference that a path follows, and the field that it reads in the referenced record. */
export interface Hop {
  entity: string
  field: string
  /** The reference may hold the name of a record that does not exist yet; then it is not followed. */
  mayBeName?: true
}

/** A path into the record, bound to the schema place of the object that reads it. */
export interface DataPath {
  kind: 'data'
  text: string
  /** Number of leading segments of the reading object's place to which the steps are relative. */
  keep: number
  steps: readonly PathStep[]
  /** References to follow after the steps, in order. */
  hops: readonly Hop[]
  /** The top-level field that the path always reads; absent if the place depends on the reading object or on values. */
  place?: readonly [string]
  /** Schema places that the steps can reach; several with `*` or `{…}` over an object. */
  nodes: readonly SchemaNode[]
}

export type BoundPath = DataPath | { kind: 'context'; text: string; context: ContextPath }

/** The schema, the object that reads the path, and how to find other schemas. */
export interface BindingPlace {
  schema: EntitySchema
  root: SchemaNode
  from: SchemaNode
  /** Absent: fields of referenced entities are not checked. */
  source?: SchemaSource | undefined
}

/** Binds a path of the condition language; throws on an unknown place, with the nearest known name. */
export function bindPath(text: string, place: BindingPlace): BoundPath {
  if (text.startsWith('$')) {
    const context = parseContextPath(text, place.schema)
    if (typeof context === 'string') throw new Error(context)
    return { kind: 'context', text, context }
  }
  return bindDataPath(text, place)
}

/** Like `bindPath`, but context paths are not allowed. */
export function bindDataPath(text: string, place: BindingPlace): DataPath {
  const { start, rest } = startOf(text, place)
  const [way = '', ...fields] = splitHops(rest)
  const steps: PathStep[] = []
  let nodes: SchemaNode[] = [start]
  for (const segment of way.split('/')) {
    const step = bindStep(segment, place)
    nodes = nodes.flatMap((node) => stepNodes(node, step, { segment, text }))
    steps.push(step)
  }
  const [only] = steps
  const path: DataPath = { kind: 'data', text, keep: start.depth, steps, nodes, hops: bindHops(fields, nodes, { text, place }) }
  if (only && 'key' in only && steps.length === 1 && start.depth === 0) path.place = [only.key]
  return path
}

function startOf(text: string, place: BindingPlace): { start: SchemaNode; rest: string } {
  if (text.startsWith('/')) return { start: place.root, rest: text.slice(1) }
  let start = place.from
  let rest = text
  while (rest.startsWith('^.')) {
    if (!start.owner) throw new Error(`path "${text}" goes above the record`)
    start = start.owner
    rest = rest.slice(2)
  }
  return { start, rest }
}

/** Dots outside `{…}` follow references; those inside belong to the sibling's path. */
function splitHops(rest: string): string[] {
  return rest.split(/\.(?![^{]*\})/)
}

function bindStep(segment: string, place: BindingPlace): PathStep {
  if (segment === '*') return { each: true }
  const sibling = /^\{(.+)\}$/.exec(segment)?.[1]
  return sibling === undefined ? { key: segment } : { by: bindDataPath(sibling, place) }
}

function stepNodes(node: SchemaNode, step: PathStep, { segment, text }: { segment: string; text: string }): SchemaNode[] {
  const where = `in path "${text}"`
  if ('key' in step) {
    const isList = node.item !== undefined && !isMap(node)
    const found = isList ? undefined : childNode(node, segment)
    if (!found) throw new Error(`${unknownNameMessage('field', segment, isList ? ['*'] : node.children.keys())} ${where}`)
    return [found]
  }
  if ('by' in step && node.item && !isMap(node))
    throw new Error(`"${node.key}" is a list, but a value can only choose a property of an object, ${where}`)
  const below = node.item ? [node.item] : [...node.children.values()]
  if (below.length === 0) throw new Error(`"${node.key}" has nothing to choose from ${where}`)
  return below
}

interface HopPlace {
  text: string
  place: BindingPlace
}

function bindHops(fields: readonly string[], nodes: readonly SchemaNode[], { text, place }: HopPlace): Hop[] {
  let property = nodes[0]?.property
  const hops: Hop[] = []
  for (const field of fields) {
    const { entity, creates } = property?.['x-ref'] ?? {}
    if (entity === undefined)
      throw new Error(`path "${text}": "." follows a reference, but what stands before ".${field}" has no x-ref ("/" goes into an object)`)
    hops.push({ entity, field, ...(creates === true && { mayBeName: true }) })
    if (!place.source) continue
    const target = place.source(entity)
    if (!target) throw new Error(`path "${text}": no schema "${entity}" is known`)
    const fieldsOfTarget = resolveSchema(target as EntitySchema, place.source).properties
    property = fieldsOfTarget[field]
    if (!property) throw new Error(`${unknownNameMessage('field', field, Object.keys(fieldsOfTarget))} of "${entity}" in path "${text}"`)
  }
  return hops
}

/** Whether a value is a reference that a hop can follow. */
export const isFollowed = (value: unknown, { entity, mayBeName }: Hop, lookup: ReferenceLookup): value is string =>
  typeof value === 'string' && value !== '' && (mayBeName !== true || (lookup.isIdentifier?.(entity, value) ?? isOid(value)))

/** Patterns of all places that a path can read, including the siblings in `{…}`, for dependency tracking. */
export function patternsOf(path: DataPath): string[] {
  const siblings = path.steps.flatMap((step) => ('by' in step ? patternsOf(step.by) : []))
  return [...path.nodes.map(({ pattern }) => pattern), ...siblings]
}
