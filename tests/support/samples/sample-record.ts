import { fieldsOf, fieldValue, topLevelField } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'

const BY_FORMAT: Record<string, (seed: string) => string> = {
  mail: (seed) => `${seed}@sample.test`,
  ipv4: () => '10.1.2.3',
  'ipv4-prefix': () => '10.1.2.3/24',
  subnet: () => '10.1.2.0/24',
  range: () => '80-90',
  'ports-list': () => '80;443',
  'date-time': () => '2024-02-03T04:05:06.000Z',
  host: () => 'host.sample.test',
  'bgp-community': () => '0001:0002',
  month: () => '2026-01',
  'ospf-area': () => '0.0.0.1',
}

/** A record with every writable property, valid by its schema but not necessarily by its rules; `seed` makes its texts unique. */
export function sampleRecord(schema: EntitySchema, seed: string): Rec {
  return objectOf(schema, seed)
}

/**
 * Variants of the record, one of which the rules should accept: complete, without fields that rules can hide or disable, and with every
 * option of the fields that rules limit.
 */
export function* candidates(schema: EntitySchema, record: Rec): Generator<Rec> {
  const { parent } = schema['x-entity']
  const fieldsWithEffect = (...effects: string[]): Set<string> =>
    new Set(schema['x-rules'].filter(({ effect }) => effects.includes(effect)).flatMap(({ fields }) => fields))
  const conditional = fieldsWithEffect('show', 'enable')
  const unconditional = Object.fromEntries(Object.entries(record).filter(([name]) => name === parent || !conditional.has(name)))
  let variants: Rec[] = [record, unconditional]
  for (const name of fieldsWithEffect('limit'))
    variants = variants.flatMap((one) => (schema.properties[name]?.enum ?? [one[name]]).map((option) => ({ ...one, [name]: option })))
  yield* variants
}

/** What is read of a new record: all that was sent but secrets, names of new records, empty lists, and what rules of the entity set. */
export function readablePart(schema: EntitySchema, sent: Rec): Rec {
  const ruled = new Set(schema['x-rules'].filter(({ effect }) => effect === 'set').flatMap(({ fields }) => fields))
  return readableObject(schema, Object.fromEntries(Object.entries(sent).filter(([name]) => !ruled.has(name))))
}

function readableObject({ properties = {} }: PropertySchema, sent: Rec): Rec {
  const isRead = ([name, value]: [string, unknown]): boolean => {
    const { 'x-secret': isSecret, 'x-transient': isTransient, 'x-ref': reference } = properties[name] ?? {}
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
    return !isEmpty && !isSecret && !isTransient && reference?.creates !== true
  }
  const read = Object.entries(sent).filter(isRead)
  return Object.fromEntries(read.map(([name, value]) => [name, readableValue(properties[name] ?? {}, value)]))
}

function readableValue(property: PropertySchema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => readableValue(property.items ?? {}, item))
  return property.properties && typeof value === 'object' && value !== null ? readableObject(property, value as Rec) : value
}

const OPEN_FORMATS: readonly unknown[] = [undefined, 'no-spaces', 'boss-name']

/**
 * A field of the record that can be changed on its own and a new value, different for every `turn`. Prefers the label, then a text, then
 * a number, then an option.
 */
export function changeOf(schema: EntitySchema, record: Rec, turn = 1): [path: string, value: unknown] {
  const { label } = schema['x-entity']
  const changeable = fieldsOf(schema).filter(
    ([path, property]) =>
      !property.readOnly &&
      !property['x-frozen'] &&
      !schema.properties[topLevelField(path)]?.['x-frozen'] &&
      !property['x-ref'] &&
      !property['x-derived'],
  )
  const hasValue = (one: (typeof changeable)[number]): boolean => fieldValue(record, one[0]) !== undefined
  const writable = changeable.filter(hasValue)
  const free = writable.filter(([, property]) => !property.enum && OPEN_FORMATS.includes(property.format))
  const withValueOf = (type: string): string[] =>
    free.flatMap(([path]) => {
      const value = fieldValue(record, path)
      return typeof value === type ? [path] : []
    })
  const texts = withValueOf('string')
  const text = texts.includes(label) ? label : texts[0]
  if (text !== undefined) return [text, `${String(fieldValue(record, text))}${'b'.repeat(turn)}`]
  const empty = changeable.find((one) => one[1].type === 'string' && !one[1].enum && OPEN_FORMATS.includes(one[1].format) && !hasValue(one))
  if (empty !== undefined && !schema['x-entity'].isTenant) return [empty[0], 'b'.repeat(turn)]
  const [number] = withValueOf('number')
  if (number !== undefined) return [number, Number(fieldValue(record, number)) + turn]
  const [choice] = writable.filter(([, property]) => property.enum !== undefined)
  if (choice === undefined) throw new Error(`nothing of ${schema.$id} can be changed by itself`)
  const [path, { enum: options = [] }] = choice
  // The last options grant the least, so almost everyone may choose them.
  return [path, options.filter((option) => option !== fieldValue(record, path)).at(-turn)]
}

function objectOf(schema: PropertySchema, seed: string): Rec {
  const written = Object.entries(schema.properties ?? {}).filter(
    ([, property]) =>
      property.readOnly !== true &&
      property['x-derived'] === undefined &&
      (property['x-ref'] === undefined || property['x-ref'].creates === true),
  )
  return Object.fromEntries(written.map(([name, property]) => [name, valueOf(property, seed)]))
}

function valueOf(property: PropertySchema, seed: string): unknown {
  if (property.const !== undefined) return property.const
  if (property.enum !== undefined) return property.enum.find((option) => option !== null)
  const type = [property.type].flat().find((one) => one !== 'null')
  if (type === 'boolean') return property.default === true
  if (type === 'integer' || type === 'number') return property.minimum ?? property.default ?? 1
  if (type === 'array')
    return property.minItems === undefined
      ? []
      : Array.from({ length: property.minItems }, (_, index) => valueOf(property.items ?? {}, `${seed}${index}`))
  if (type === 'object') return objectOf(property, seed)
  return textOf(property, seed)
}

function textOf({ format, minLength = 0, maxLength = 40 }: PropertySchema, seed: string): string {
  const make = format === undefined ? undefined : BY_FORMAT[format]
  return make === undefined ? seed.padEnd(minLength, 'x').slice(0, maxLength) : make(seed)
}
