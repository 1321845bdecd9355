import { isUnchanged } from '../../../schemas/vocabulary/equality.ts'
import { itemKey } from '../../../schemas/vocabulary/read.ts'
import { entrySchema, hasSecretMark, SECRET_MARK } from '../../../schemas/vocabulary/schema/property-schema.ts'
import { extensibleCopy } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { defaultsOf, isNullable } from '../../../schemas/rules/defaults.ts'
import { hasUnstorable } from '../../../schemas/vocabulary/storable-text.ts'
import { isObject } from '../read-plan.ts'
import { hasSecrets } from '../../entities/records/secrets.ts'

const MAX_DEPTH = 24
/** Rows of a list, where its schema does not allow more: up to here the validator says what is wrong, with all else. */
const MOST_ROWS = 1_000
/** Members of an object: no schema has nearly as many. */
const MOST_MEMBERS = 1_000
/** Characters of a text. */
const MOST_CHARACTERS = 100_000

interface Unfit {
  pointer: string
  key: string
  params?: Rec
}

/** Where the value stands: its pointer, and how deep that is. */
interface Place {
  pointer: string
  depth: number
}

const WHOLE: Place = { pointer: '', depth: 0 }

/**
 * What is wrong with a value before rules and validators look at it: text that cannot be stored, names that mean something to JavaScript,
 * nesting without end, and more of anything than the schema ever takes, which they would look at piece by piece.
 */
export function unfitAt(value: unknown, schema?: PropertySchema, { pointer, depth }: Place = WHOLE): Unfit | undefined {
  if (typeof value === 'string') return unfitText(value, schema, pointer)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > MAX_DEPTH) return { pointer, key: 'service.value.tooDeep' }
  const names = Object.keys(value)
  const most = Array.isArray(value) ? Math.max(schema?.maxItems ?? 0, MOST_ROWS) : MOST_MEMBERS
  if (names.length > most)
    return {
      pointer,
      key: Array.isArray(value) ? 'validation.field.maxItems' : 'service.value.tooWide',
      params: { max: schema?.maxItems ?? most },
    }
  const entry = Array.isArray(value) ? schema?.items : entrySchema(schema)
  for (const name of names) {
    if (name === '__proto__' || hasUnstorable(name))
      return { pointer: `${pointer}/${escaped(name)}`, key: 'validation.field.unknown', params: { name } }
    const inner = (value as Rec)[name]
    if (typeof inner === 'number' || typeof inner === 'boolean') continue
    const property = schema?.properties?.[name] ?? entry
    const found = unfitAt(inner, property, {
      pointer: typeof inner === 'string' ? pointer : `${pointer}/${escaped(name)}`,
      depth: depth + 1,
    })
    if (found !== undefined) return typeof inner === 'string' ? { ...found, pointer: `${pointer}/${escaped(name)}` } : found
  }
  return undefined
}

function unfitText(value: string, schema: PropertySchema | undefined, pointer: string): Unfit | undefined {
  if (value.length > MOST_CHARACTERS) return { pointer, key: 'validation.field.max', params: { max: schema?.maxLength ?? MOST_CHARACTERS } }
  return hasUnstorable(value) ? { pointer, key: 'service.value.unstorable' } : undefined
}

function escaped(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}

/** Nested objects merge, everything else replaces. Rows of lists that keep their key keep the secrets that were not sent again. */
export function mergeChanges(base: Rec, changes: Rec, schema: PropertySchema): Rec {
  const merged = extensibleCopy(base)
  // Here the secret itself stands for whether there is one.
  if (hasSecretMark(schema)) delete merged[SECRET_MARK]
  for (const name of Object.keys(changes)) {
    const value = changes[name]
    if (isConfiguredMark(name, schema)) continue
    const property = schema.properties?.[name]
    if (isSentForNothing(base[name], value, property) && schema.required?.includes(name) !== true) continue
    // Null takes an entry out of a map; a property of an object is always there.
    const isTakenOut = value === null && property === undefined
    merged[name] = isTakenOut ? null : mergeValue(base[name], value, property ?? entrySchema(schema) ?? {})
  }
  return merged
}

function mergeValue(base: unknown, value: unknown, schema: PropertySchema): unknown {
  if (isObject(value)) return mergeChanges(isObject(base) ? base : {}, value, schema)
  if (value === null && !isNullable(schema)) {
    if (schema.properties !== undefined) return emptied(schema)
    if (schema.type === 'array') return structuredClone(schema.default ?? null)
  }
  if (!Array.isArray(value) || schema.items === undefined) return value
  const rows: unknown[] = Array.isArray(base) ? base : []
  return value.map((item) => (isObject(item) ? withKeptSecrets(item, rows, schema.items ?? {}) : item))
}

/**
 * Null in the place of an object: back to its defaults, so that a creation and a change end alike. Those that hold secrets are always there, so
 * that their rules say whether they can be without them.
 */
function emptied(schema: PropertySchema): Rec | null {
  const defaults = { ...defaultsOf({ properties: { it: schema } }) }['it']
  if (!hasSecrets(schema)) return isObject(defaults) ? defaults : null
  const inner = Object.entries(schema.properties ?? {}).filter(([, property]) => property.properties !== undefined && hasSecrets(property))
  return { ...(isObject(defaults) ? defaults : {}), ...Object.fromEntries(inner.map(([name, property]) => [name, emptied(property)])) }
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
    if (!isConfiguredMark(name, schema))
      kept[name] = isObject(value) && inner !== undefined ? keepSecrets(value, isObject(stored) ? stored : {}, inner) : value
  }
  for (const [name, { 'x-secret': secret }] of Object.entries(schema.properties ?? {})) {
    if (secret === true && kept[name] === undefined && before[name] !== undefined) kept[name] = before[name]
  }
  return kept
}

/** Whether a value is what answers carry where nothing is stored: an empty list, or a mark such as `readOnly` that is off. */
function isSentForNothing(base: unknown, value: unknown, property: PropertySchema | undefined): boolean {
  if (base !== undefined) return false
  return (Array.isArray(value) && value.length === 0) || (value === false && property?.readOnly === true && property.default === false)
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
    } else if (
      (isTyped || !isUnchanged(before, value)) &&
      !isConfiguredMark(name, schema) &&
      !isSentForNothing(before, value, schema.properties?.[name])
    )
      touched.push(at)
  }
  return touched
}
