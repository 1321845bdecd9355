import { mainType } from '../../../renderer/widgets/property-type.ts'
import { formatTable } from '../../../schemas/vocabulary/formats.ts'
import type { ControlState } from '../../../schemas/rules/types.ts'
import type { PropertySchema } from '../../../schemas/vocabulary/types.ts'

/** A value at, below or above a bound, and its expected refusal; absent if the value is valid. */
export interface BoundCase {
  about: string
  value: unknown
  refused?: { key: string; params?: Record<string, unknown> }
}

/** Values that each format just accepts and just refuses; the tests of the formats cover the rest. */
const EDGES: Readonly<Record<string, { valid: readonly string[]; invalid: readonly string[] }>> = {
  ipv4: { valid: ['255.255.255.255'], invalid: ['256.0.0.0'] },
  subnet: { valid: ['0.0.0.0/0', '255.255.255.255/32'], invalid: ['10.0.0.1/24', '10.0.0.0/33'] },
  range: { valid: ['0-65535', '7-7'], invalid: ['0-65536', '8-7'] },
  ranges: { valid: ['0', '65535', '0-65535;7-7'], invalid: ['65536', '0-65536', '8-7', '1;'] },
  'bgp-community': { valid: ['0001:FFFE'], invalid: ['0000:0001', '0001:FFFF', '00AG:0001'] },
  date: { valid: ['2024-02-29', '2026-12-31'], invalid: ['2026-02-29', '2026-13-01'] },
  month: { valid: ['2000-01', '2099-12'], invalid: ['1999-12', '2026-13'] },
  'ospf-area': { valid: ['0', '4294967295', '255.255.255.255'], invalid: ['-1', '4294967296', '0.0.0.256'] },
  'boss-name': { valid: ['Zürich (2).b_c-d'], invalid: [' Lyon', 'a/b'] },
  'no-spaces': { valid: ['a'], invalid: ['a b'] },
  'forbidden-characters': { valid: ['a'], invalid: ['a|b'] },
  mail: { valid: ['a@b.de'], invalid: ['a@b'] },
  host: { valid: ['h', '10.0.0.1'], invalid: ['10.0.0.256'] },
  'ports-list': { valid: ['*', '0', '65535', '80;443'], invalid: ['65536', '80;', '-1', 'a', '80,443'] },
}

/** Formats that allow texts of any length; the other formats limit the length themselves. */
const FREE_FORMATS: ReadonlySet<string | undefined> = new Set([undefined, 'mail', 'boss-name', 'no-spaces', 'forbidden-characters'])

/** Whether the property bounds a typed value. References are chosen, not typed, unless a new name creates the record. */
export const isBounded = (property: PropertySchema): boolean =>
  (property['x-ref'] === undefined || property['x-ref'].creates === true) &&
  ([property.minimum, property.maximum, property.maxLength, property.enum, property.minItems, property.maxItems].some(
    (bound) => bound !== undefined,
  ) ||
    (property.format !== undefined && property.format !== 'date-time'))

/** The cases of an enabled control; `rows` are the current rows if it is a list. */
export function boundCases(property: PropertySchema, state: ControlState, rows: readonly unknown[]): BoundCase[] {
  const required = state.required && property.type !== 'array' && property.type !== 'object'
  return [
    ...(required ? [{ about: 'nothing', value: null, refused: { key: 'validation.field.mandatory' } }] : []),
    ...lengths(property),
    ...numbers(property, state),
    ...forms(property),
    ...counts(property, rows),
  ]
}

function lengths({ minLength = 0, maxLength, format }: PropertySchema): BoundCase[] {
  if (!FREE_FORMATS.has(format)) return []
  return [
    ...(maxLength === undefined
      ? []
      : [
          { about: 'as long as may be', value: textOf(maxLength, format) },
          { about: 'longer', value: textOf(maxLength + 1, format), refused: refusal('max', { max: maxLength }) },
        ]),
    ...(minLength > 1 && format === undefined
      ? [
          { about: 'as short as may be', value: textOf(minLength, format) },
          { about: 'shorter', value: textOf(minLength - 1, format), refused: refusal('min', { min: minLength }) },
        ]
      : []),
  ]
}

