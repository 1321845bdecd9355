import { addressToNumber } from '../formats.ts'
import { complainNoSubnet, isInSubnet, subnetOf } from '../ipv4.ts'
import type { Operator } from './operator.ts'

/** The address lies in the subnet: `{ "inSubnet": { "compute": "subnet", "of": ["ipAddress", "mask"] } }`. Holds where either is none. */
export const inSubnet: Operator = {
  takes: 'value',
  words: 'rule.test.inSubnet',
  inverse: 'rule.test.not.inSubnet',
  complain: complainNoSubnet,
  holds: (value, operand) => {
    const [address, subnet] = [typeof value === 'string' ? addressToNumber(value) : undefined, subnetOf(operand)]
    return address === undefined || subnet === undefined || isInSubnet(address, subnet)
  },
  params: (_value, operand) => ({ subnet: operand }),
}
