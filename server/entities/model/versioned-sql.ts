import { layerKey } from '../../../schemas/evolution/stored-versions.ts'
import { topOf, type Evolution, type Step } from '../../../schemas/vocabulary/evolution.ts'
import type { FieldType } from '../../../schemas/filter/field-type.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { constant } from '../../db/constant.ts'

/**
 * SQL of a top-level property as JSON, for rows under an alias that copies of this version or of the one before have written, and for those
 * that the one before has not rewritten yet. Undefined if all of them store it alike. Rows in an earlier version yield what SQL can say:
 * renamed fields and options, and literal values of `x-since` where type, limits or options refuse what the row has; what a migration computes,
 * and what a pattern refuses, is as it was until somebody has rewritten the row.
 */
export function versionedSql({ version, base, steps }: Evolution, named: Named): RowSql | undefined {
  return inVersion(version, named, { steps, oldest: Math.max(base - 1, 0) })
}

/** SQL of any stored top-level property as JSON. */
export function jsonSql({ schema }: { schema: EntitySchema }, name: string): (alias: string) => string {
  const property = schema.properties[name]
  const isRequired = schema.required?.includes(name) === true
  const version = property && schema['x-evolution'] && versionedSql(schema['x-evolution'], { name, property, type: 'json', isRequired })
  return version ?? ((alias) => `${alias}.data->${constant(name)}`)
}

interface Named {
  name: string
  /** Unknown of what a property was in an earlier version. */
  property?: PropertySchema | undefined
  type: FieldType
  /** Every record has it in this version. @default false */
  isRequired?: boolean
}

type RowSql = (alias: string) => string

/** Steps of an evolution, and the earliest version that rows may have. */
interface Known {
  steps: readonly Step[]
  oldest: number
}

/** A property as a version has it; undefined if it stands at its name in every row. */
function inVersion(version: number, named: Named, known: Known): RowSql | undefined {
  const step = version > known.oldest ? known.steps[version - 1] : undefined
  if (step === undefined) return undefined
  const { name } = named
  if (step.added?.includes(name) !== true && step.changed?.includes(name) !== true) return inVersion(version - 1, named, known)
  const own: RowSql = (alias) => `${alias}.data->${constant(name)}`
  const before = converted(step, named, (earlier) => inVersion(version - 1, earlier, known))
  if (step.added?.includes(name)) return (alias) => `coalesce(${own(alias)}, ${before(alias)})`
  const layer = constant(layerKey(version))
  return (alias) =>
    `case when ${alias}.data ? ${layer} then coalesce(${alias}.data->${layer}->${constant(name)}, ${own(alias)}) when ${alias}.data->'$version' >= '${version}'::jsonb then ${own(alias)} else ${before(alias)} end`
}

/** What a step makes of the version before it. */
function converted(
  { moves = [], options = [], since = [] }: Step,
  { name, property, type, isRequired = false }: Named,
  sqlOf: (named: Named) => RowSql | undefined,
): RowSql {
  const at = `/${name}`
  const into = moves.filter(({ to }) => topOf(to) === name)
  const whole = into.find(({ to }) => to === at)
  const parts = into.filter(({ to, from }) => to !== at && !to.includes('*') && !from.includes('*') && to.split('/').length === 3)
  const place = (alias: string, path: string): string => pathSql(alias, path, sqlOf)
  const literal = since.includes(at) ? literalOf(property) : undefined
  const renamed = options.filter((option) => option.at === at)
  return (alias) => {
    const pairs = parts.map(({ from, to }) => pairSql(to.split('/')[2] ?? '', place(alias, from)))
    const value = whole === undefined ? topSql(alias, { name, property, type }, sqlOf) : place(alias, whole.from)
    const built = pairs.length === 0 ? value : pairs.join(' || ')
    const present = renamed.length === 0 ? built : optionSql(built, renamed)
    return literal === undefined ? fitSql(present, type) : sinceSql(present, { property, literal, isRequired })
  }
}

const topSql = (alias: string, named: Named, sqlOf: (named: Named) => RowSql | undefined): string =>
  `(${sqlOf(named)?.(alias) ?? `${alias}.data->${constant(named.name)}`})`

function literalOf(property: PropertySchema | undefined): string | undefined {
  const since = property?.['x-since']
  return since !== undefined && 'value' in since && !isExpression(since.value)
    ? `${constant(JSON.stringify(since.value))}::jsonb`
    : undefined
}

const isExpression = (value: unknown): boolean => typeof value === 'object' && value !== null && ('from' in value || 'compute' in value)

function pathSql(alias: string, path: string, sqlOf: (named: Named) => RowSql | undefined): string {
  const [top = '', ...inner] = path.split('/').slice(1)
  if (path.includes('*')) return 'null::jsonb'
  return topSql(alias, { name: top, type: 'json' }, sqlOf) + inner.map((segment) => `->${constant(segment)}`).join('')
}

/** An object of one property, or of none for a null: `jsonb_build_object` is not immutable, which indexes need. */
function pairSql(name: string, value: string): string {
  return `coalesce(jsonb_set('{}'::jsonb, array[${constant(name)}], nullif(${value}, 'null'::jsonb)), '{}'::jsonb)`
}

function optionSql(value: string, options: readonly { from: string; to: string }[]): string {
  const cases = options.map(({ from, to }) => `when ${constant(from)} then ${constant(JSON.stringify(to))}::jsonb`)
  return `case (${value})#>>'{}' ${cases.join(' ')} else ${value} end`
}

interface SinceParts {
  property: PropertySchema | undefined
  /** The value of `x-since`, as SQL. */
  literal: string
  isRequired: boolean
}

/** The value of `x-since` in place of one that the property refuses; an absent one stays absent where it may be. */
function sinceSql(value: string, { property = { description: '' }, literal, isRequired }: SinceParts): string {
  const [only, ...others] = [property.type ?? []].flat()
  const type = others.length > 0 || only === undefined ? undefined : only.replace('integer', 'number')
  const absent = `when (${value}) is null then ${isRequired ? literal : 'null::jsonb'}`
  const ofOtherType = type === undefined ? '' : ` when jsonb_typeof(${value}) <> ${constant(type)} then ${literal}`
  const limits = refusedSql(`(${value})#>>'{}'`, type, property)
  const refused = limits.length === 0 ? '' : ` when ${limits.join(' or ')} then ${literal}`
  return `case ${absent}${ofOtherType}${refused} else ${value} end`
}

/** Conditions under which limits and options refuse a text of the property's type. */
function refusedSql(
  text: string,
  type: string | undefined,
  { minimum, maximum, minLength, maxLength, enum: options }: PropertySchema,
): string[] {
  const measure = type === 'number' ? `(${text})::numeric` : `char_length(${text})`
  const [least, most] =
    type === 'string' ? [minLength, maxLength] : [minimum, maximum].map((limit) => (type === 'number' ? limit : undefined))
  return [
    ...(least === undefined ? [] : [`${measure} < ${least}`]),
    ...(most === undefined ? [] : [`${measure} > ${most}`]),
    ...(options === undefined ? [] : [`${text} not in (${options.map((option) => constant(String(option))).join(', ')})`]),
  ]
}

/** Numbers and booleans that were texts before would fail in a cast. */
function fitSql(value: string, type: FieldType): string {
  if (type !== 'number' && type !== 'boolean') return value
  return `case when jsonb_typeof(${value}) = ${constant(type)} then ${value} end`
}
