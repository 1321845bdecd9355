import { bindCondition, pathsOfCondition } from '../../vocabulary/operators/condition.ts'
import { withErrorPrefix } from '../../vocabulary/names.ts'
import type { BindingPlace } from '../../vocabulary/paths/path.ts'
import { resolveSchema, type SchemaSource } from '../../vocabulary/schema/resolve-schema.ts'
import { allNodes, schemaTree, type SchemaNode } from '../../vocabulary/schema/schema-tree.ts'
import type { EntitySchema } from '../../vocabulary/types.ts'
import { compileActions } from '../actions.ts'
import { bindRule, isWriter } from './bind-rule.ts'
import { defaultsOf } from '../defaults.ts'
import { orderWriters } from './order-writers.ts'
import { compileRowAccess } from '../row-access.ts'
import { dependenciesOf, followingPaths } from './rule-paths.ts'
import type { CompiledAccess, CompiledRule } from './compiled-rule.ts'
import { RuleSet } from './rule-set.ts'

/**
 * Parses, orders and indexes the rules of a schema and of every object in it. References are resolved here; `source` finds
 * other entities' schemas (shared definitions are known), and with it the fields of referenced entities are checked, too.
 * Throws on an unknown operator, path, effect or key and on a cycle, naming schema, rule and the nearest known name.
 */
export function compileRules(schema: EntitySchema, source?: SchemaSource): RuleSet {
  const resolved = resolveSchema(schema, source)
  const root = schemaTree(schema, source)
  const placeOf = (from: SchemaNode): BindingPlace => ({ schema: resolved, root, from, source })
  const rules: CompiledRule[] = []
  for (const node of allNodes(root)) {
    for (const rule of node.property['x-rules'] ?? []) {
      rules.push(withErrorPrefix(`schema "${schema.$id}", rule "${rule.id}"`, () => bindRule(rule, rules.length, placeOf(node))))
    }
  }
  const access = compileAccess(root, schema.$id, placeOf)
  const governors = indexGovernors(rules)
  return new RuleSet({
    entity: schema['x-entity']?.name ?? schema.$id,
    schema,
    root,
    rules,
    writers: withErrorPrefix(`schema "${schema.$id}"`, () => orderWriters(rules.filter(({ rule }) => isWriter(rule)))),
    governors,
    access,
    actions: compileActions(root, schema.$id, placeOf),
    rows: compileRowAccess(root, schema.$id, placeOf),
    guarded: guardedNodes(root, new Set([...lockable(governors), ...access.keys()])),
    dependencies: dependenciesOf(rules),
    defaults: defaultsOf(resolved),
  })
}

function indexGovernors(rules: readonly CompiledRule[]): Map<SchemaNode, CompiledRule[]> {
  const governors = new Map<SchemaNode, CompiledRule[]>()
  for (const rule of rules) {
    if (isWriter(rule.rule) || rule.rule.effect === 'check') continue
    for (const node of new Set(rule.targets.flatMap((target) => target.nodes))) {
      governors.set(node, [...(governors.get(node) ?? []), rule])
    }
  }
  return governors
}

function compileAccess(root: SchemaNode, id: string, placeOf: (from: SchemaNode) => BindingPlace): Map<SchemaNode, CompiledAccess[]> {
  const compiled = new Map<SchemaNode, CompiledAccess[]>()
  for (const node of allNodes(root)) {
    const rights = Object.entries(node.property['x-access'] ?? {}).map(([right, { when, because }]): CompiledAccess => {
      const from = node.owner ?? root
      const bound = withErrorPrefix(`schema "${id}", x-access of ${node.pattern}`, () => bindCondition(when, placeOf(from)))
      return {
        right: right as CompiledAccess['right'],
        node: from,
        because,
        when: bound,
        follows: { when: followingPaths(pathsOfCondition(bound)) },
      }
    })
    if (rights.length > 0) compiled.set(node, rights)
  }
  return compiled
}

/** Places that a rule or right may hide or disable. */
function lockable(governors: ReadonlyMap<SchemaNode, readonly CompiledRule[]>): SchemaNode[] {
  return [...governors].flatMap(([node, rules]) =>
    rules.some(({ rule }) => rule.effect === 'show' || rule.effect === 'enable') ? [node] : [],
  )
}

const isFixed = ({ property }: SchemaNode): boolean => property.readOnly === true || property['x-frozen'] !== undefined

function guardedNodes(root: SchemaNode, governed: ReadonlySet<SchemaNode>): Set<SchemaNode> {
  const guarded = new Set<SchemaNode>()
  for (const node of allNodes(root)) {
    if (!governed.has(node) && !isFixed(node)) continue
    for (const below of allNodes(node)) guarded.add(below)
    for (let above = node.parent; above; above = above.parent) guarded.add(above)
  }
  return guarded
}
