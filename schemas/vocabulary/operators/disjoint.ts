import { subnetAround, subnetText, type Subnet } from '../ipv4.ts'
import { rowOf, type Operator } from './operator.ts'

interface Placed {
  pointer: string
  subnet: Subnet
}

/** Pointer of an address to a subnet that overlaps its own. */
type Collisions = Map<string, Placed>

/**
 * The subnet of the address overlaps no other one of the paths, which are pairs of address and prefix length:
 * of all rows, the prefix and the mask. Holds for what is no subnet.
 */
export const disjoint: Operator = {
  takes: 'paths',
  words: 'rule.test.disjoint',
  inverse: 'rule.test.not.disjoint',
  complainPaths: (tested, paths) => {
    if (paths.length % 2 !== 0) return 'needs pairs of paths: an address and its prefix length'
    const addresses = paths.filter((_path, index) => index % 2 === 0)
    return tested.every((pattern) => addresses.some((address) => address.includes(pattern)))
      ? undefined
      : 'must be asked of one of its addresses'
  },
  index: (groups) => {
    const placed: Placed[] = []
    for (let pair = 0; pair < groups.length; pair += 2) {
      groups[pair]?.forEach(({ pointer, value }, index) => {
        const subnet = subnetAround(value, groups[pair + 1]?.[index]?.value)
        if (subnet) placed.push({ pointer, subnet })
      })
    }
    return collisionsOf(placed)
  },
  holds: (_value, index, { pointer }) => !(index as Collisions).has(pointer ?? ''),
  params: (_value, index, { pointer }) => {
    const other = (index as Collisions).get(pointer ?? '')
    return other ? { other: subnetText(other.subnet), ...rowOf(other.pointer) } : {}
  },
}

/** Subnets are either apart or one lies in the other, so in order of their first addresses each meets the nearest around it. */
function collisionsOf(placed: readonly Placed[]): Collisions {
  const collisions: Collisions = new Map()
  const around: Placed[] = []
  for (const one of placed.toSorted((a, b) => a.subnet.first - b.subnet.first || a.subnet.length - b.subnet.length)) {
    while ((around.at(-1)?.subnet.last ?? Infinity) < one.subnet.first) around.pop()
    const outer = around.at(-1)
    around.push(one)
    if (!outer) continue
    collisions.set(one.pointer, outer)
    if (!collisions.has(outer.pointer)) collisions.set(outer.pointer, one)
  }
  return collisions
}
