import { isSame } from '../../vocabulary/equality.ts'
import { pathsOfSource } from '../../vocabulary/source.ts'
import { pathsOfRule, placesOfPaths, touches, writtenPatterns, type ReadPlace } from './rule-paths.ts'
import type { DataPath } from '../../vocabulary/paths/path.ts'
import { isForcing, type CompiledRule } from './compiled-rule.ts'

interface Facts {
  rule: CompiledRule
  reads: readonly ReadPlace[]
  writes: readonly string[]
  /** Rules that must run before this one, with the place that is the reason: they write what it reads, or the list in which it writes. */
  after: Map<Facts, string>
}

/**
 * Sorts writing rules topologically: a rule runs after the rules that write what it reads. Throws on a cycle of `set` and `clear` rules
 * and names it. Edge-triggered rules may form a cycle, since each fires at most once per change, except through list rows: rows are
 * sent with the values that rules wrote, which would trigger the other rules again.
 */
export function orderWriters(rules: readonly CompiledRule[]): CompiledRule[] {
  const facts = rules.map((rule): Facts => ({
    rule,
    reads: placesOfPaths(pathsOfRule(rule)),
    writes: writtenPatterns(rule),
    after: new Map(),
  }))
  for (const reader of facts) for (const writer of facts) link(reader, writer)
  facts.forEach(refuseSelfDependency)
  const levels = facts.filter(({ rule }) => !rule.rule.changed)
  refuseCycle(levels, new Set(levels))
  refuseCycle(
    facts.filter(({ writes }) => writes.some((place) => place.includes('/*'))),
    new Set(facts),
  )
  const open = new Set(facts)
  const ranks = new Map<Facts, number>()
  while (open.size > 0) {
    const next = nextOf(open)
    open.delete(next)
    ranks.set(next, ranks.size)
  }
  for (const [fact, rank] of ranks) {
    fact.rule.rank = rank
    fact.rule.readsBack = [...fact.after.keys()].some((earlier) => (ranks.get(earlier) ?? 0) >= rank)
  }
  return [...ranks.keys()].map(({ rule }) => rule)
}

function link(reader: Facts, writer: Facts): void {
  const place = reader.reads.find((read) => writer.writes.some((write) => touches(read, write)))?.pattern ?? containerOf(reader, writer)
  if (place !== undefined) reader.after.set(writer, place)
}

/** The list that the writer replaces and inside which the reader writes. */
function containerOf(reader: Facts, writer: Facts): string | undefined {
  return writer.writes.find((write) => [...reader.writes, reader.rule.node.pattern].some((own) => own.startsWith(`${write}/`)))
}

/** The next rule in schema order without open predecessors; within a cycle, the first edge-triggered rule. */
function nextOf(open: ReadonlySet<Facts>): Facts {
  for (const fact of open) if (![...fact.after.keys()].some((earlier) => earlier !== fact && open.has(earlier))) return fact
  for (const fact of open) {
    if (!fact.rule.rule.changed) continue
    const before = closure(fact, open)
    if ([...before].every((earlier) => closure(earlier, open).has(fact))) return fact
  }
  throw new Error('rules that write cannot be ordered')
}

/** Open rules that must run before this one, directly or transitively. */
function closure(start: Facts, open: ReadonlySet<Facts>): Set<Facts> {
  const found = new Set<Facts>()
  const queue = [start]
  for (let fact = queue.pop(); fact; fact = queue.pop()) {
    for (const earlier of fact.after.keys()) {
      if (!open.has(earlier) || found.has(earlier)) continue
      found.add(earlier)
      queue.push(earlier)
    }
  }
  return found
}

/**
 * A forcing rule may read a field that it writes only if that is the one field it writes (e.g. "the first option when none is chosen").
 * Otherwise its own result could change its condition on the next run.
 */
function refuseSelfDependency({ rule, writes }: Facts): void {
  const circle = 'rules feed each other in a circle'
  const feeds = (read: ReadPlace): boolean => writes.some((write) => touches(read, write))
  const own = placesOfPaths(rule.changed.map((path) => ({ path, shapeOnly: false }))).find(feeds)
  if (own) throw new Error(`${circle}: ${rule.rule.id} writes its own trigger ${own.pattern}`)
  const computed = placesOfPaths(rule.value ? pathsOfSource(rule.value) : []).find(feeds)
  if (computed) throw new Error(`${circle}: ${rule.rule.id} computes ${computed.pattern} from itself`)
  if (!isForcing(rule)) return
  for (const { path, shapeOnly } of pathsOfRule(rule)) {
    if (path.kind !== 'data' || !placesOfPaths([{ path, shapeOnly }]).some(feeds)) continue
    rule.asksItself = isOwnField(rule, path)
    if (!rule.asksItself) throw new Error(`${circle}: ${rule.rule.id} asks about "${path.text}", which it writes itself`)
  }
}

/** Whether the path is the one field that the rule writes, of the same object. */
function isOwnField(rule: CompiledRule, path: DataPath): boolean {
  const [only, ...others] = rule.targets
  return (
    others.length === 0 && path.keep === rule.node.depth && isSame(path.steps, only?.steps) && path.steps.every((step) => 'key' in step)
  )
}

function refuseCycle(starts: Iterable<Facts>, facts: ReadonlySet<Facts>): void {
  for (const start of starts) {
    const circle = findCycle(start, { start, facts, seen: new Set() }, [start])
    if (circle) throw new Error(`rules feed each other in a circle: ${describeCycle(circle)}`)
  }
}

interface Search {
  start: Facts
  facts: ReadonlySet<Facts>
  seen: Set<Facts>
}

function findCycle(current: Facts, search: Search, way: readonly Facts[]): readonly Facts[] | undefined {
  for (const earlier of current.after.keys()) {
    if (earlier === current || !search.facts.has(earlier)) continue
    if (earlier === search.start) return way
    if (search.seen.has(earlier)) continue
    search.seen.add(earlier)
    const circle = findCycle(earlier, search, [...way, earlier])
    if (circle) return circle
  }
  return undefined
}

/** Formats a cycle as `a (writes /x) → b (writes /y) → a`. */
function describeCycle(circle: readonly Facts[]): string {
  const inOrder = [...circle.slice(0, 1), ...circle.slice(1).reverse()]
  const steps = inOrder.map((fact, index) => {
    const next = inOrder[(index + 1) % inOrder.length]
    return `${fact.rule.rule.id} (writes ${next?.after.get(fact) ?? fact.writes.join(', ')})`
  })
  return [...steps, inOrder[0]?.rule.rule.id].join(' → ')
}
