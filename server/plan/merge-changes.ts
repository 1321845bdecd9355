import { isUnchanged } from '../../schemas/vocabulary/equality.ts'
import { itemKey } from '../../schemas/vocabulary/read.ts'
import { entrySchema } from '../../schemas/vocabulary/row-schema.ts'
import { growable } from '../../schemas/vocabulary/growable.ts'
import { hasSecretMark, SECRET_MARK } from '../../schemas/vocabulary/secrets.ts'
import type { PropertySchema, Rec } from '../../schemas/vocabulary/types.ts'
import { hasUnstorable } from '../entities/filter/parse-filter.ts'
import { isObject } from './read-plan.ts'

const MAX_DEPTH = 24

interface Unfit {
  pointer: string
  key: string
  params?: Rec
}

/** What is wrong with a value before any schema looks at it: text that cannot be stored, names that mean something to JavaScript, nesting without end. */
export function unfitAt(value: unknown, pointer = '', depth = 0): Unfit | undefined {
  if (typeof value === 'string') return hasUnstorable(value) ? { pointer, key: 'service.value.unstorable' } : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > MAX_DEPTH) return { pointer, key: 'service.value.tooDeep' }
  for (const name of Object.keys(value)) {
    if (name === '__proto__' || hasUnstorable(name))
      return { pointer: `${pointer}/${escaped(name)}`, key: 'validation.field.unknown', params: { name } }
    const inner = (value as Rec)[name]
    if (typeof inner === 'number' || typeof inner === 'boolean') continue
    const found = unfitAt(inner, typeof inner === 'string' ? pointer : `${pointer}/${escaped(name)}`, depth + 1)
    if (found !== undefined) return typeof inner === 'string' ? { ...found, pointer: `${pointer}/${escaped(name)}` } : found
  }
  return undefined
}

function escaped(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}

/** Nested objects merge, everything else replaces. Rows of lists that keep their key keep the secrets that were not sent again. */
export function mergeChanges(base: Rec, changes: Rec, schema: PropertySchema): Rec {
  const merged = growable(base)
  // Here the secret itself stands for whether there is one.
  if (hasSecretMark(schema)) delete merged[SECRET_MARK]
  for (const name of Object.keys(changes)) {
    const value = changes[name]
    if (isConfiguredMark(name, schema)) continue
    merged[name] = mergeValue(base[name], value, schema.properties?.[name] ?? entrySchema(schema) ?? {})
  }
  return merged
}

function mergeValue(base: unknown, value: unknown, schema: PropertySchema): unknown {
  if (isObject(value)) return mergeChanges(isObject(base) ? base : {}, value, schema)
  if (isEmptySecret(value, schema)) return null
  if (!Array.isArray(value) || schema.items === undefined) return value
  const rows: unknown[] = Array.isArray(base) ? base : []
  return value.map((item) => (isObject(item) ? withKeptSecrets(item, rows, schema.items ?? {}) : item))
}

/** Nobody can see whether a secret is empty: an empty one is none. */
function isEmptySecret(value: unknown, schema: PropertySchema | undefined): boolean {
  return schema?.['x-secret'] === true && value === ''
}

/** What the service sent in a secret's place comes back with lists and means nothing. */
function isConfiguredMark(name: string, schema: PropertySchema): boolean {
  return name === SECRET_MARK && hasSecretMark(schema)
}

function withKeptSecrets(item: Rec, rows: unknown[], schema: PropertySchema): Rec {
  const key = itemKey(item)
  const before = key === undefined ? undefined : rows.find((row) => itemKey(row) === key)
  return keepSecrets(item, isObject(before) ? before : {}, schema)
}

function keepSecrets(item: Rec, before: Rec, schema: PropertySchema): Rec {
  const kept: Rec = {}
  for (const [name, value] of Object.entries(item)) {
    const inner = schema.properties?.[name] ?? entrySchema(schema)
    const stored = before[name]
    if (isEmptySecret(value, inner)) kept[name] = null
    else if (!isConfiguredMark(name, schema))
      kept[name] = isObject(value) && inner !== undefined ? keepSecrets(value, isObject(stored) ? stored : {}, inner) : value
  }
  for (const [name, { 'x-secret': secret }] of Object.entries(schema.properties ?? {})) {
    if (secret === true && kept[name] === undefined && before[name] !== undefined) kept[name] = before[name]
  }
  return kept
}

/** How the values that a caller sends are read. */
export interface Sent {
  schema: PropertySchema
  /** A person typed each of them, also what is as it was. */
  isTyped?: boolean
}

/** Pointers of the values that really differ from the base; of what a person typed, of all of them. */
export function touchedPointers(base: Rec, changes: Rec, { schema, isTyped = false }: Sent): string[] {
  const touched: string[] = []
  for (const name of Object.keys(changes)) {
    const value = changes[name]
    const before = base[name]
    const at = `/${escaped(name)}`
    if (isObject(value)) {
      const inner = schema.properties?.[name] ?? entrySchema(schema) ?? {}
      for (const below of touchedPointers(isObject(before) ? before : {}, value, { schema: inner, isTyped })) touched.push(at + below)
    } else if ((isTyped || !isUnchanged(before, value)) && !isConfiguredMark(name, schema)) touched.push(at)
  }
  return touched
}
