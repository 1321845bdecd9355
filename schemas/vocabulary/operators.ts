import { changed } from './operators/changed.ts'
import { contains } from './operators/contains.ts'
import { count } from './operators/count.ts'
import { disjoint } from './operators/disjoint.ts'
import { distinct } from './operators/distinct.ts'
import { empty } from './operators/empty.ts'
import { eq } from './operators/eq.ts'
import { ge } from './operators/ge.ts'
import { gt } from './operators/gt.ts'
import { hostOf } from './operators/host-of.ts'
import { isIn } from './operators/in.ts'
import { inSubnet } from './operators/in-subnet.ts'
import { le } from './operators/le.ts'
import { lt } from './operators/lt.ts'
import { matches } from './operators/matches.ts'
import { not } from './operators/not.ts'
import type { Operator } from './operators/operator.ts'
import { was } from './operators/was.ts'
import { zeroHostBits } from './operators/zero-host-bits.ts'

/** Name of an operator in conditions to what it does. */
export const operators: Readonly<Record<string, Operator>> = {
  eq,
  in: isIn,
  not,
  lt,
  le,
  gt,
  ge,
  empty,
  count,
  contains,
  matches,
  changed,
  was,
  inSubnet,
  hostOf,
  zeroHostBits,
  distinct,
  disjoint,
}
