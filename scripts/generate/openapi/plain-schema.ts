import { earlierNames, earlierProperty, requiredNames } from './earlier-properties.ts'
import { entrySchema, hasSecretMark, SECRET_MARK } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import type { ObjectWire, PropertyWire, WirePath } from '../../../schemas/wire/object-wire.ts'

export type Schema = Record<string, unknown>

/** What is needed besides a property: how its parts travel, and the other entities, whose fields travel with references. */
interface Sent {
  wire: ObjectWire | undefined
  entities: Readonly<Record<string, EntitySchema>>
}

/** A property as it travels, as plain JSON Schema: without our `x-` keywords, secrets marked as write-only. */
export function plainSchema(property: PropertySchema, sent: Sent): Schema {
  const keywords = Object.entries(property).filter(
    ([key]) => !key.startsWith('x-') && key !== '$schema' && key !== '$id' && key !== '$defs',
  )
  const entry = entrySchema(property)
  const { properties, required, items, ...rest } = Object.fromEntries(keywords) as PropertySchema
  return {
    ...rest,
    ...(property['x-secret'] ? { writeOnly: true } : {}),
    ...(property['x-removed'] === undefined ? {} : { deprecated: true }),
    ...(items ? { items: plainSchema(items, sent) } : {}),
    ...(entry ? { additionalProperties: plainSchema(entry, sent) } : {}),
    ...(properties ? sentObject({ properties, required: required ?? [] }, sent) : {}),
  }
}

/** The properties of an object at the places at which they travel. */
function sentObject(
  { properties, required }: { properties: Record<string, PropertySchema>; required: readonly string[] },
  sent: Sent,
): Schema {
  const object: Schema = { properties: {} }
  const all = hasSecretMark({ properties })
    ? { [SECRET_MARK]: { type: 'boolean', readOnly: true } as PropertySchema, ...properties }
    : properties
  for (const [name, property] of Object.entries(all)) {
    const rule = sent.wire?.[name] ?? { at: [name] }
    for (const [path, schema] of sentValues(property, rule, sent)) put(object, path, schema)
    if (rule.at.length !== 1 || rule.at[0] !== name) continue
    for (const earlier of earlierNames(property))
      if (properties[earlier] === undefined)
        put(object, [earlier], earlierProperty(sentValue(property, rule, sent), { now: name, until: property['x-until'] }))
  }
  const names = required.flatMap((name) => (sent.wire?.[name]?.at ?? [name]).slice(0, 1))
  return { ...requiredNames([...new Set(names)], properties), ...object }
}

/** Everything that a property is sent as, by path. */
function sentValues(property: PropertySchema, rule: PropertyWire, sent: Sent): [WirePath, Schema][] {
  const { at, id, copies = [], ignored = [], as, names } = rule
  if (at.length === 0) return []
  const value = sentValue(property, rule, sent)
  return [
    ...[at, ...copies].map((path): [WirePath, Schema] => [path, value]),
    ...(id === undefined ? [] : [[id, { type: 'string', readOnly: true }] as [WirePath, Schema]]),
    ...(names === undefined ? [] : [[names.at, { enum: Object.values(names.of), readOnly: true }] as [WirePath, Schema]]),
    ...(as === 'single' ? [] : labelValues(rule, sent)),
    ...ignored.map((path): [WirePath, Schema] => [path, {}]),
  ]
}

function sentValue(property: PropertySchema, { as, of = '', null: isNull, within, ...rule }: PropertyWire, sent: Sent): Schema {
  if (as === 'member' || as === 'joined') return { type: 'string' }
  if (as === 'values')
    return { ...plainSchema({ ...property, items: property.items?.properties?.[of] ?? {} }, { ...sent, wire: undefined }) }
  if (as === 'single') {
    const object: Schema = { type: 'object', properties: { id: { type: 'string' } } }
    for (const [path, schema] of labelValues(rule, sent)) put(object, path, schema)
    return { type: 'array', maxItems: 1, items: object, description: property.description }
  }
  const plain = plainSchema(property, { ...sent, wire: within })
  for (const name of Object.keys(rule.constants ?? {})) put(plain, [name], { type: 'string', readOnly: true })
  return isNull === true || as === 'zeroIsNull' ? orNull(plain) : plain
}

/** Fields of a referenced record that are sent with the reference. */
function labelValues({ entity = '', labels = {} }: PropertyWire, sent: Sent): [WirePath, Schema][] {
  return Object.entries(labels).map(([field, path]) => {
    const { type = 'string' } = sent.entities[entity]?.properties[field] ?? {}
    return [path, { type, readOnly: true }]
  })
}

/** The schema, also accepting null. */
function orNull({ type, enum: options, ...rest }: Schema): Schema {
  return {
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(options !== undefined && { enum: [...new Set([...(options as unknown[]), null])] }),
    ...rest,
  }
}

/** Adds a value to an object schema, with the objects around it. What is there already stays. */
function put(object: Schema, [name = '', ...rest]: WirePath, value: Schema): void {
  const properties = (object['properties'] ??= {}) as Record<string, Schema>
  if (rest.length === 0) {
    properties[name] ??= value
    return
  }
  put((properties[name] ??= { type: 'object' }), rest, value)
}
