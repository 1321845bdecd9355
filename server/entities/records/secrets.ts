import { parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { entrySchema, schemaAt, rowSchema } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { seal, unseal } from '../../identity/sealed.ts'
import { isObject } from '../../plan/read-plan.ts'

/** How a sealed secret stands in the database. */
interface Sealed {
  sealed: string
}

/** Encrypts the secrets of a record that is about to be stored, at any depth. `place` binds each to its record and property. */
export function sealSecrets(record: Rec, schema: PropertySchema, { place, key }: { place: string; key: Buffer }): Rec {
  return mapSecrets(record, schema, { place, turn: (value, at) => (typeof value === 'string' ? { sealed: seal(value, at, key) } : value) })
}

/** Decrypts them again, so that rules and validators see what was written. */
export function openSecrets(record: Rec, schema: PropertySchema, { place, key }: { place: string; key: Buffer }): Rec {
  return mapSecrets(record, schema, { place, turn: (value, at) => (isSealed(value) ? unseal(value.sealed, at, key) : value) })
}

/** Replaces each sealed secret of a stored record with the result of `again`, called with the name that it is bound to. */
export function resealSecrets(value: unknown, place: string, again: (sealed: string, name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => resealSecrets(item, place, again))
  if (!isObject(value)) return value
  if (isSealed(value) && Object.keys(value).length === 1) return { sealed: again(value.sealed, place) }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resealSecrets(inner, `${place}/${name}`, again)]))
}

/** The value with a mark in the place of each secret: whether there is one is all that the journal says. */
export function withMarks(value: unknown, schema: PropertySchema): unknown {
  if (schema['x-secret'] === true) return value === undefined || value === null ? null : { configured: true }
  if (Array.isArray(value)) return value.map((item) => withMarks(item, schema.items ?? {}))
  if (!isObject(value)) return value ?? null
  const entry = entrySchema(schema) ?? {}
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withMarks(inner, schema.properties?.[name] ?? entry)]))
}

function isSealed(value: unknown): value is Sealed {
  return isObject(value) && typeof value['sealed'] === 'string'
}

/** Whether records of the schema hold secrets anywhere. */
export function hasSecrets(schema: PropertySchema): boolean {
  const known = holding.get(schema) ?? findSecret(schema)
  holding.set(schema, known)
  return known
}

/** Whether what stands at a place of a record of the schema is a secret. */
export function isSecretAt(schema: PropertySchema, pointer: string): boolean {
  return schemaAt(schema, parsePointer(pointer))?.['x-secret'] === true
}

const holding = new WeakMap<PropertySchema, boolean>()

function findSecret(schema: PropertySchema): boolean {
  if (schema['x-secret'] === true) return true
  return [...Object.values(schema.properties ?? {}), ...[rowSchema(schema)].filter((row) => row !== undefined)].some(hasSecrets)
}

interface Mapping {
  place: string
  turn: (value: unknown, place: string) => unknown
}

function mapSecrets(record: Rec, schema: PropertySchema, { place, turn }: Mapping): Rec {
  const mapped: Rec = { ...record }
  const entry = entrySchema(schema)
  const parts = entry ? Object.keys(record).map((name) => [name, entry] as const) : Object.entries(schema.properties ?? {})
  for (const [name, property] of parts) {
    if (record[name] !== undefined && hasSecrets(property))
      mapped[name] = mapValue(record[name], property, { place: `${place}/${name}`, turn })
  }
  return mapped
}

/** Rows of lists share their list's place: they move. */
function mapValue(value: unknown, schema: PropertySchema, mapping: Mapping): unknown {
  if (schema['x-secret'] === true) return value === null ? null : mapping.turn(value, mapping.place)
  if (Array.isArray(value)) return value.map((item) => mapValue(item, schema.items ?? {}, mapping))
  return isObject(value) ? mapSecrets(value, schema, mapping) : value
}
