import { typeOf } from '../../../schemas/filter/field-type.ts'
import { isSame } from '../../../schemas/vocabulary/equality.ts'
import { entrySchema } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { constant } from '../../db/constant.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { jsonPathOf } from '../model/field.ts'
import { hiddenPaths } from '../model/guarded-places.ts'
import type { Selected } from './resolved-filter.ts'

/** Whose record a selector has come to, and what the reader may see of such records. */
export interface ReadModel {
  model: EntityModel
  context: RuleContext
}

/** A place within a record that a selector has come to. */
export interface ReachedPlace extends ReadModel {
  /** Segments within the record; `*` for an element. */
  path: readonly string[]
  schema: PropertySchema
  /** SQL of the place as JSON, by the alias of its row. Of a field that is a column of its own there is only the text. */
  json?: (alias: string) => string
  text: (alias: string) => string
  /** JSON path of the place in the stored record, if it has one. */
  jsonPath?: string
}

/** The part of an object, or the entry of a map; undefined if there is none that the reader may see. */
export function partOf(place: ReachedPlace, name: string): ReachedPlace | undefined {
  const { schema, json } = place
  const { properties } = schema
  const property = properties && Object.hasOwn(properties, name) ? properties[name] : entrySchema(schema)
  if (property === undefined || json === undefined) return undefined
  const key = constant(name)
  return visible({
    ...place,
    path: [...place.path, name],
    schema: property,
    json: (alias) => `${json(alias)}->${key}`,
    text: (alias) => `(${json(alias)}->>${key})`,
    ...(place.jsonPath !== undefined && { jsonPath: jsonPathOf([name], place.jsonPath) }),
  })
}

/** The place unless it is a secret, or one that the reader may not see. */
export function visible(place: ReachedPlace): ReachedPlace | undefined {
  const { schema, model, context, path } = place
  if (schema['x-secret'] === true || schema.writeOnly === true || schema['x-transient'] === true) return undefined
  return hiddenPaths(model, context).some((hidden) => covers(hidden, path)) ? undefined : place
}

function covers(hidden: readonly string[], path: readonly string[]): boolean {
  return hidden.length <= path.length && hidden.every((step, index) => step === '*' || path[index] === '*' || step === path[index])
}

const slots = new WeakMap<PropertySchema, readonly string[]>()

/** The names of an object's parts if all of them are alike, as those of `wans` are: `wan1`, `wan2`, `wan3`. */
export function slotsOf(schema: PropertySchema): readonly string[] {
  const known = slots.get(schema)
  if (known !== undefined) return known
  const [first, ...others] = Object.entries(schema.properties ?? {})
  const isAlike = others.length > 0 && first?.[1].properties !== undefined && others.every(([, other]) => isSame(first[1], other))
  const found = isAlike ? [first, ...others].map(([name]) => name) : []
  slots.set(schema, found)
  return found
}

/** The value at a place, as filters compare it. */
export function selectedAt({ path, schema, json, text, model, jsonPath }: ReachedPlace): Selected {
  const type = typeOf(schema)
  const value = (alias: string): string => {
    if (json !== undefined && type === 'json') return `(${json(alias)})`
    if (type !== 'number' && type !== 'boolean') return text(alias)
    const cast = `(${text(alias)})::${type === 'number' ? 'numeric' : 'boolean'}`
    // Rows of earlier versions may hold another type there.
    return model.versions === undefined || json === undefined
      ? cast
      : `case when jsonb_typeof(${json(alias)}) = ${constant(type)} then ${cast} end`
  }
  return {
    name: path.join('.'),
    type,
    sql: value,
    ...(jsonPath !== undefined && { jsonPath }),
    foldCase: false,
    stored: false,
    searched: false,
    ...(type === 'json' && { isList: schema.items !== undefined || entrySchema(schema) !== undefined }),
    ...(schema.format === 'month' && { isMonth: true }),
    ...(schema.format === 'date' && { isDay: true }),
    ...(schema.format === 'date-time' && { isInstant: true }),
  }
}
