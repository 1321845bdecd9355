import { addressToNumber } from '../formats.ts'
import { complainNoSubnet, isInSubnet, subnetOf } from '../ipv4.ts'
import type { Operator } from './operator.ts'

/** Prefix lengths from this on have neither a network nor a broadcast address. */
const POINT_TO_POINT = 31

/**
 * A device of the subnet can have the address: it lies in it and is neither its network nor its broadcast address:
 * `{ "hostOf": { "compute": "subnet", "of": ["ipAddress", "mask"] } }`. Holds where either is none.
 */
export const hostOf: Operator = {
  takes: 'value',
  words: 'rule.test.hostOf',
  inverse: 'rule.test.not.hostOf',
  complain: complainNoSubnet,
  holds: (value, operand) => {
    const [address, subnet] = [typeof value === 'string' ? addressToNumber(value) : undefined, subnetOf(operand)]
    if (address === undefined || subnet === undefined) return true
    if (!isInSubnet(address, subnet)) return false
    return subnet.length >= POINT_TO_POINT || (address !== subnet.first && address !== subnet.last)
  },
  params: (_value, operand) => ({ subnet: operand }),
}
