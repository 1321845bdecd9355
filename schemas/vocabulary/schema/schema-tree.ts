import type { EntitySchema, PropertySchema, Rec } from '../types.ts'
import { hasUniformChildren } from './uniform-children.ts'
import { keysOf } from '../paths/pointer.ts'
import { entrySchema, hasSecretMark, SECRET_MARK } from './property-schema.ts'
import { resolveSchema, type SchemaSource } from './resolve-schema.ts'

/** A place of a resolved schema: a property, or the row of a list or entry of a map (key `*`). */
export interface SchemaNode {
  key: string
  /** Pattern of the place, e.g. `/lan/subnets/*` + `/prefix`; empty for the record itself. */
  pattern: string
  /** Number of segments of the pattern. */
  depth: number
  property: PropertySchema
  parent: SchemaNode | undefined
  /** The enclosing object, skipping lists: what `^` refers to. */
  owner: SchemaNode | undefined
  children: ReadonlyMap<string, SchemaNode>
  /** Node of a list's rows or a map's entries. */
  item: SchemaNode | undefined
  /** Dotted path of the place in locale keys, without lists and keys of uniform children: `lan.subnets.prefix`, `wans.mtu`. */
  textPath: string
}

/** Builds the tree of a schema's places; `source` finds referenced schemas. */
export function schemaTree(schema: EntitySchema, source?: SchemaSource): SchemaNode {
  return makeNode({ key: '', pattern: '', depth: 0, property: resolveSchema(schema, source) }, undefined, undefined)
}

/** Schema of the flag that a record carries instead of a secret (DECISIONS section 3). */
const configured: PropertySchema = { type: 'boolean', readOnly: true }

type Start = Pick<SchemaNode, 'key' | 'pattern' | 'depth' | 'property'>

function makeNode(start: Start, parent: SchemaNode | undefined, owner: SchemaNode | undefined): SchemaNode {
  const children = new Map<string, SchemaNode>()
  const node: SchemaNode = { ...start, parent, owner, children, item: undefined, textPath: textPathOf(start, parent) }
  const property = { ...Object.assign({}, ...(start.property.allOf ?? [])), ...start.property } as PropertySchema
  const below = (key: string, child: PropertySchema, ownerOfChild: SchemaNode | undefined): SchemaNode =>
    makeNode({ key, pattern: `${start.pattern}/${key}`, depth: start.depth + 1, property: child }, node, ownerOfChild)
  for (const [key, child] of Object.entries(property.properties ?? {})) {
    children.set(key, below(key, child, node))
  }
  if (hasSecretMark(property) && !children.has(SECRET_MARK)) children.set(SECRET_MARK, below(SECRET_MARK, configured, node))
  const entry = entrySchema(property)
  if (entry) node.item = below('*', entry, node)
  if (property.items) node.item = below('*', property.items, owner)
  return node
}

function textPathOf({ key }: Start, parent: SchemaNode | undefined): string {
  if (!parent) return ''
  if (key === '*') return parent.textPath
  const around = parent.parent && hasUniformChildren(parent.parent.property) ? parent.parent.textPath : parent.textPath
  return around === '' ? key : `${around}.${key}`
}

/** The node of a concrete place such as `['lan', 'subnets', '3', 'prefix']`; undefined if there is none. */
export function nodeAt(root: SchemaNode, segments: readonly string[]): SchemaNode | undefined {
  let node: SchemaNode | undefined = root
  for (const segment of segments) node = node && childNode(node, segment)
  return node
}

/** Whether a node is a map, i.e. an object with free keys. */
export const isMap = ({ item, property }: SchemaNode): boolean => item !== undefined && property.items === undefined

/** The child node for a property name, a list index, a map key or `*`. */
export function childNode(node: SchemaNode, segment: string): SchemaNode | undefined {
  return node.item ? node.item : node.children.get(segment)
}

/** Every node of the tree, parents before children, in the schema's order. */
export function* allNodes(node: SchemaNode): Generator<SchemaNode> {
  yield node
  for (const child of node.children.values()) yield* allNodes(child)
  if (node.item) yield* allNodes(node.item)
}

/** Calls `visit` for every existing place of a record that the node's pattern matches. */
export function eachPlace(node: SchemaNode, record: Rec, visit: Visit): void {
  if (!node.parent) return visit([], record)
  const way: string[] = []
  for (let step: SchemaNode | undefined = node; step?.parent; step = step.parent) way.unshift(step.key)
  walk(record, [], { way, visit })
}

type Visit = (at: readonly string[], value: unknown) => void

function walk(value: unknown, at: readonly string[], tour: { way: readonly string[]; visit: Visit }): void {
  const step = tour.way[at.length]
  if (step === undefined) return tour.visit(at, value)
  if (value === null || typeof value !== 'object') return
  if (step !== '*') return walk((value as Rec)[step], [...at, step], tour)
  for (const key of keysOf(value)) walk((value as Rec)[key], [...at, key], tour)
}
