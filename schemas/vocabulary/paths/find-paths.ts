import { rowSchema } from '../schema/property-schema.ts'
import type { PropertySchema } from '../types.ts'

/** Every row of a list, or every entry of an object. */
export const EVERY = '*'

/** The properties on the way to each place that a path of `x-find` names; undefined if one of them does not exist. */
export function propertiesAt(schema: PropertySchema, [step, ...rest]: readonly string[]): PropertySchema[][] | undefined {
  if (step === undefined) return [[]]
  const next = stepsInto(schema, step)
  if (next.length === 0) return undefined
  const trails: PropertySchema[][] = []
  for (const property of next) {
    const below = propertiesAt(property, rest)
    if (below === undefined) return undefined
    trails.push(...below.map((trail) => [property, ...trail]))
  }
  return trails
}

function stepsInto(schema: PropertySchema, step: string): PropertySchema[] {
  const { properties } = schema
  if (step !== EVERY) return properties && Object.hasOwn(properties, step) && properties[step] ? [properties[step]] : []
  const row = rowSchema(schema)
  return row === undefined ? Object.values(properties ?? {}) : [row]
}
