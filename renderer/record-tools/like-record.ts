import { entrySchema, SECRET_MARK } from '../../schemas/vocabulary/schema/property-schema.ts'
import type { PropertySchema, Rec } from '../../schemas/vocabulary/types.ts'
import type { PageProps } from '../host.tsx'
import { uniqueFields } from './settable-fields.ts'

/**
 * What a new record like another begins with: everything that people enter, without secrets, what the service computes, identifiers of
 * rows, and what only one record may have: those fields are asked for.
 */
export function likeRecord({ schema, screen }: PageProps, record: Rec): Rec {
  const unique = uniqueFields(schema)
  const shown = new Set(screen.editor?.readOnly ?? [])
  const isAsked = (name: string): boolean => shown.has(name) || unique.has(name) || screen.editor?.only?.[name] === 'edit'
  const kept = copyOf(record, schema)
  return Object.fromEntries(Object.entries(kept).filter(([name]) => !isAsked(name)))
}

/** The part of a value that a copy of its record may have. */
function copyOf(record: Rec, schema: PropertySchema): Rec {
  const { properties = {} } = schema
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      const property = properties[name] ?? entrySchema(schema)
      const isMark = name === SECRET_MARK && properties[name] === undefined
      if (property === undefined || isMark || value === null || value === undefined) return []
      if (property.readOnly === true || property['x-secret'] === true || property['x-transient'] === true) return []
      if (property['x-derived'] !== undefined) return []
      return [[name, innerCopy(value, property)]]
    }),
  )
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
