import type { RuleRefusal } from '../../rules/types.ts'
import { isEmpty } from '../equality.ts'
import { formatTable } from '../formats.ts'
import { formatPointer, parsePointer, valueAt } from './pointer.ts'
import { resolveSchema, type SchemaSource } from '../schema/resolve-schema.ts'
import { entrySchema } from '../schema/property-schema.ts'
import type { EntitySchema, PropertySchema } from '../types.ts'

/** The part of an AJV `ErrorObject` that is read (validators run with `allErrors`). */
export interface ConstraintError {
  instancePath: string
  keyword: string
  params: Record<string, unknown>
  /** Set on errors of a map's key; they are skipped in favour of the `propertyNames` error, which covers them. */
  propertyName?: string
}

interface Message {
  key: string
  params?: Record<string, unknown>
  /** Child property to which the message belongs. */
  property?: string
}

type Translate = (error: ConstraintError, property: PropertySchema | undefined, value: unknown) => Message

const mandatory: Message = { key: 'validation.field.mandatory' }

/** The bounds of a number as one message; `between` needs both bounds. */
function bounds(property: PropertySchema | undefined, error: ConstraintError): Message {
  const limit = error.params['limit']
  const minimum = property?.minimum ?? (error.keyword === 'minimum' ? limit : undefined)
  const maximum = property?.maximum ?? (error.keyword === 'maximum' ? limit : undefined)
  if (minimum !== undefined && maximum !== undefined) return { key: 'validation.field.between', params: { min: minimum, max: maximum } }
  if (minimum !== undefined) return { key: 'validation.field.atLeast', params: { min: minimum } }
  return { key: 'validation.field.atMost', params: { max: maximum } }
}

const isWholeNumber = (property: PropertySchema | undefined): boolean => [property?.type].flat().includes('integer')

function wrongType(error: ConstraintError, property: PropertySchema | undefined, value: unknown): Message {
  if (value === null || value === '') return mandatory
  if (!isWholeNumber(property)) return { key: 'validation.field.type', params: { type: [error.params['type']].flat().join(', ') } }
  if (property?.minimum === undefined || property.maximum === undefined) return { key: 'validation.field.integer' }
  return bounds(property, error)
}

function formatMessage(error: ConstraintError): Message {
  const name = String(error.params['format'])
  const format = formatTable[name]
  if (!format) throw new Error(`format "${name}" has no message key; add it to schemas/vocabulary/formats.ts`)
  return { key: format.key }
}

const unknownField: Translate = (error) => {
  const name = String(error.params['additionalProperty'] ?? error.params['unevaluatedProperty'])
  return { key: 'validation.field.unknown', params: { name }, property: name }
}

const atLeastItems: Translate = ({ params }) =>
  params['limit'] === 1 ? mandatory : { key: 'validation.field.minItems', params: { min: params['limit'] } }

const atLeastCharacters: Translate = ({ params }, _property, value) =>
  params['limit'] === 1 || value === '' ? mandatory : { key: 'validation.field.min', params: { min: params['limit'] } }

/** JSON Schema keyword to message, in order of priority: if a field has several errors, the keyword that comes first wins. */
const messages: Readonly<Record<string, Translate>> = {
  additionalProperties: unknownField,
  unevaluatedProperties: unknownField,
  propertyNames: ({ params }) => ({
    key: 'validation.field.key',
    params: { name: params['propertyName'] },
    property: String(params['propertyName']),
  }),
  required: ({ params }) => ({ ...mandatory, property: String(params['missingProperty']) }),
  minLength: atLeastCharacters,
  minItems: atLeastItems,
  type: wrongType,
  enum: (_error, _property, value) => ({ key: 'validation.field.option', params: { value } }),
  const: (_error, _property, value) => ({ key: 'validation.field.option', params: { value } }),
  maxLength: ({ params }) => ({ key: 'validation.field.max', params: { max: params['limit'] } }),
  maxItems: ({ params }) => ({ key: 'validation.field.maxItems', params: { max: params['limit'] } }),
  minProperties: atLeastItems,
  maxProperties: ({ params }) => ({ key: 'validation.field.maxItems', params: { max: params['limit'] } }),
  format: formatMessage,
  minimum: (error, property) => bounds(property, error),
  maximum: (error, property) => bounds(property, error),
  multipleOf: ({ params }) => ({ key: 'validation.field.multipleOf', params: { step: params['multipleOf'] } }),
  uniqueItems: () => ({ key: 'validation.field.uniqueItems' }),
}

