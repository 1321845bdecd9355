import { addressToNumber } from '../formats.ts'
import { complainNoSubnet, isInSubnet, subnetAround, subnetOf, subnetText, type Subnet } from '../ipv4.ts'
import { rowOf, type Operator, type PlacedValue } from './operator.ts'

/** From this prefix length on a subnet has neither a network nor a broadcast address. */
const POINT_TO_POINT = 31

/** The address lies in the subnet: `{ "inSubnet": { "compute": "subnet", "of": ["ipAddress", "mask"] } }`. True if either is not valid. */
const inSubnet = membership('inSubnet', isInSubnet)

/**
 * A host of the subnet can have the address, i.e. it is neither the network nor the broadcast address:
 * `{ "hostOf": { "compute": "subnet", "of": ["ipAddress", "mask"] } }`. True if either is not valid.
 */
const hostOf = membership(
  'hostOf',
  (address, subnet) =>
    isInSubnet(address, subnet) && (subnet.length >= POINT_TO_POINT || (address !== subnet.first && address !== subnet.last)),
)

/** The address is the network address for the prefix length: `{ "zeroHostBits": { "from": "mask" } }`. True if either is not valid. */
const zeroHostBits: Operator = {
  takes: 'value',
  words: 'rule.test.zeroHostBits',
  inverse: 'rule.test.not.zeroHostBits',
  kinds: ['text', 'any'],
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

interface PlacedSubnet {
  pointer: string
  subnet: Subnet
}

/** Pointer of an address to a subnet that overlaps the address's own. */
type Overlaps = Map<string, PlacedSubnet>

/** Parts of operators whose paths are pairs of address and prefix length and whose index names, per address, another subnet that it may not meet. */
const pairs = {
  complainPaths: (tested, paths) => {
    if (paths.length % 2 !== 0) return 'needs pairs of paths: an address and its prefix length'
    const addresses = paths.filter((_path, index) => index % 2 === 0)
    return tested.every((pattern) => addresses.some((address) => address.includes(pattern)))
      ? undefined
      : 'must be asked of one of its addresses'
  },
  holds: (_value, index, { pointer }) => !(index as Overlaps).has(pointer ?? ''),
  params: (_value, index, { pointer }) => {
    const other = (index as Overlaps).get(pointer ?? '')
    return other ? { other: subnetText(other.subnet), ...rowOf(other.pointer) } : {}
  },
} satisfies Partial<Operator>

/**
 * The subnet of the address overlaps no other one. The paths are pairs of address and prefix length, e.g. the prefix and the mask of
 * all rows. True for a value that is no subnet.
 */
const disjoint: Operator = {
  takes: 'paths',
  words: 'rule.test.disjoint',
  inverse: 'rule.test.not.disjoint',
  kinds: ['text', 'any'],
  ...pairs,
  index: (groups) => overlapsOf(subnetsIn(groups)),
}

/**
 * No other place holds the same subnet, even if written with other host bits (10.0.0.7 and 10.0.0.0 with 24); others may contain it. The
 * paths are those of `disjoint`. True for a value that is no subnet.
 */
const distinctSubnet: Operator = {
  takes: 'paths',
  words: 'rule.test.distinctSubnet',
  inverse: 'rule.test.not.distinctSubnet',
  kinds: ['text', 'any'],
  ...pairs,
  index: (groups) => repetitionsOf(subnetsIn(groups)),
}

/** The subnets of pairs of address and prefix length, each with the pointer of its address. */
function subnetsIn(groups: readonly (readonly PlacedValue[])[]): PlacedSubnet[] {
  const placed: PlacedSubnet[] = []
  for (let pair = 0; pair < groups.length; pair += 2) {
    groups[pair]?.forEach(({ pointer, value }, index) => {
      const subnet = subnetAround(value, groups[pair + 1]?.[index]?.value)
      if (subnet) placed.push({ pointer, subnet })
    })
  }
  return placed
}

function repetitionsOf(placed: readonly PlacedSubnet[]): Overlaps {
  const repetitions: Overlaps = new Map()
  const known = new Map<string, PlacedSubnet>()
  for (const one of placed) {
    const first = known.get(subnetText(one.subnet))
    if (first === undefined) known.set(subnetText(one.subnet), one)
    else {
      repetitions.set(one.pointer, first)
      if (!repetitions.has(first.pointer)) repetitions.set(first.pointer, one)
    }
  }
  return repetitions
}

/** Two subnets are either disjoint or nested, so sorted by first address, each only has to look at the innermost one around it. */
function overlapsOf(placed: readonly PlacedSubnet[]): Overlaps {
  const overlaps: Overlaps = new Map()
  const around: PlacedSubnet[] = []
  for (const one of placed.toSorted((a, b) => a.subnet.first - b.subnet.first || a.subnet.length - b.subnet.length)) {
    while ((around.at(-1)?.subnet.last ?? Infinity) < one.subnet.first) around.pop()
    const outer = around.at(-1)
    around.push(one)
    if (!outer) continue
    overlaps.set(one.pointer, outer)
    if (!overlaps.has(outer.pointer)) overlaps.set(outer.pointer, one)
  }
  return overlaps
}

/** Operators on IPv4 addresses and subnets. */
export const addressOperators = { inSubnet, hostOf, zeroHostBits, disjoint, distinctSubnet }

/** An operator that tests an address against the subnet in its operand. */
function membership(name: string, accepts: (address: number, subnet: Subnet) => boolean): Operator {
  return {
    takes: 'value',
    words: `rule.test.${name}`,
    inverse: `rule.test.not.${name}`,
    kinds: ['text', 'any'],
    complain: complainNoSubnet,
    holds: (value, operand) => {
      const [address, subnet] = [typeof value === 'string' ? addressToNumber(value) : undefined, subnetOf(operand)]
      return address === undefined || subnet === undefined || accepts(address, subnet)
    },
    params: (_value, operand) => ({ subnet: operand }),
  }
}
