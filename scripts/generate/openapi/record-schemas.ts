import { entrySchema, hasSecretMark, SECRET_MARK } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'

type Schema = Record<string, unknown>

function plain(property: PropertySchema): Schema {
  const kept = Object.entries(property).filter(([key]) => !key.startsWith('x-') && key !== '$schema' && key !== '$id' && key !== '$defs')
  const entry = entrySchema(property)
  const { properties, items, ...rest } = Object.fromEntries(kept) as PropertySchema
  return {
    ...rest,
    ...(property['x-secret'] ? { writeOnly: true } : {}),
    ...(items ? { items: plain(items) } : {}),
    ...(entry ? { additionalProperties: plain(entry) } : {}),
    ...(properties
      ? {
          properties: {
            ...(hasSecretMark({ properties }) ? { [SECRET_MARK]: { type: 'boolean', readOnly: true } } : {}),
            ...Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, plain(child)])),
          },
        }
      : {}),
  }
}

/** A part of a record as a change of it: objects merge, so they hold what is to change; lists replace and stay whole. */
function partial(property: Schema): Schema {
  const { properties, required: _required, ...rest } = property
  if (properties === undefined) return property
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties as Record<string, Schema>).map(([name, child]) => [name, partial(child)])),
  }
}

/** Components of one entity: the record as served, what a create sends, what an update sends. */
export function recordSchemas(name: string, schema: EntitySchema): Record<string, Schema> {
  const whole = plain(schema)
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
