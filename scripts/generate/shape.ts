import { entrySchema, hasSecretMark, SECRET_MARK } from '../../schemas/vocabulary/schema/property-schema.ts'
import type { EntitySchema, PropertySchema } from '../../schemas/vocabulary/types.ts'

/** A JSON Schema without our keywords, as AJV gets it. */
export type Shape = Record<string, unknown>

/** Properties that every served record carries besides its own. */
const systemProperties = ['oid', 'revision', 'can', 'lastModified', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy']

const notForValidation = new Set([
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

/** `nullable` rather than a second type: messages then name the one type that a person can give. */
function acceptNull(shape: Shape): Shape {
  const { type, enum: values } = shape
  const already = type === undefined || [type].flat().includes('null')
  return {
    ...shape,
    ...(already ? {} : { nullable: true }),
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...(values as unknown[]), null] } : {}),
  }
}

/** An enumeration's type besides its values, so that an empty value is told from a wrong one. */
function enumType(property: PropertySchema): Shape {
  const types = new Set((property.enum ?? []).map((value) => (value === null ? 'null' : typeof value)))
  return types.size > 0 ? { type: types.size === 1 ? [...types][0] : [...types] } : {}
}

function shapeOf(property: PropertySchema): Shape {
  if (property.readOnly) return {}
  const entry = entrySchema(property)
  const kept = Object.entries(property).filter(([key]) => !key.startsWith('x-') && !notForValidation.has(key))
  return {
    ...enumType(property),
    ...Object.fromEntries(kept),
    ...objectParts(property),
    ...(property.items ? { items: shapeOf(property.items) } : {}),
    ...(entry ? { additionalProperties: acceptNull(shapeOf(entry)) } : {}),
  }
}

function objectParts(property: PropertySchema, allowed: readonly string[] = []): Shape {
  if (!property.properties) return {}
  const required = property.required ?? []
  const own = Object.entries(property.properties).map(([name, child]) => [
    name,
    required.includes(name) ? shapeOf(child) : acceptNull(shapeOf(child)),
  ])
  const configured = hasSecretMark(property) ? [[SECRET_MARK, {}]] : []
  const system = allowed.map((name) => [name, {}])
  return {
    required: required.filter((name) => !property.properties?.[name]?.readOnly),
    properties: Object.fromEntries([...system, ...configured, ...own]),
    ...(property.additionalProperties === undefined ? { additionalProperties: false } : {}),
  }
}

/**
 * What a record must look like to be stored: what the service computes is not looked at, an optional value may be
 * null (cleared), an unknown property is refused.
 */
export function shapeOfEntity(schema: EntitySchema): Shape {
  return { type: 'object', ...objectParts(schema, systemProperties) }
}
