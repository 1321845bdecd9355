import fc from 'fast-check'
import type { Rec } from '../../../schemas/vocabulary/types.ts'

/** A generated filter: the service receives it as RSQL, the oracle evaluates it directly. */
export type OracleFilter =
  | { kind: 'and' | 'or'; parts: OracleFilter[] }
  | { kind: 'comparison'; selector: string; operator: string; values: string[] }

/** A `moment` is a time of the row, an `instant` a stored date-time, whose text can be searched, too. */
type Type = 'text' | 'number' | 'boolean' | 'moment' | 'instant'

/** Fields of the generated records. */
const oracleFields = new Map<string, Type>([
  ['name', 'text'],
  ['flag', 'text'],
  ['crew', 'number'],
  ['armed', 'boolean'],
  ['launchedAt', 'instant'],
  ['updatedAt', 'moment'],
  ['engine.power', 'number'],
])

const WORDS = [
  'Argo',
  'argo',
  'Été',
  'ÉTÉ',
  'a b',
  '100%',
  'under_score',
  'back\\slash',
  "it's",
  'say "x"',
  '',
  'x;y,z',
  '(p)',
  '😀',
  'ab',
  'Zürich Nord',
  '*',
  '%',
]
const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }).filter((text) => !text.includes('\0')) },
)
const number = fc.oneof(fc.integer({ min: -3, max: 12 }).map(String), fc.constantFrom('1.5', '1e2', '-0', '0012', 'x', '', 'NaN', '1e999'))
const moment = fc.constantFrom('2024-01-01T00:00:00Z', '2024-06-01', '1999-12-31T23:59:59+02:00', 'yesterday', '1 May 2024', '2024-13-01')
const pattern = fc.oneof(
  fc.constantFrom('%b%', '%N%', '%no%', '%rg%', '%1%', '%\\%%'),
  word.map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`),
  fc.array(fc.constantFrom('%', '_', '\\', 'a', 'b', 'A', 'é', ' ', 'rgo'), { maxLength: 6 }).map((parts) => parts.join('')),
)

const valuesOf: Record<Type, fc.Arbitrary<string>> = {
  text: word,
  number,
  boolean: fc.constantFrom('true', 'false', 'yes'),
  moment,
  instant: moment,
}

const comparison: fc.Arbitrary<OracleFilter> = fc
  .tuple(
    fc.constantFrom(...oracleFields.keys(), 'name', 'name', 'nmae', 'engine.key', 'code', '__proto__'),
    fc.constantFrom('==', '!=', '=lt=', '=le=', '=gt=', '=ge=', '=in=', '=out=', '=ilike=', '=ilike=', '=isnull='),
  )
  .chain(([selector, operator]) => {
    const plain = operator === '=isnull=' ? valuesOf.boolean : undefined
    const value = operator === '=ilike=' ? pattern : (plain ?? valuesOf[oracleFields.get(selector) ?? 'text'])
    const count = operator === '=in=' || operator === '=out=' ? { minLength: 1, maxLength: 3 } : { minLength: 1, maxLength: 1 }
    return fc.array(value, count).map((values): OracleFilter => ({ kind: 'comparison', selector, operator, values }))
  })

/** Filters of every shape, a few of them invalid. */
export const anyFilter: fc.Arbitrary<OracleFilter> = fc.letrec<{ filter: OracleFilter; group: OracleFilter }>((tie) => ({
  filter: fc.oneof({ weight: 3, arbitrary: comparison }, { weight: 1, arbitrary: tie('group') }),
  group: fc.record({
    kind: fc.constantFrom('and' as const, 'or' as const),
    parts: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
  }),
})).filter

/** Records to filter: values of every type, some of them absent. */
export const anyRecord: fc.Arbitrary<Rec> = fc.record(
  {
    flag: fc.constantFrom('fr', 'de', 'es'),
    crew: fc.integer({ min: 0, max: 9 }),
    armed: fc.boolean(),
    launchedAt: fc.constantFrom('2024-01-01T00:00:00Z', '2024-01-01T01:30:00+02:00', '2023-05-05T05:05:05Z'),
    engine: fc.record({ power: fc.integer({ min: 0, max: 3 }) }),
  },
  { requiredKeys: ['flag'] },
)

/** Texts to use as names of records. */
export const names = WORDS.filter((text) => text !== '')

/** RSQL of a filter. */
export function rsqlOf(filter: OracleFilter): string {
  if (filter.kind !== 'comparison') return `(${filter.parts.map(rsqlOf).join(filter.kind === 'and' ? ';' : ',')})`
  const values = filter.values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`)
  const isList = filter.operator === '=in=' || filter.operator === '=out='
  return `${filter.selector}${filter.operator}${isList ? `(${values.join(',')})` : (values[0] ?? '""')}`
}

