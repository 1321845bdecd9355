import { layerKey } from '../../../schemas/evolution/stored-versions.ts'
import { topOf, type Evolution, type Step } from '../../../schemas/vocabulary/evolution.ts'
import type { FieldType } from '../../../schemas/filter/field-type.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { constant } from '../../db/constant.ts'

/**
 * SQL of a top-level property as JSON, for rows under an alias that copies of this version or of the one before have written. Undefined if
 * both store it alike. Rows of the version before that nobody has rewritten yet yield what SQL can say: renamed fields and options, and
 * literal values of `x-since`; what a migration computes is absent.
 */
export function versionedSql(
  { version, base, steps }: Evolution,
  { name, property, type }: { name: string; property: PropertySchema; type: FieldType },
): ((alias: string) => string) | undefined {
  const window = steps.slice(base, version)
  const isAdded = window.some((step) => step.added?.includes(name))
  const isChanged = window.some((step) => step.changed?.includes(name))
  if (!isAdded && !isChanged) return undefined
  const own = (alias: string): string => `${alias}.data->${constant(name)}`
  const before = (alias: string): string => earlier(window, { name, property, type }, alias)
  if (isAdded) return (alias) => `coalesce(${own(alias)}, ${before(alias)})`
  return (alias) => `coalesce(${alias}.data->${constant(layerKey(version))}->${constant(name)}, ${before(alias)})`
}

/** SQL of any stored top-level property as JSON. */
export function jsonSql({ schema }: { schema: EntitySchema }, name: string): (alias: string) => string {
  const property = schema.properties[name]
  const version = property && schema['x-evolution'] && versionedSql(schema['x-evolution'], { name, property, type: 'json' })
  return version ?? ((alias) => `${alias}.data->${constant(name)}`)
}

interface Named {
  name: string
  property: PropertySchema
  type: FieldType
}

/** The value that a row in the version before yields. */
function earlier(window: readonly Step[], { name, property, type }: Named, alias: string): string {
  const at = `/${name}`
  const moves = window.flatMap((step) => step.moves ?? []).filter(({ to }) => topOf(to) === name)
  const whole = moves.find(({ to }) => to === at)
  const parts = moves.filter(({ to, from }) => to !== at && !to.includes('*') && !from.includes('*') && to.split('/').length === 3)
  const value = whole === undefined ? `${alias}.data->${constant(name)}` : pathSql(alias, whole.from)
  const built =
    parts.length === 0 ? value : `jsonb_strip_nulls(jsonb_build_object(${parts.map((move) => pairSql(alias, move)).join(', ')}))`
  const options = window.flatMap((step) => step.options ?? []).filter((option) => option.at === at)
  const since = property['x-since']
  const literal =
    since !== undefined && 'value' in since && !isExpression(since.value) ? `${constant(JSON.stringify(since.value))}::jsonb` : undefined
  const renamed = options.length === 0 ? built : optionSql(built, options)
  const fitting = fitSql(renamed, type)
  return literal === undefined ? fitting : `coalesce(${fitting}, ${literal})`
}

const isExpression = (value: unknown): boolean => typeof value === 'object' && value !== null && ('from' in value || 'compute' in value)

function pathSql(alias: string, path: string): string {
  const segments = path.split('/').slice(1)
  return segments.includes('*') ? 'null::jsonb' : `${alias}.data${segments.map((segment) => `->${constant(segment)}`).join('')}`
}

function pairSql(alias: string, { from, to }: { from: string; to: string }): string {
  return `${constant(to.split('/')[2] ?? '')}, ${pathSql(alias, from)}`
}

function optionSql(value: string, options: readonly { from: string; to: string }[]): string {
  const cases = options.map(({ from, to }) => `when ${constant(from)} then to_jsonb(${constant(to)}::text)`)
  return `case (${value})#>>'{}' ${cases.join(' ')} else ${value} end`
}

/** Numbers and booleans that were texts before would fail in a cast. */
function fitSql(value: string, type: FieldType): string {
  if (type !== 'number' && type !== 'boolean') return value
  return `case when jsonb_typeof(${value}) = ${constant(type)} then ${value} end`
}
