import { addressToNumber } from '../formats.ts'
import { subnetAround, subnetText } from '../ipv4.ts'
import type { Operator } from './operator.ts'

/** The address is the first one of its subnet for the prefix length: `{ "zeroHostBits": { "from": "mask" } }`. Holds where either is none. */
export const zeroHostBits: Operator = {
  takes: 'value',
  words: 'rule.test.zeroHostBits',
  inverse: 'rule.test.not.zeroHostBits',
  complain: (operand) => (subnetAround('0.0.0.0', operand) ? undefined : 'needs a prefix length'),
  holds: (value, operand) => {
    const subnet = subnetAround(value, operand)
    return subnet === undefined || subnet.first === addressToNumber(value as string)
  },
  params: (value, operand) => {
    const subnet = subnetAround(value, operand)
    return subnet ? { subnet: subnetText(subnet) } : {}
  },
}
