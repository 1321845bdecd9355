import { isEmpty, isSame, isUnchanged } from '../equality.ts'
import { addressToNumber, formats } from '../formats.ts'
import { unknownNameMessage } from '../names.ts'
import { instantOf, storedInstant } from '../instants.ts'
import { everyKind, sqlLiteral, type Operator, type Predicate, type SqlValue } from './operator.ts'

/** Equals the operand; implied by a literal (`"state": "enabled"`). Absent and null are the same. */
const eq: Operator = {
  takes: 'value',
  words: 'rule.test.eq',
  inverse: 'rule.test.not.eq',
  kinds: everyKind,
  holds: equals,
  sql: equalsSql,
}

/** Date-times are equal if they name the same instant. */
function equals(value: unknown, operand: unknown): boolean {
  if (isSame(value, operand)) return true
  if (typeof value !== 'string' || typeof operand !== 'string') return false
  const instant = instantOf(value)
  return instant !== undefined && instant === instantOf(operand)
}

function equalsSql({ sql, kind, format }: SqlValue, operand: unknown): string | undefined {
  if (operand === null)
    return kind === 'list' || kind === 'map' || kind === 'object' ? `coalesce(${sql}, 'null') = 'null'` : `${sql} is null`
  const isInstant = typeof operand === 'string' && instantOf(operand) !== undefined
  if (isInstant && format !== 'date-time') return undefined
  const literal = fits(kind, operand) ? sqlLiteral(isInstant ? storedInstant(operand) : operand) : undefined
  return literal === undefined ? undefined : `${sql} = ${literal}`
}

/** Whether a literal has the SQL type of values of a kind. */
function fits(kind: SqlValue['kind'], literal: unknown): boolean {
  if (kind === 'integer' || kind === 'number') return typeof literal === 'number'
  return kind === 'boolean' ? typeof literal === 'boolean' : kind === 'text' && typeof literal === 'string'
}

