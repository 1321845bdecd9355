import { formats } from '../formats.ts'
import { unknownName } from '../nearest.ts'
import type { Operator } from './operator.ts'

/** The text is not empty and has the named format: `{ "matches": "ipv4" }`. Formats only, so that no schema brings an expression of its own. */
export const matches: Operator = {
  takes: 'value',
  words: 'rule.test.matches',
  inverse: 'rule.test.not.matches',
  complain: (operand) =>
    typeof operand === 'string' && formats[operand] ? undefined : unknownName('format', String(operand), Object.keys(formats)),
  holds: (value, operand) => typeof value === 'string' && value !== '' && formats[String(operand)]?.(value) === true,
}
