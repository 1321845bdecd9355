import type { Finding } from '../../finding.ts'
import { fieldsOf } from '../paths/field-path.ts'
import { unknownNameMessage } from '../names.ts'
import { propertiesAt } from '../paths/find-paths.ts'
import { rowSchema } from '../schema/property-schema.ts'
import type { EntitySchema, PropertySchema, Reference } from '../types.ts'

/** All entity schemas by name, references resolved. */
export type AllSchemas = Readonly<Record<string, EntitySchema>>

/** Checks that the properties and entities named by keywords exist. */
export function checkNames(schema: EntitySchema, all: AllSchemas, where: string): Finding[] {
  return [
    ...checkEntityNames(schema, where),
    ...checkPairs(schema, all, where),
    ...checkAffects(schema, where),
    ...checkFinds(schema, all, where),
    ...checkPlaces(schema, { schema, all, where }),
  ]
}

/** Columns of every table. */
const systemFields = ['createdAt', 'createdBy', 'updatedAt', 'updatedBy']

function checkEntityNames(schema: EntitySchema, where: string): Finding[] {
  const fields = fieldsOf(schema).map(([path]) => path)
  const meta = schema['x-entity']
  const mentioned: [string, string][] = [
    ...list('x-search', schema['x-search']),
    ...list('x-key', schema['x-key']),
    ...list('x-sort', schema['x-sort']),
    ...(schema['x-unique'] ?? []).flatMap(({ fields: unique }, index) => list(`x-unique/${index}/fields`, unique)),
  ]
  const own: [string, string][] = [
    ...(meta ? list('x-entity/label', [meta.label]) : []),
    ...list(
      'x-entity/order',
      [meta?.order?.by, meta?.order?.within].filter((name) => name !== undefined),
    ),
    ...(meta?.parent === undefined ? [] : list('x-entity/parent', [meta.parent])),
  ]
  const unknown =
    (names: readonly string[]) =>
    (mention: [string, string]): boolean =>
      !names.includes(mention[1]) && !systemFields.includes(mention[1])
  return [...mentioned.filter(unknown(fields)), ...own.filter(unknown(Object.keys(schema.properties ?? {})))].map(([key, name]) =>
    unknownField(`${where}/${key}`, name, fields),
  )
}

/** `x-entity.pairs`: both sides must be read-only references within the overlay, and a value is encoded as a single digit. */
function checkPairs({ properties, ...schema }: EntitySchema, all: AllSchemas, where: string): Finding[] {
  const { pairs, scope } = schema['x-entity'] ?? {}
  if (pairs === undefined) return []
  const at = `${where}/x-entity/pairs`
  const finding = (message: string): Finding => ({ id: 'schema.pairs.form', where: at, message })
  const sides = pairs.of.flatMap((name) => {
    const { readOnly, 'x-ref': reference } = properties[name] ?? {}
    const target = reference && all[reference.entity]?.['x-entity'].scope
    return readOnly === true && target === 'overlay'
      ? []
      : [finding(`"${name}" has to be a "readOnly" reference to a record of an overlay`)]
  })
  const { enum: options = [], default: first } = properties[pairs.value] ?? {}
  return [
    ...(scope === 'overlay' ? [] : [finding('only overlays have pairs')]),
    ...sides,
    ...(options.length > 0 && options.length <= 10 && first !== undefined
      ? []
      : [finding(`"${pairs.value}" has to be one of at most ten options, with a default`)]),
    ...(schema['x-search'].length === 0 ? [] : [finding('pairs that nobody changed have no text to search')]),
  ]
}

/** `x-find`: texts that exist, without secrets; what is derived is the name of a record that is referred to, as that is searched. */
function checkFinds(schema: EntitySchema, all: AllSchemas, where: string): Finding[] {
  const at = `${where}/x-find`
  return (schema['x-find'] ?? []).flatMap((path): Finding[] => {
    const found = propertiesAt(schema, path.split('/'))
    if (found === undefined) return [unknownField(at, path, Object.keys(schema.properties))]
    const message = found.map((trail) => objectionToFinding(trail, schema, all)).find((one) => one !== undefined)
    return message === undefined ? [] : [{ id: 'schema.find.form', where: at, message: `"${path}" ${message}` }]
  })
}

function objectionToFinding(trail: readonly PropertySchema[], schema: EntitySchema, all: AllSchemas): string | undefined {
  if (trail.some((property) => property['x-secret'] === true)) return 'is a secret, which nobody finds'
  const { type, 'x-derived': derived } = trail.at(-1) ?? {}
  if (type !== 'string') return 'is no text'
  if (derived === undefined) return undefined
  const target = 'ref' in derived ? all[schema.properties[derived.ref]?.['x-ref']?.entity ?? ''] : undefined
  const isSearched = trail.length === 1 && 'field' in derived && target?.['x-search'].includes(derived.field) === true
  return isSearched ? undefined : 'is derived from what is not searched'
}

