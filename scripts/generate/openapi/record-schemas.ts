import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { compileWire } from '../../../schemas/wire/compile-wire.ts'
import { addMoved } from './earlier-properties.ts'
import { plainSchema, type Schema } from './plain-schema.ts'

/** A property in a change: nested objects merge, so none of their properties is required; lists are replaced as a whole. */
function partial(property: Schema): Schema {
  const { properties, required: _required, allOf: _either, ...rest } = property
  if (properties === undefined) return property
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties as Record<string, Schema>).map(([name, child]) => [name, partial(child)])),
  }
}

/** The name under which identifiers of an entity travel: `oid` or `id`. */
export const oidName = (schema: EntitySchema): string => compileWire(schema)?.['oid']?.at[0] ?? 'oid'

/** Component schemas of one entity: the record in responses, the body of a create, the body of an update. */
export function recordSchemas(
  name: string,
  schema: EntitySchema,
  entities: Readonly<Record<string, EntitySchema>>,
): Record<string, Schema> {
  const wire = compileWire(schema)
  const oid = oidName(schema)
  const whole = plainSchema(schema, { wire, entities })
  addMoved(whole, schema)
  const identified = oid === 'oid' ? 'ServedRecord' : 'ServedRecordById'
  const served = { allOf: [{ $ref: `#/components/schemas/${name}Fields` }, { $ref: `#/components/schemas/${identified}` }] }
  if (schema['x-entity'].readOnly) return { [`${name}Fields`]: whole, [name]: served }
  const optional = partial(whole)
  return {
    [`${name}Fields`]: whole,
    [name]: served,
    [`${name}Change`]: {
      ...optional,
      description: 'Only the fields to change, with the identity and revision of the record that the change was made from.',
      required: [oid, 'revision'],
      properties: { ...(optional['properties'] as object), [oid]: { type: 'string' }, revision: { type: 'integer', minimum: 1 } },
    },
  }
}