function numbers(property: PropertySchema, state: ControlState): BoundCase[] {
  const min = tightest(Math.max, property.minimum, state.minimum)
  const max = tightest(Math.min, property.maximum, state.maximum)
  if (min === undefined && max === undefined) return []
  if (min === undefined)
    return [
      { about: 'the most', value: max },
      { about: 'more', value: Number(max) + 1, refused: refusal('atMost', { max }) },
    ]
  if (max === undefined)
    return [
      { about: 'the least', value: min },
      { about: 'less', value: min - 1, refused: refusal('atLeast', { min }) },
    ]
  const own = property['x-refusal']
  const refused = own === undefined ? refusal('between', { min, max }) : { key: own }
  // A schema with both bounds refuses a fraction with the bounds; if a rule sets a bound, the refusal only asks for an integer.
  const hasSchemaBounds = property.minimum !== undefined && property.maximum !== undefined
  return [
    { about: 'the least', value: min },
    { about: 'the most', value: max },
    { about: 'less', value: min - 1, refused },
    { about: 'more', value: max + 1, refused },
    ...(mainType(property) === 'integer'
      ? [{ about: 'a fraction', value: min + 0.5, refused: hasSchemaBounds ? refused : { key: 'validation.field.integer' } }]
      : []),
  ]
}

const tightest = (choose: (...values: number[]) => number, ...bounds: (number | undefined)[]): number | undefined => {
  const known = bounds.filter((bound) => bound !== undefined)
  return known.length === 0 ? undefined : choose(...known)
}

function forms({ format, enum: options }: PropertySchema): BoundCase[] {
  const none = typeof options?.[0] === 'number' ? 999_999 : 'zzz'
  const edges = format === undefined || format === 'date-time' ? undefined : EDGES[format]
  if (format !== undefined && format !== 'date-time' && !edges) throw new Error(`the format "${format}" needs its edges in EDGES`)
  return [
    ...(edges?.valid ?? []).map((value) => ({ about: `the form of "${value}"`, value })),
    ...(edges?.invalid ?? []).map((value) => ({
      about: `the form of "${value}"`,
      value,
      refused: { key: formatTable[format ?? '']?.key ?? '' },
    })),
    ...(options ? [{ about: 'no option', value: none, refused: { key: 'validation.field.option' } }] : []),
  ]
}

function counts({ minItems = 0, maxItems, uniqueItems, items }: PropertySchema, given: readonly unknown[]): BoundCase[] {
  const rows = uniqueItems === true && items?.enum ? items.enum : given
  const many = (count: number): unknown[] => Array.from({ length: count }, (_, index) => rows[index % Math.max(rows.length, 1)] ?? {})
  return [
    ...(maxItems === undefined
      ? []
      : [
          { about: 'as many as may be', value: many(maxItems) },
          { about: 'more of them', value: many(maxItems + 1), refused: refusal('maxItems', { max: maxItems }) },
        ]),
    ...(minItems > 1 ? [{ about: 'fewer of them', value: many(minItems - 1), refused: refusal('minItems', { min: minItems }) }] : []),
  ]
}

const refusal = (name: string, params: Record<string, unknown>): { key: string; params: Record<string, unknown> } => ({
  key: `validation.field.${name}`,
  params,
})

/** A text of the given length in the field's format. */
function textOf(length: number, format: string | undefined): string {
  if (format !== 'mail') return 'x'.repeat(length)
  const host = `${'h'.repeat(40)}.`.repeat(Math.ceil(length / 41))
  const box = 'm'.repeat(20)
  return `${box}@${host.slice(0, length - box.length - 4)}.de`.replace('..', 'h.')
}
