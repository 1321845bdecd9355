import { entrySchema, SECRET_MARK } from '../../schemas/vocabulary/schema/property-schema.ts'
import type { PropertySchema, Rec } from '../../schemas/vocabulary/types.ts'

/** The part of a value that a copy of its record may have. */
export function copyOf(record: Rec, schema: PropertySchema): Rec {
  const { properties = {} } = schema
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      const property = properties[name] ?? entrySchema(schema)
      const isEmpty = value === null || value === undefined
      return property === undefined || isEmpty || !isCopied(schema, name) ? [] : [[name, innerCopy(value, property)]]
    }),
  )
}

/** Whether a copy of an object has the value of a property: no secret, and nothing that the service computes. */
export function isCopied(schema: PropertySchema, name: string): boolean {
  const property = schema.properties?.[name] ?? entrySchema(schema)
  if (property === undefined || (name === SECRET_MARK && schema.properties?.[name] === undefined)) return false
  const isWithheld = property.readOnly === true || property['x-secret'] === true || property['x-transient'] === true
  return !isWithheld && property['x-derived'] === undefined
}

function innerCopy(value: unknown, property: PropertySchema): unknown {
  const { items } = property
  if (Array.isArray(value))
    return value.map((row: unknown) => (items && isObject(row) ? { ...fixedPart(row, property), ...copyOf(row, items) } : row))
  return isObject(value) ? copyOf(value, property) : value
}

/** What is fixed in a row that the schema gives to every record, such as the router of each WAN: the service computes none of it. */
function fixedPart({ id }: Rec, { default: rows, items }: PropertySchema): Rec {
  const given = Array.isArray(rows) && id !== undefined ? rows.find((row: unknown) => isObject(row) && row['id'] === id) : undefined
  const isFixed = (name: string): boolean => items?.properties?.[name]?.readOnly === true
  return isObject(given) ? Object.fromEntries(Object.entries(given).filter(([name]) => isFixed(name))) : {}
}

const isObject = (value: unknown): value is Rec => typeof value === 'object' && value !== null && !Array.isArray(value)
