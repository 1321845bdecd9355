import { anything, type TestName } from './test-names.ts'

/** Stands between the titles of a name. */
export const between = ' > '

const expressions = new Map<string, RegExp>()

/** A pattern as an expression, made once. */
function expressionOf(pattern: string): RegExp {
  const made = expressions.get(pattern)
  if (made) return made
  const parts = pattern.split(anything).map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
  const expression = new RegExp(`^${parts.join('[^]*')}$`)
  expressions.set(pattern, expression)
  return expression
}

/** Whether one pattern stands for what the other one does with some word in the places of its own `*`. */
export function meet(left: string, right: string): boolean {
  const [one, other] = [left.replaceAll(anything, 'x'), right.replaceAll(anything, 'x')]
  return expressionOf(right).test(one) || expressionOf(left).test(other)
}

/** How many titles a reference has. */
const lengthOf = (reference: string): number => reference.split(between).length

/** Whether a reference means a test that has run, whose titles are known to the letter. */
export function means(reference: string, titles: readonly string[]): boolean {
  return meet(reference, titles.slice(-lengthOf(reference)).join(between))
}

/** The tests of a tree by every end of their names, so that most references are found without a look at each. */
export interface NameIndex {
  /** What was found before. */
  found: Map<string, readonly TestName[]>
  /** By how many titles the ends have: each test with its end. */
  ends: ReadonlyMap<number, readonly { end: string; name: TestName }[]>
  exact: ReadonlyMap<string, readonly TestName[]>
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Finds the ends of all names once. */
export function indexOf(names: readonly TestName[]): NameIndex {
  const ends = new Map<number, { end: string; name: TestName }[]>()
  const exact = new Map<string, TestName[]>()
  for (const name of names) {
    for (let count = 1; count <= name.titles.length; count++) {
      const end = name.titles.slice(-count).join(between)
      push(ends, count, { end, name })
      push(exact, end, name)
    }
  }
  return { ends, exact, found: new Map() }
}

/** How many titles of an end only a run knows. */
const unknownTitles = (end: string): number => end.split(between).filter((title) => title === anything).length

/** How much of a name is known before it runs. */
const known = ({ titles }: TestName): number => titles.join(between).replaceAll(anything, '').length

/**
 * The tests that a reference means, as far as their files tell: of those that fit it the ones with the fewest titles that only a
 * run knows; where it has no `*` of its own, those of them whose names are known best.
 */
export function meantBy(reference: string, index: NameIndex): readonly TestName[] {
  const before = index.found.get(reference)
  if (before) return before
  const found = find(reference, index)
  index.found.set(reference, found)
  return found
}

function find(reference: string, { ends, exact }: NameIndex): readonly TestName[] {
  const same = exact.get(reference)
  if (same && !reference.includes(anything)) return same
  const fitting = (ends.get(lengthOf(reference)) ?? []).filter(({ end }) => meet(reference, end))
  const fewest = Math.min(...fitting.map(({ end }) => unknownTitles(end)))
  const meant = fitting.filter(({ end }) => unknownTitles(end) === fewest).map(({ name }) => name)
  if (reference.includes(anything)) return meant
  const best = Math.max(...meant.map(known))
  return meant.filter((name) => known(name) === best)
}
