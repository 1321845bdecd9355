import { entrySchema, hasSecretMark, SECRET_MARK } from './property-schema.ts'
import type { EntitySchema, PropertySchema } from '../types.ts'

/** A JSON Schema without our `x-` keywords, as passed to AJV. */
export type Shape = Record<string, unknown>

/** Properties that the service adds to every record in a response. */
const systemProperties = ['oid', 'revision', 'can', 'lastModified', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy']

const omittedKeywords = new Set([
  'description',
  'title',
  'default',
  'examples',
  'readOnly',
  'writeOnly',
  '$schema',
  '$id',
  '$defs',
  'properties',
  'items',
  'required',
])

/** Uses `nullable` instead of a second type, so that messages name only the type that a user can enter. */
function acceptNull(shape: Shape): Shape {
  const { type, enum: values } = shape
  const acceptsNull = type === undefined || [type].flat().includes('null')
  return {
    ...shape,
    ...(acceptsNull ? {} : { nullable: true }),
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...(values as unknown[]), null] } : {}),
  }
}

/** Derives `type` from the values of an `enum`, so that validation can distinguish an empty value from a wrong one. */
function enumType(property: PropertySchema): Shape {
  const types = new Set((property.enum ?? []).map((value) => (value === null ? 'null' : typeof value)))
  return types.size > 0 ? { type: types.size === 1 ? [...types][0] : [...types] } : {}
}

function shapeOf(property: PropertySchema): Shape {
  if (property.readOnly) return {}
  const entry = entrySchema(property)
  const keywords = Object.entries(property).filter(([key]) => !key.startsWith('x-') && !omittedKeywords.has(key))
  return {
    ...enumType(property),
    ...Object.fromEntries(keywords),
    ...objectParts(property),
    ...(property.items ? { items: shapeOf(property.items) } : {}),
    ...(entry ? { additionalProperties: acceptNull(shapeOf(entry)) } : {}),
  }
}

function objectParts(property: PropertySchema, allowed: readonly string[] = []): Shape {
  if (!property.properties) return {}
  const required = property.required ?? []
  const declared = Object.entries(property.properties).map(([name, child]) => [
    name,
    required.includes(name) ? shapeOf(child) : acceptNull(shapeOf(child)),
  ])
  const configured = hasSecretMark(property) ? [[SECRET_MARK, {}]] : []
  const system = allowed.map((name) => [name, {}])
  return {
    required: required.filter((name) => !property.properties?.[name]?.readOnly),
    properties: Object.fromEntries([...system, ...configured, ...declared]),
    ...(property.additionalProperties === undefined ? { additionalProperties: false } : {}),
  }
}

/**
 * The shape of a record that can be stored: computed (read-only) values are not checked, an optional value may be null (cleared),
 * an unknown property is refused.
 */
export function shapeOfEntity(schema: EntitySchema): Shape {
  return { type: 'object', ...objectParts(schema, systemProperties) }
}
