import { subnetAround, subnetText } from '../ipv4.ts'
import type { ValueOperator } from './value-operator.ts'

/** The subnet of an address and a prefix length: 10.0.0.7 and 24 are in 10.0.0.0/24. */
export const subnet: ValueOperator = {
  words: 'rule.value.subnet',
  complain: (paths, literal) => (paths === 2 && literal === undefined ? undefined : 'needs the paths of an address and a prefix length'),
  compute: ([address, length]) => {
    const found = subnetAround(address, length)
    return found && subnetText(found)
  },
}
