import { addressPlus } from './values/address-plus.ts'
import { chosen } from './values/chosen.ts'
import { coalesce } from './values/coalesce.ts'
import { copy } from './values/copy.ts'
import { count } from './values/count.ts'
import { first } from './values/first.ts'
import { joined } from './values/joined.ts'
import { monthPlus } from './values/month-plus.ts'
import { plus } from './values/plus.ts'
import { subnet } from './values/subnet.ts'
import { text } from './values/text.ts'
import { times } from './values/times.ts'
import type { ValueOperator } from './values/value-operator.ts'

/** Name of a computed value in rules to what computes it. */
export const values: Readonly<Record<string, ValueOperator>> = {
  addressPlus,
  times,
  plus,
  chosen,
  coalesce,
  copy,
  count,
  first,
  joined,
  monthPlus,
  subnet,
  text,
}
