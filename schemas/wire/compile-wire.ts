import { isMap, schemaTree, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import { SECRET_MARK } from '../vocabulary/schema/property-schema.ts'
import type { EntitySchema, PropertySchema } from '../vocabulary/types.ts'
import type { ObjectWire, PropertyWire, WirePath } from './object-wire.ts'
import { ruleOf, type WireRule } from './wire-rule.ts'

/** How records of an entity travel (`x-wire`); undefined if they travel as they are stored. */
export function compileWire(schema: EntitySchema): ObjectWire | undefined {
  return objectWire(schemaTree(schema))
}

const segments = (path: string): WirePath => path.split('/')

function objectWire(node: SchemaNode): ObjectWire | undefined {
  const found = [...node.children.values()].flatMap((child): [string, PropertyWire][] => {
    const wire = propertyWire(child, node)
    return wire === undefined ? [] : [[child.key, wire]]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** The rule of a property; undefined if it travels as it is stored. */
function propertyWire(node: SchemaNode, owner: SchemaNode): PropertyWire | undefined {
  const { key, property } = node
  if (property['x-wire'] === false) return { at: [] }
  if (isMark(node, owner)) return { at: segments(markPlace(owner)), mark: true }
  const rule = ruleOf(property['x-wire'])
  // Entries of maps travel as they are stored.
  const within = isMap(node) ? undefined : objectWire(node.item ?? node)
  const missing = missingOf(property)
  if (rule === undefined && (missing ?? within) === undefined) return undefined
  const {
    at = key,
    as,
    of,
    id,
    copies,
    fallbacks,
    ignored,
    agree,
    labels,
    names,
    constants,
    row,
    alone,
    null: isNull,
    onlySent,
    unknown,
  } = rule ?? {}
  const named = nameOf(property, { ...rule, at }, owner)
  return {
    at: segments(at),
    ...(as !== undefined && { as }),
    ...(id !== undefined && { id: segments(id) }),
    ...(copies !== undefined && { copies: copies.map(segments) }),
    ...(fallbacks !== undefined && { fallbacks: fallbacks.map(segments) }),
    ...(ignored !== undefined && { ignored: ignored.map(segments) }),
    ...(names !== undefined && { names: { at: segments(names.at), of: names.of } }),
    ...(constants !== undefined && { constants }),
    ...(row !== undefined && { row }),
    ...(alone !== undefined && { alone }),
    ...(agree === true && { agree }),
    ...(property['x-ref'] !== undefined && (labels !== undefined || as === 'name') && { entity: property['x-ref'].entity }),
    ...(labels !== undefined && { labels: Object.fromEntries(Object.entries(labels).map(([field, path]) => [field, segments(path)])) }),
    ...(named !== undefined && { named: segments(named) }),
    ...(of !== undefined && { of }),
    ...(isNull === true && { null: true as const }),
    ...(onlySent === true && { onlySent }),
    ...(unknown !== undefined && { options: optionsOf(node, unknown) }),
    ...(missing !== undefined && as === undefined && { missing }),
    ...([property.type].flat().includes('null') && { nullable: true as const }),
    ...(within !== undefined && as !== 'values' && { within }),
  }
}

function optionsOf({ pattern, property }: SchemaNode, unknown: string): NonNullable<PropertyWire['options']> {
  const known = property.enum ?? []
  if (!known.includes(unknown)) throw new Error(`x-wire of ${pattern}: "${unknown}" is none of its options`)
  return { known, unknown }
}

/** What stands for no value: clients of the specifications expect the lists that they print, and marks such as `readOnly`. */
function missingOf({ type, readOnly, default: start, 'x-access': access }: PropertySchema): PropertyWire['missing'] {
  // A list that the reader may not see is not sent as an empty one.
  if (type === 'array' && access === undefined) return 'list'
  return type === 'boolean' && readOnly === true && start === false ? false : undefined
}

/** Whether the property is the mark of a secret beside it, which no schema declares. */
const isMark = ({ key }: SchemaNode, { property }: SchemaNode): boolean => key === SECRET_MARK && property.properties?.[key] === undefined

/** The mark of a stored secret travels beside the secret. */
function markPlace({ children }: SchemaNode): string {
  const secret = [...children.values()].find(({ property }) => property['x-secret'] === true)
  const at = ruleOf(secret?.property['x-wire'])?.at ?? SECRET_MARK
  return [...segments(at).slice(0, -1), SECRET_MARK].join('/')
}

/** Path of the name of a referenced record. */
function nameOf({ 'x-ref': reference }: PropertySchema, { at, as, labels }: WireRule, owner: SchemaNode): string | undefined {
  // The labels of a `single` are relative to its entry, where the identifier stands.
  if (reference === undefined || as === 'single') return undefined
  if (as === 'name') return at
  const label = reference.label === undefined ? undefined : owner.children.get(reference.label)?.property['x-wire']
  return labels?.['name'] ?? ruleOf(label)?.at
}