/** Whether the service must refuse the filter: unknown or unreadable fields, values of the wrong type, comparisons that the type lacks. */
export function isRefused(filter: OracleFilter): boolean {
  if (filter.kind !== 'comparison') return filter.parts.some(isRefused)
  const { selector, operator, values } = filter
  const type = typeFor(selector, operator)
  if (type === undefined) return true
  if (operator === '=isnull=') return parseValue(values[0] ?? '', 'boolean') === undefined
  if (operator === '=ilike=' && type !== 'text') return true
  if (type === 'boolean' && /^=[lg][te]=$/.test(operator)) return true
  return values.some((value) => parseValue(value, type) === undefined)
}

function typeFor(selector: string, operator: string): Exclude<Type, 'instant'> | undefined {
  const type = oracleFields.get(selector)
  if (type === 'instant') return operator === '=ilike=' ? 'text' : 'moment'
  return type
}

function parseValue(value: string, type: Type): string | number | boolean | undefined {
  if (type === 'number')
    return /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(value) && Number.isFinite(Number(value)) ? Number(value) : undefined
  if (type === 'boolean') return value === 'true' || value === 'false' ? value === 'true' : undefined
  if (type === 'moment') return /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value)) ? Date.parse(value) : undefined
  return value
}

/** Whether a record matches, implemented from the documentation alone. */
export function matches(filter: OracleFilter, record: Rec): boolean {
  if (filter.kind !== 'comparison')
    return filter.kind === 'and' ? filter.parts.every((part) => matches(part, record)) : filter.parts.some((part) => matches(part, record))
  const type = typeFor(filter.selector, filter.operator) ?? 'text'
  const value = valueAt(record, filter.selector, type)
  if (filter.operator === '=isnull=') return (value === undefined) === (filter.values[0] === 'true')
  const wanted = filter.values.map((one) => parseValue(one, type))
  return compare(filter.operator, value, wanted)
}

function valueAt(record: Rec, selector: string, type: Type): string | number | boolean | undefined {
  const value = selector.split('.').reduce<unknown>((current, key) => (current as Rec | undefined)?.[key], record)
  return type === 'moment' && typeof value === 'string' ? Date.parse(value) : (value as string | number | boolean | undefined)
}

/** Whether a value, undefined where there is none, compares so with others of its type. */
export function compare(
  operator: string,
  value: string | number | boolean | undefined,
  wanted: (string | number | boolean | undefined)[],
): boolean {
  const [first] = wanted
  if (operator === '!=') return value !== first
  if (operator === '=out=') return !wanted.includes(value) || value === undefined
  if (value === undefined || first === undefined) return false
  if (operator === '==') return value === first
  if (operator === '=in=') return wanted.includes(value)
  if (operator === '=ilike=') return like(String(value), String(first))
  const order = typeof value === 'string' ? Buffer.compare(Buffer.from(value), Buffer.from(String(first))) : Number(value) - Number(first)
  return { '=lt=': order < 0, '=le=': order <= 0, '=gt=': order > 0, '=ge=': order >= 0 }[operator] ?? false
}

/** Case-insensitive LIKE; a "contains" pattern of one or two characters matches only at the beginning of a word. */
function like(value: string, pattern: string): boolean {
  const short = /^%((?:\\.|[^%_\\]){1,2})%$/su.exec(pattern)?.[1]
  return short === undefined ? isLike(value, pattern) : isLike(value, `${short}%`) || isLike(value, `% ${short}%`)
}

function isLike(value: string, pattern: string): boolean {
  const source = [...pattern.matchAll(/\\(.)|\\$|[\s\S]/gsu)].map(([text, escaped]) => {
    if (escaped !== undefined) return escapeRegExp(escaped)
    if (text === '%') return '[\\s\\S]*'
    if (text === '_') return '[\\s\\S]'
    return escapeRegExp(text)
  })
  return new RegExp(`^${source.join('')}$`, 'u').test(lowerCased(value))
}

function escapeRegExp(text: string): string {
  return lowerCased(text).replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}

/** Lower case letter by letter, as both databases do it. */
function lowerCased(text: string): string {
  return [...text].map((letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join('')
}
