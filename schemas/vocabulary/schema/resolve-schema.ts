import type { EntitySchema, PropertySchema } from '../types.ts'
import { entrySchema } from './property-schema.ts'
import { sharedSchemas } from '../../shared/shared-schemas.ts'

/** Finds an entity schema by its `$id`; undefined when there is none. Shared definitions are known without it. */
export type SchemaSource = (id: string) => PropertySchema | undefined

const noSchemas: SchemaSource = () => undefined

/**
 * The schema with every `$ref` replaced by its target; keywords beside the `$ref` override the target's. A reference is `#/$defs/x` (same
 * file), `network#/$defs/port` (shared file) or `wan` (another schema). Throws on a recursive schema.
 */
export function resolveSchema(schema: EntitySchema, source: SchemaSource = noSchemas): EntitySchema {
  let ofSource = resolved.get(source)
  if (!ofSource) resolved.set(source, (ofSource = new WeakMap()))
  let result = ofSource.get(schema)
  if (!result) ofSource.set(schema, (result = resolveProperty(schema, { root: schema, source, open: [] }) as EntitySchema))
  return result
}

const resolved = new WeakMap<SchemaSource, WeakMap<EntitySchema, EntitySchema>>()

interface Place {
  root: PropertySchema
  source: SchemaSource
  /** References being resolved, outermost first, to detect recursion. */
  open: readonly string[]
}

function resolveProperty(property: PropertySchema, place: Place): PropertySchema {
  if (property.$ref !== undefined) return resolveReference(property, property.$ref, place)
  const resolved: PropertySchema = { ...property }
  if (property.items) resolved.items = resolveProperty(property.items, place)
  const entry = entrySchema(property)
  if (entry) resolved.additionalProperties = resolveProperty(entry, place)
  if (property.allOf) resolved.allOf = property.allOf.map((part) => resolveProperty(part, place))
  if (property.properties) {
    resolved.properties = Object.fromEntries(
      Object.entries(property.properties).map(([name, child]) => [name, resolveProperty(child, place)]),
    )
  }
  return resolved
}

function resolveReference(property: PropertySchema, reference: string, place: Place): PropertySchema {
  const id = idOf(place.root)
  const [file = '', fragment = ''] = reference.split('#')
  const name = `${file === '' ? id : file}#${fragment}`
  if (place.open.includes(name)) throw new Error(`schema "${id}" contains itself: ${[...place.open, name].join(' → ')}`)
  const root = file === '' ? place.root : (sharedSchemas[file] ?? place.source(file))
  if (!root) throw new Error(`schema "${id}": $ref "${reference}" names no known schema`)
  const target = followFragment(root, fragment)
  if (!target) throw new Error(`schema "${id}": $ref "${reference}" points at nothing`)
  const found = resolveProperty(target, { ...place, root, open: [...place.open, name] })
  const { $ref: _, ...beside } = property
  return { ...found, ...resolveProperty(beside, place) }
}

function followFragment(root: PropertySchema, fragment: string): PropertySchema | undefined {
  let current: unknown = root
  for (const segment of fragment.split('/').filter(Boolean)) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, segment)) return undefined
    current = (current as Record<string, unknown>)[segment]
  }
  return current as PropertySchema
}

const idOf = (schema: PropertySchema): string => (schema as { $id?: string }).$id ?? '?'
