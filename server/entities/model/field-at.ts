import { dottedPath, fieldsOf, segmentsOf, topLevelField } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { constant } from '../../db/constant.ts'
import { extract, jsonPathOf, type Field } from './field.ts'
import { foldsCase, typeOf } from '../../../schemas/filter/field-type.ts'

/** What a model knows about the fields of its entity. */
interface ModelFields {
  schema: EntitySchema
  fields: ReadonlyMap<string, Field>
}

/**
 * A field of the model, or a value within an object, by path: `site/name`, in filters `site.name`. Undefined if there is none, or if it has
 * stricter read rights than the field around it.
 */
export function fieldAt(model: Pick<ModelFields, 'fields'>, path: string): Field | undefined {
  const [top = '', ...inner] = segmentsOf(path)
  const field = model.fields.get(top)
  const last = inner.pop()
  if (last === undefined || field?.sql === undefined) return field
  const property = [...inner, last].reduce<PropertySchema | undefined>(openPart, field.schema)
  if (property === undefined) return undefined
  const { sql, stored, read, jsonPath } = field
  const type = typeOf(property)
  const innerPath = inner.map((name) => `->${constant(name)}`).join('')
  return {
    name: [top, ...inner, last].join('/'),
    schema: property,
    type,
    sql: (alias) => extract(`${sql(alias)}${innerPath}`, last, type),
    stored,
    foldCase: foldsCase(property),
    ...(jsonPath !== undefined && { jsonPath: jsonPathOf([...inner, last], jsonPath) }),
    ...(read && { read }),
  }
}

function openPart(object: PropertySchema | undefined, name: string): PropertySchema | undefined {
  const { properties } = object ?? {}
  const part = properties && Object.hasOwn(properties, name) ? properties[name] : undefined
  return part?.['x-secret'] === true || part?.['x-access']?.read !== undefined ? undefined : part
}

/** Whether one of the fields is, or lies in, a changed property. */
export function isAmong(fields: readonly string[], changed: readonly string[]): boolean {
  return fields.some((path) => changed.includes(topLevelField(path)))
}

/** Selectors that filters may use: all fields with SQL that pass `isReadable`. */
export function selectorsOf(model: ModelFields, isReadable: (field: Field) => boolean): string[] {
  const paths = new Set([...model.fields.keys(), ...fieldsOf(model.schema).map(([path]) => path)])
  return [...paths].filter((path) => isSelectable(fieldAt(model, path), isReadable)).map(dottedPath)
}

function isSelectable(field: Field | undefined, isReadable: (field: Field) => boolean): boolean {
  return field?.sql !== undefined && isReadable(field)
}
