import { entrySchema, hasSecretMark, SECRET_MARK } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'

type Schema = Record<string, unknown>

/** A property as plain JSON Schema: without our `x-` keywords, secrets marked as write-only. */
function plainSchema(property: PropertySchema): Schema {
  const keywords = Object.entries(property).filter(
    ([key]) => !key.startsWith('x-') && key !== '$schema' && key !== '$id' && key !== '$defs',
  )
  const entry = entrySchema(property)
  const { properties, items, ...rest } = Object.fromEntries(keywords) as PropertySchema
  return {
    ...rest,
    ...(property['x-secret'] ? { writeOnly: true } : {}),
    ...(items ? { items: plainSchema(items) } : {}),
    ...(entry ? { additionalProperties: plainSchema(entry) } : {}),
    ...(properties
      ? {
          properties: {
            ...(hasSecretMark({ properties }) ? { [SECRET_MARK]: { type: 'boolean', readOnly: true } } : {}),
            ...Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, plainSchema(child)])),
          },
        }
      : {}),
  }
}

/** A property in a change: nested objects merge, so none of their properties is required; lists are replaced as a whole. */
function partial(property: Schema): Schema {
  const { properties, required: _required, ...rest } = property
  if (properties === undefined) return property
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties as Record<string, Schema>).map(([name, child]) => [name, partial(child)])),
  }
}

/** Component schemas of one entity: the record in responses, the body of a create, the body of an update. */
export function recordSchemas(name: string, schema: EntitySchema): Record<string, Schema> {
  const whole = plainSchema(schema)
  const served = { allOf: [{ $ref: `#/components/schemas/${name}Fields` }, { $ref: '#/components/schemas/ServedRecord' }] }
  if (schema['x-entity'].readOnly) return { [`${name}Fields`]: whole, [name]: served }
  const optional = partial(whole)
  return {
    [`${name}Fields`]: whole,
    [name]: served,
    [`${name}Change`]: {
      ...optional,
      description: 'Only the fields to change, with the identity and revision of the record that the change was made from.',
      required: ['oid', 'revision'],
      properties: { ...(optional['properties'] as object), oid: { type: 'string' }, revision: { type: 'integer', minimum: 1 } },
    },
  }
}
