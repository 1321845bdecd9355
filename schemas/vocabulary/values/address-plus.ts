import { addressToNumber, numberToAddress } from '../formats.ts'
import type { ValueOperator } from './value-operator.ts'

/** An IPv4 address, `with` further: 10.0.0.1 plus 2 is 10.0.0.3. */
export const addressPlus: ValueOperator = {
  words: 'rule.value.addressPlus',
  complain: (paths, literal) => (paths === 1 && Number.isInteger(literal) ? undefined : 'needs one path and a whole number'),
  compute: ([value], literal) => {
    const start = typeof value === 'string' ? addressToNumber(value) : undefined
    return start === undefined ? undefined : numberToAddress(start + Number(literal))
  },
}
