import { fieldsOf } from '../../schemas/vocabulary/field-path.ts'
import { formatTable } from '../../schemas/vocabulary/formats.ts'
import type { EntitySchema, PropertySchema } from '../../schemas/vocabulary/types.ts'

/** A value at, below or above a bound of a field, and what is said against it; nothing for one that fits. */
export interface BoundCase {
  field: string
  about: string
  value: unknown
  refused?: { key: string; params?: Record<string, unknown> }
}

/** Forms in which there are texts of every length; of the others the form says how long they are. */
const FREE_FORMS: ReadonlySet<string> = new Set(['mail', 'boss-name', 'no-spaces'])

/** A text of a length in the form that the field asks for. */
function textOf(length: number, format: string | undefined): string {
  if (format !== 'mail') return 'x'.repeat(length)
  const host = `${'h'.repeat(40)}.`.repeat(Math.ceil(length / 41))
  const box = 'm'.repeat(20)
  return `${box}@${host.slice(0, length - box.length - 4)}.de`.replace('..', 'h.')
}

function lengths(field: string, { minLength, maxLength, format }: PropertySchema): BoundCase[] {
  if (format !== undefined && !FREE_FORMS.has(format)) return []
  const atLeast = minLength ?? 0
  return [
    ...(maxLength === undefined
      ? []
      : [
          { field, about: 'as long as may be', value: textOf(maxLength, format) },
          {
            field,
            about: 'longer',
            value: textOf(maxLength + 1, format),
            refused: { key: 'validation.field.max', params: { max: maxLength } },
          },
        ]),
    ...(atLeast > 1 && format === undefined
      ? [
          { field, about: 'as short as may be', value: textOf(atLeast, format) },
          {
            field,
            about: 'shorter',
            value: textOf(atLeast - 1, format),
            refused: { key: 'validation.field.min', params: { min: minLength } },
          },
        ]
      : []),
  ]
}

function numbers(field: string, { minimum, maximum }: PropertySchema): BoundCase[] {
  if (minimum === undefined || maximum === undefined) return []
  const refused = { key: 'validation.field.between', params: { min: minimum, max: maximum } }
  return [
    { field, about: 'the least', value: minimum },
    { field, about: 'the most', value: maximum },
    { field, about: 'less', value: minimum - 1, refused },
    { field, about: 'more', value: maximum + 1, refused },
  ]
}

function forms(field: string, { format, enum: options }: PropertySchema): BoundCase[] {
  const key = format === undefined ? undefined : formatTable[format]?.key
  return [
    ...(key === undefined || format === 'date-time' ? [] : [{ field, about: 'another form', value: ' | ', refused: { key } }]),
    ...(options
      ? [
          {
            field,
            about: 'no option',
            value: typeof options[0] === 'number' ? 999_999 : 'zzz',
            refused: { key: 'validation.field.option' },
          },
        ]
      : []),
  ]
}

/** Cases of every field that no rule hides, locks or limits, within objects too: rules have their own samples. */
export function boundCases(schema: EntitySchema): BoundCase[] {
  const all = fieldsOf(schema)
  const governed = (object: PropertySchema, prefix: string): string[] =>
    (object['x-rules'] ?? [])
      .filter(({ effect }) => ['show', 'enable', 'limit'].includes(effect))
      .flatMap(({ fields }) => fields.map((name) => `${prefix}${name}`))
  const ruled = new Set([...governed(schema, ''), ...all.flatMap(([path, property]) => governed(property, `${path}/`))])
  return all.flatMap(([field, property]) => {
    if (property.readOnly || property['x-ref'] || property['x-derived'] || ruled.has(field)) return []
    const top = field.includes('/') ? fieldsOf(schema).find(([path]) => field.startsWith(`${path}/`))?.[1] : schema
    // An object without anything is one without what it must hold, which has a case of its own.
    const isRequired = property.type !== 'object' && top?.required?.includes(field.split('/').at(-1) ?? '')
    const required: BoundCase[] = isRequired
      ? [{ field, about: 'nothing', value: null, refused: { key: 'validation.field.mandatory' } }]
      : []
    return [...required, ...lengths(field, property), ...numbers(field, property), ...forms(field, property)]
  })
}
