import { isEmpty, sizeOf } from './equality.ts'
import { addressToNumber, numberToAddress } from './formats.ts'
import { subnetAround, subnetText } from './ipv4.ts'
import { monthAfter } from './months.ts'

/** Computes a value of a rule, `{ "compute": "<name>", "of": [paths], "with": literal }`. */
export interface ValueOperator {
  /** Locale key of the wording; gets `{{of}}` and `{{with}}`. */
  words: string
  /** Validates the number of paths and the literal when the schema is compiled; returns the complaint. */
  complain: (paths: number, literal: unknown) => string | undefined
  /** Depends only on the number of items of a list, not on their content. */
  shapeOnly?: true
  /** Returns undefined if the value cannot be computed: then the rule sets or limits nothing. */
  compute: (values: readonly unknown[], literal: unknown) => unknown
}

/** The sum of all paths and of `with`, if given. */
const plus = arithmetic('plus', 0, (a, b) => a + b)

/** The product of all paths and of `with`, if given. */
const times = arithmetic('times', 1, (a, b) => a * b)

/** The number of items of a list or entries of a map, plus `with` if given: a new zone's priority is the count of zones plus one. */
const count: ValueOperator = {
  words: 'rule.value.count',
  shapeOnly: true,
  complain: (paths, literal) =>
    paths === 1 && (literal === undefined || typeof literal === 'number') ? undefined : 'needs one path and, if any, a number',
  compute: ([value], literal) => sizeOf(value) + Number(literal ?? 0),
}

/** The month of the first path plus the months of the second path and of `with`, if given. */
const monthPlus: ValueOperator = {
  words: 'rule.value.monthPlus',
  complain: (paths, literal) =>
    (paths === 1 || paths === 2) && Number.isSafeInteger(literal ?? 0) ? undefined : 'needs one path or two and, if any, a whole number',
  compute: ([month, months = 0], literal) => {
    const added = typeof months === 'number' ? months + Number(literal ?? 0) : undefined
    return added === undefined ? undefined : monthAfter(month, added)
  },
}

/** An IPv4 address plus `with`: 10.0.0.1 plus 2 is 10.0.0.3. */
const addressPlus: ValueOperator = {
  words: 'rule.value.addressPlus',
  complain: (paths, literal) => (paths === 1 && Number.isInteger(literal) ? undefined : 'needs one path and a whole number'),
  compute: ([value], literal) => {
    const start = typeof value === 'string' ? addressToNumber(value) : undefined
    return start === undefined ? undefined : numberToAddress(start + Number(literal))
  },
}

/** The subnet of an address and a prefix length: 10.0.0.7 and 24 are in 10.0.0.0/24. */
const subnet: ValueOperator = {
  words: 'rule.value.subnet',
  complain: (paths, literal) => (paths === 2 && literal === undefined ? undefined : 'needs the paths of an address and a prefix length'),
  compute: ([address, length]) => {
    const found = subnetAround(address, length)
    return found && subnetText(found)
  },
}

/** Maps the value of the path through `with`: `{ "vti": 1, "zscaler": 2 }`; the key `null` maps an absent value. Undefined for other values. */
const chosen: ValueOperator = {
  words: 'rule.value.chosen',
  complain: (paths, literal) =>
    paths === 1 && typeof literal === 'object' && literal !== null && !Array.isArray(literal)
      ? undefined
      : 'needs one path and a value for each of its',
  compute: ([value], literal) =>
    Object.hasOwn(literal as object, String(value)) ? (literal as Record<string, unknown>)[String(value)] : undefined,
}

/** The first non-empty value of the paths, else `with`. */
const coalesce: ValueOperator = {
  words: 'rule.value.coalesce',
  complain: (paths) => (paths > 0 ? undefined : 'needs a path'),
  compute: (values, literal) => values.find((value) => !isEmpty(value)) ?? literal,
}

/** The unchanged value of the path. */
const copy: ValueOperator = {
  words: 'rule.value.copy',
  complain: (paths, literal) => (paths === 1 && literal === undefined ? undefined : 'needs one path and nothing else'),
  compute: ([value]) => value,
}

/** The first item of the list. */
const first: ValueOperator = {
  words: 'rule.value.first',
  complain: (paths, literal) => (paths === 1 && literal === undefined ? undefined : 'needs one path and nothing else'),
  compute: ([value]) => (Array.isArray(value) ? (value[0] as unknown) : undefined),
}

/** The value of the path as text, or `with` if it is empty: VLAN 7 is area "7". */
const text: ValueOperator = {
  words: 'rule.value.text',
  complain: (paths, literal) =>
    paths === 1 && (literal === undefined || typeof literal === 'string') ? undefined : 'needs one path and, if any, a text',
  compute: ([value], literal) => (isEmpty(value) ? literal : String(value)),
}

/** The number that a text says, or `with` where it says none: "12" is 12. */
const number: ValueOperator = {
  words: 'rule.value.number',
  complain: (paths, literal) =>
    paths === 1 && (literal === undefined || typeof literal === 'number') ? undefined : 'needs one path and, if any, a number',
  compute: ([value], literal) => {
    const said = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof said === 'number' && Number.isFinite(said) ? said : literal
  },
}

/** The names in `with` whose paths are true, joined by semicolons: `wan1;wan3`. The empty text if none is. */
const joined: ValueOperator = {
  words: 'rule.value.joined',
  complain: (paths, literal) =>
    paths > 0 && Array.isArray(literal) && literal.length === paths && literal.every((name) => typeof name === 'string')
      ? undefined
      : 'needs paths and as many names',
  compute: (values, literal) => (literal as string[]).filter((_name, index) => values[index] === true).join(';'),
}

/** Computed values of rules by name. */
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
  number,
  subnet,
  text,
}

/** Folds numbers; undefined as soon as one value is not a number. */
function arithmetic(name: string, neutral: number, combine: (a: number, b: number) => number): ValueOperator {
  return {
    words: `rule.value.${name}`,
    complain: (paths, literal) =>
      paths > 0 && (literal === undefined || typeof literal === 'number') ? undefined : 'needs paths and, if any, a number',
    compute: (operands, literal) => {
      const numbers = [...operands, literal ?? neutral].filter((value) => typeof value === 'number' && Number.isFinite(value)) as number[]
      return numbers.length === operands.length + 1 ? numbers.reduce(combine) : undefined
    },
  }
}