/** Is one of the operand's values; implied by a list (`"type": ["msp", "reseller"]`). */
const isIn: Operator = {
  takes: 'value',
  words: 'rule.test.in',
  inverse: 'rule.test.not.in',
  kinds: everyKind,
  complain: (operand) => (Array.isArray(operand) ? undefined : 'needs a list'),
  holds: (value, operand) => Array.isArray(operand) && operand.some((candidate) => equals(value, candidate)),
  sql: (value, operand) => {
    const parts = Array.isArray(operand) ? operand.map((candidate) => equalsSql(value, candidate)) : [undefined]
    if (parts.includes(undefined)) return undefined
    return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`
  },
}

/** The test in the operand does not hold: `{ "not": true }`, `{ "not": ["a", "b"] }`, `{ "not": { "ge": 3 } }`. */
const not: Operator = {
  takes: 'test',
  words: 'rule.test.not.eq',
  inverse: 'rule.test.eq',
  kinds: everyKind,
  holds: (value, operand) => !(operand as Predicate)(value),
}

/** Less than the operand; false if either is missing. */
const lt = ordering('lt', '<', (difference) => difference < 0)

/** At most the operand; false if either is missing. */
const le = ordering('le', '<=', (difference) => difference <= 0)

/** Greater than the operand; false if either is missing. */
const gt = ordering('gt', '>', (difference) => difference > 0)

/** At least the operand; false if either is missing. */
const ge = ordering('ge', '>=', (difference) => difference >= 0)

/** The value is absent, null, an empty text or an empty list: `{ "empty": true }`. `{ "empty": false }` is the inverse. */
const empty: Operator = {
  takes: 'value',
  shapeOnly: true,
  words: 'rule.test.empty',
  inverse: 'rule.test.not.empty',
  kinds: everyKind,
  complain: (operand) => (typeof operand === 'boolean' ? undefined : 'needs true or false'),
  holds: (value, operand) => isEmpty(value) === operand,
  sql: ({ sql, kind }, operand) => {
    if (kind === 'any') return undefined
    const text = kind === 'text' ? sql : `(${sql})::text`
    const isEmptySql = `coalesce(${text}, '') in ('', 'null', '[]')`
    const own = kind === 'text' ? `coalesce(${text}, '') = ''` : isEmptySql
    return operand === true ? `(${own})` : `(not ${own})`
  },
}

/** A non-empty text of the named format: `{ "matches": "ipv4" }`. Takes formats only, so that no schema brings its own regular expression. */
const matches: Operator = {
  takes: 'value',
  words: 'rule.test.matches',
  inverse: 'rule.test.not.matches',
  kinds: ['text', 'any'],
  complain: (operand) =>
    typeof operand === 'string' && formats[operand] ? undefined : unknownNameMessage('format', String(operand), Object.keys(formats)),
  holds: (value, operand) => typeof value === 'string' && value !== '' && formats[String(operand)]?.(value) === true,
}

/** Operators that compare one value with the operand. */
export const comparisonOperators = { eq, in: isIn, not, lt, le, gt, ge, empty, matches }

function ordering(name: string, symbol: string, accepts: (difference: number) => boolean): Operator {
  return {
    takes: 'value',
    words: `rule.test.${name}`,
    inverse: `rule.test.not.${name}`,
    kinds: ['text', 'integer', 'number', 'any'],
    complain: (operand) => (typeof operand === 'number' || typeof operand === 'string' ? undefined : 'needs a number or a text'),
    holds: (value, operand) => {
      const difference = compare(value, operand)
      return difference !== undefined && accepts(difference)
    },
    sql: (value, operand) => orderSql(value, symbol, operand),
  }
}

/** Addresses have no order in SQL; date-times are stored in a form that sorts as text. */
function orderSql({ sql, kind, format }: SqlValue, symbol: string, operand: unknown): string | undefined {
  if (kind === 'integer' || kind === 'number') return typeof operand === 'number' ? `${sql} ${symbol} ${operand}` : undefined
  if (kind !== 'text' || typeof operand !== 'string' || operand === '' || format === 'ipv4' || addressToNumber(operand) !== undefined)
    return undefined
  const isInstant = format === 'date-time'
  if (isInstant !== (instantOf(operand) !== undefined)) return undefined
  return `(${sql} <> '' and ${sql} collate "C" ${symbol} ${sqlLiteral(isInstant ? storedInstant(operand) : operand)})`
}

/** Compares numbers, addresses (by number), date-times (by instant) and other texts (by code unit); undefined if the two have no order. */
function compare(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a !== 'string' || typeof b !== 'string' || a === '' || b === '') return undefined
  const [first, second] = [addressToNumber(a), addressToNumber(b)]
  if (first !== undefined && second !== undefined) return first - second
  const [earlier, later] = [instantOf(a), instantOf(b)]
  if (earlier !== undefined && later !== undefined) return earlier - later
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The value differs from the stored one: `{ "changed": true }`. False while creating; use `$editor.creating` to ask for that. */
const changed: Operator = {
  takes: 'value',
  words: 'rule.test.changed',
  inverse: 'rule.test.not.changed',
  kinds: everyKind,
  complain: (operand) => (typeof operand === 'boolean' ? undefined : 'needs true or false'),
  holds: (value, operand, { stored, creating }) => (!creating && !isUnchanged(stored(), value)) === operand,
}

/** The stored value, whatever the current one is, equals the operand or one of its values: `{ "was": ["open", "active"] }`. False while creating. */
const was: Operator = {
  takes: 'value',
  words: 'rule.test.was',
  inverse: 'rule.test.not.was',
  kinds: everyKind,
  holds: (_value, operand, { stored, creating }) =>
    !creating && (Array.isArray(operand) ? operand : [operand]).some((candidate) => equals(stored(), candidate)),
}

/** Operators that look at the stored value. */
export const changeOperators = { changed, was }