/** JSON Schema keywords that can refuse a value; `checkSchema` rejects others. */
export const messageKeywords: readonly string[] = Object.keys(messages)

/**
 * Converts a validator's errors to refusals, at most one per field. With `record`, an empty value is reported as missing rather than
 * invalid. Throws on a keyword or format without a message, so that no refusal lacks a text.
 */
export function toRefusals(
  errors: readonly ConstraintError[] | null | undefined,
  root: EntitySchema,
  options: { record?: unknown; source?: SchemaSource } = {},
): RuleRefusal[] {
  if (!errors || errors.length === 0) return []
  const schema = resolveSchema(root, options.source)
  const first = new Map<string, { refusal: RuleRefusal; priority: number }>()
  for (const error of errors) {
    if (error.propertyName !== undefined) continue
    if (isEmptyOptionalText(error, schema, options.record)) continue
    const { refusal: whole, priority } = refuse(error, schema, options.record)
    for (const refusal of expandMissingObject(whole, schema)) {
      const earlier = first.get(refusal.pointer)
      if (!earlier || priority < earlier.priority) first.set(refusal.pointer, { refusal, priority })
    }
  }
  return [...first.values()].map(({ refusal }) => refusal)
}

/** Message key of one error, for forms that show the errors themselves. */
export function messageKeyOf(error: ConstraintError, schema: EntitySchema): string {
  return refuse(error, schema, undefined).refusal.key
}

/** An optional text may be left empty whatever its `minLength`, except `minLength: 1`. */
function isEmptyOptionalText({ keyword, params, instancePath }: ConstraintError, schema: PropertySchema, record: unknown): boolean {
  if (keyword !== 'minLength' || params['limit'] === 1 || record === undefined) return false
  const segments = parsePointer(instancePath)
  const name = segments.at(-1) ?? ''
  return valueAt(record, segments) === '' && propertyAt(schema, segments.slice(0, -1))?.required?.includes(name) !== true
}

function refuse(error: ConstraintError, schema: PropertySchema, record: unknown): { refusal: RuleRefusal; priority: number } {
  const translate = messages[error.keyword]
  if (!translate) throw new Error(`keyword "${error.keyword}" has no message key; add it to schemas/vocabulary/paths/message-keys.ts`)
  const segments = parsePointer(error.instancePath)
  const property = propertyAt(schema, segments)
  const value = record === undefined ? undefined : valueAt(record, segments)
  const usual = translate(error, property, value)
  const own = usual.key === mandatory.key ? undefined : property?.['x-refusal']
  const message = own === undefined ? usual : { key: own }
  const pointer = formatPointer(message.property === undefined ? segments : [...segments, message.property])
  const priority = message.key === mandatory.key && isEmpty(value) ? 0 : messageKeywords.indexOf(error.keyword) + 1
  return { refusal: { pointer, key: message.key, ...(message.params ? { params: message.params } : {}) }, priority }
}

/** A missing object is reported as its missing required fields, because forms have no control for the object itself. */
function expandMissingObject(refusal: RuleRefusal, schema: PropertySchema): RuleRefusal[] {
  const property = refusal.key === mandatory.key ? propertyAt(schema, parsePointer(refusal.pointer)) : undefined
  const missing = (property?.required ?? []).filter((name) => property?.properties?.[name]?.readOnly !== true)
  if (!property?.properties || missing.length === 0) return [refusal]
  return missing.flatMap((name) => expandMissingObject({ ...refusal, pointer: `${refusal.pointer}${formatPointer([name])}` }, schema))
}

/** The schema of a value; `allOf` parts are merged in. */
function propertyAt(schema: PropertySchema, segments: readonly string[]): PropertySchema | undefined {
  let current: PropertySchema | undefined = merged(schema)
  for (const segment of segments) {
    const next: PropertySchema | undefined =
      current?.properties?.[segment] ?? (/^\d+$/.test(segment) ? current?.items : undefined) ?? entrySchema(current)
    current = next && merged(next)
  }
  return current
}

const mergedOf = new WeakMap<PropertySchema, PropertySchema>()

/** Cached per schema, because a record may have thousands of errors. */
function merged(property: PropertySchema): PropertySchema {
  if (!property.allOf) return property
  const made: PropertySchema = mergedOf.get(property) ?? { ...Object.assign({}, ...property.allOf.map(merged)), ...property }
  mergedOf.set(property, made)
  return made
}
