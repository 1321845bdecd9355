import { isEmpty, isSame, isUnchanged } from '../equality.ts'
import { addressToNumber, formats } from '../formats.ts'
import { unknownNameMessage } from '../names.ts'
import type { Operator, Predicate } from './operator.ts'

/** Equals the operand; implied by a literal (`"state": "enabled"`). Absent and null are the same. */
const eq: Operator = {
  takes: 'value',
  words: 'rule.test.eq',
  inverse: 'rule.test.not.eq',
  holds: (value, operand) => isSame(value, operand),
}

/** Is one of the operand's values; implied by a list (`"type": ["msp", "reseller"]`). */
const isIn: Operator = {
  takes: 'value',
  words: 'rule.test.in',
  inverse: 'rule.test.not.in',
  complain: (operand) => (Array.isArray(operand) ? undefined : 'needs a list'),
  holds: (value, operand) => Array.isArray(operand) && operand.some((candidate) => isSame(value, candidate)),
}

/** The test in the operand does not hold: `{ "not": true }`, `{ "not": ["a", "b"] }`, `{ "not": { "ge": 3 } }`. */
const not: Operator = {
  takes: 'test',
  words: 'rule.test.not.eq',
  inverse: 'rule.test.eq',
  holds: (value, operand) => !(operand as Predicate)(value),
}

/** Less than the operand; false if either is missing. */
const lt = ordering('lt', (difference) => difference < 0)

/** At most the operand; false if either is missing. */
const le = ordering('le', (difference) => difference <= 0)

/** Greater than the operand; false if either is missing. */
const gt = ordering('gt', (difference) => difference > 0)

/** At least the operand; false if either is missing. */
const ge = ordering('ge', (difference) => difference >= 0)

/** The value is absent, null, an empty text or an empty list: `{ "empty": true }`. `{ "empty": false }` is the inverse. */
const empty: Operator = {
  takes: 'value',
  shapeOnly: true,
  words: 'rule.test.empty',
  inverse: 'rule.test.not.empty',
  complain: (operand) => (typeof operand === 'boolean' ? undefined : 'needs true or false'),
  holds: (value, operand) => isEmpty(value) === operand,
}

/** A non-empty text of the named format: `{ "matches": "ipv4" }`. Takes formats only, so that no schema brings its own regular expression. */
const matches: Operator = {
  takes: 'value',
  words: 'rule.test.matches',
  inverse: 'rule.test.not.matches',
  complain: (operand) =>
    typeof operand === 'string' && formats[operand] ? undefined : unknownNameMessage('format', String(operand), Object.keys(formats)),
  holds: (value, operand) => typeof value === 'string' && value !== '' && formats[String(operand)]?.(value) === true,
}

/** Operators that compare one value with the operand. */
export const comparisonOperators = { eq, in: isIn, not, lt, le, gt, ge, empty, matches }

function ordering(name: string, accepts: (difference: number) => boolean): Operator {
  return {
    takes: 'value',
    words: `rule.test.${name}`,
    inverse: `rule.test.not.${name}`,
    complain: (operand) => (typeof operand === 'number' || typeof operand === 'string' ? undefined : 'needs a number or a text'),
    holds: (value, operand) => {
      const difference = compare(value, operand)
      return difference !== undefined && accepts(difference)
    },
  }
}

/** Compares numbers, addresses (by number) and texts (by code unit); undefined if the two have no order. */
function compare(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a !== 'string' || typeof b !== 'string' || a === '' || b === '') return undefined
  const [first, second] = [addressToNumber(a), addressToNumber(b)]
  if (first !== undefined && second !== undefined) return first - second
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The value differs from the stored one: `{ "changed": true }`. False while creating; use `$editor.creating` to ask for that. */
const changed: Operator = {
  takes: 'value',
  words: 'rule.test.changed',
  inverse: 'rule.test.not.changed',
  complain: (operand) => (typeof operand === 'boolean' ? undefined : 'needs true or false'),
  holds: (value, operand, { stored, creating }) => (!creating && !isUnchanged(stored(), value)) === operand,
}

/** The stored value, whatever the current one is, equals the operand or one of its values: `{ "was": ["open", "active"] }`. False while creating. */
const was: Operator = {
  takes: 'value',
  words: 'rule.test.was',
  inverse: 'rule.test.not.was',
  holds: (_value, operand, { stored, creating }) =>
    !creating && (Array.isArray(operand) ? operand : [operand]).some((candidate) => isSame(stored(), candidate)),
}

/** Operators that look at the stored value. */
export const changeOperators = { changed, was }
