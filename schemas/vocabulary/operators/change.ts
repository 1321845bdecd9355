import { isSame, isUnchanged } from '../equality.ts'
import type { Operator } from './operator.ts'

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
