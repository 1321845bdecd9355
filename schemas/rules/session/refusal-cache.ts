import { nodeAt, type SchemaNode } from '../../vocabulary/schema/schema-tree.ts'
import type { CompiledRule } from '../compile/compiled-rule.ts'
import { type Findings, refuses } from '../refusals.ts'
import { pathsOfRule, placesOfPaths, type ReadPlace, touches, writtenPatterns } from '../compile/rule-paths.ts'
import type { RuleSet } from '../compile/rule-set.ts'

interface Refusing {
  rule: CompiledRule
  reads: readonly ReadPlace[]
  targets: readonly string[]
}

/** Dependency index of the rules that can refuse: which rules to re-evaluate after a change at a place of the schema. */
interface DependencyIndex {
  refusing: readonly Refusing[]
  byPattern: Map<string, readonly CompiledRule[]>
}

const known = new WeakMap<RuleSet, DependencyIndex>()

function dependencyIndexOf(set: RuleSet): DependencyIndex {
  const concerns = known.get(set) ?? {
    refusing: set.rules.filter(refuses).map((rule) => ({ rule, reads: placesOfPaths(pathsOfRule(rule)), targets: writtenPatterns(rule) })),
    byPattern: new Map<string, readonly CompiledRule[]>(),
  }
  known.set(set, concerns)
  return concerns
}

/** Rules whose findings may change with a place: those that read it or refuse values there. */
function dependentRules(set: RuleSet, { pattern }: SchemaNode): readonly CompiledRule[] {
  const { refusing, byPattern } = dependencyIndexOf(set)
  const before = byPattern.get(pattern)
  if (before) return before
  const isRead = ({ reads, targets }: Refusing): boolean =>
    reads.some((place) => touches({ ...place, shapeOnly: false }, pattern)) || targets.some((target) => meets(target, pattern))
  const rules = refusing.filter(isRead).map(({ rule }) => rule)
  byPattern.set(pattern, rules)
  return rules
}

const meets = (one: string, other: string): boolean => one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)

/** Cache of rule findings for a session's record, invalidated per rule when something that it reads changes. */
export class RefusalCache {
  readonly findings: Findings = new Map()

  constructor(private readonly set: RuleSet) {}

  /** Called when a value or the state of its control changed. */
  forget(segments: readonly string[]): void {
    if (this.findings.size === 0) return
    const node = nodeAt(this.set.root, segments)
    if (!node) return this.forgetAll()
    for (const rule of dependentRules(this.set, node)) this.findings.delete(rule)
  }

  /** Invalidates everything: any rule may depend on the change. */
  forgetAll(): void {
    this.findings.clear()
  }
}
