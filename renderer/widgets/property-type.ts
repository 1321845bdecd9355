import type { PropertySchema } from '../../schemas/vocabulary/types.ts'

/** The property's type, leaving "or null" aside; `undefined` for enumerations without a type. */
export function mainType(property: PropertySchema): string | undefined {
  return Array.isArray(property.type) ? property.type.find((type) => type !== 'null') : property.type
}

/** Whether the property is free text: a string without an enumeration. */
export const isFreeText = (property: PropertySchema): boolean => mainType(property) === 'string' && !property.enum