/** `x-entity.affects` needs an overlay, because only there are all referring records in one place. */
function checkAffects({ 'x-entity': meta }: EntitySchema, where: string): Finding[] {
  if (meta?.affects !== true || (meta.scope === 'overlay' && meta.singleton !== true && meta.pairs === undefined)) return []
  return [
    {
      id: 'schema.affects.form',
      where: `${where}/x-entity/affects`,
      message: 'only records of an overlay that others refer to affect these',
    },
  ]
}

const list = (key: string, names: readonly string[] | undefined): [string, string][] => (names ?? []).map((name) => [key, name])

const unknownField = (where: string, name: string, fields: readonly string[]): Finding => ({
  id: 'schema.field.unknown',
  where,
  message: unknownNameMessage('field', name, fields),
})

interface Place {
  schema: EntitySchema
  all: AllSchemas
  where: string
  /** Within a list or map. */
  inRows?: boolean
}

function checkPlaces(object: PropertySchema, { schema, all, where, inRows }: Place): Finding[] {
  const fields = Object.keys(object.properties ?? {})
  const required = (object.required ?? [])
    .filter((name) => !fields.includes(name))
    .map((name) => unknownField(`${where}/required`, name, fields))
  const inside = Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
    const place: Place = { schema, all, where: `${where}/properties/${name}`, ...(inRows && { inRows }) }
    return [...checkProperty(property, object, place), ...checkPlaces(property, place), ...checkRows(property, place)]
  })
  return [...required, ...inside]
}

function checkRows(property: PropertySchema, place: Place): Finding[] {
  const row = rowSchema(property)
  if (!row) return []
  const where = `${place.where}/${property.items ? 'items' : 'additionalProperties'}`
  return [...checkPlaces(row, { ...place, where, inRows: true }), ...checkRows(row, { ...place, where, inRows: true })]
}

function checkProperty(property: PropertySchema, around: PropertySchema, place: Place): Finding[] {
  const fields = Object.keys(around.properties ?? {})
  const own = property['x-ref']
  const reference = own ?? rowSchema(property)?.['x-ref']
  const csv = property['x-csv']
  const siblings = [
    ...(reference?.label === undefined ? [] : [['x-ref/label', reference.label]]),
    ...(csv && csv.via !== undefined ? [['x-csv/via', csv.via]] : []),
  ].filter(([, name]) => !fields.includes(name ?? ''))
  return [
    ...siblings.map(([key, name]) => unknownField(`${place.where}/${key}`, name ?? '', fields)),
    ...(reference ? checkReference(reference, { ...place, inRows: place.inRows === true || own === undefined }) : []),
    ...checkDerived(property, around, place),
  ]
}

function checkReference({ entity, onDelete, creates }: Reference, { schema, all, where, inRows }: Place): Finding[] {
  const at = `${where}/x-ref`
  const scopes = [schema, all[entity]].map((one) => one?.['x-entity']?.scope)
  if (all[entity] && creates === true && scopes.some((scope) => scope !== 'overlay'))
    return [{ id: 'schema.reference.creates', where: at, message: 'only within an overlay can a reference hold a name' }]
  if (!all[entity]) return [{ id: 'schema.entity.unknown', where: at, message: unknownNameMessage('entity', entity, Object.keys(all)) }]
  if (onDelete !== 'clear' || inRows !== true) return []
  return [
    {
      id: 'schema.reference.clear',
      where: at,
      message: 'a reference within a list or map cannot be cleared; its deletion can only be refused',
    },
  ]
}

function checkDerived(property: PropertySchema, around: PropertySchema, { schema, all, where }: Place): Finding[] {
  const derived = property['x-derived']
  const at = `${where}/x-derived`
  if (!derived) return []
  if (schema['x-entity']?.readOnly !== true && 'write' in derived === (property.readOnly === true))
    return [{ id: 'schema.derived.readOnly', where: at, message: 'what is derived is "readOnly", unless it says "write"' }]
  if ('compute' in derived || 'stamp' in derived) return []
  if ('count' in derived) {
    const counted = all[derived.count]
    if (!counted)
      return [{ id: 'schema.entity.unknown', where: at, message: unknownNameMessage('entity', derived.count, Object.keys(all)) }]
    const names = Object.keys(counted.properties)
    return [derived.by, ...Object.keys(derived.where ?? {})]
      .filter((name) => !names.includes(name))
      .map((name) => unknownField(at, name, names))
  }
  const reference = around.properties?.[derived.ref]
  if (!reference) return [unknownField(at, derived.ref, Object.keys(around.properties ?? {}))]
  const entity = reference['x-ref']?.entity
  if (entity === undefined) return [{ id: 'schema.field.unknown', where: at, message: `"${derived.ref}" refers to nothing (no x-ref)` }]
  const target = all[entity]
  return target && !target.properties[derived.field] ? [unknownField(at, derived.field, Object.keys(target.properties))] : []
}
