import { bindCondition, holds } from '../vocabulary/operators/condition.ts'
import { withErrorPrefix } from '../vocabulary/names.ts'
import { bindDataPath, type BindingPlace } from '../vocabulary/paths/path.ts'
import { isEmpty, isSame } from '../vocabulary/equality.ts'
import { formatPointer, parsePointer, valueAt } from '../vocabulary/paths/pointer.ts'
import type { ReadContext } from '../vocabulary/read.ts'
import { allNodes, nodeAt, schemaTree, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import type { Action, EntitySchema } from '../vocabulary/types.ts'
import type { CompiledAction } from './compile/compiled-rule.ts'
import { clearedValue } from './defaults.ts'
import type { RuleSet } from './compile/rule-set.ts'
import type { ActionState, ControlState } from './types.ts'

/** Compiles the actions of all objects, by name. Throws on an unknown path, and on a path into list rows. */
export function compileActions(
  root: SchemaNode,
  id: string,
  placeOf: (from: SchemaNode) => BindingPlace,
): Map<SchemaNode, Map<string, CompiledAction>> {
  const compiled = new Map<SchemaNode, Map<string, CompiledAction>>()
  for (const node of allNodes(root)) {
    const actions = Object.entries(node.property['x-actions'] ?? {}).map(([name, action]): [string, CompiledAction] => [
      name,
      withErrorPrefix(`schema "${id}", action "${name}" of ${node.pattern || '/'}`, () => compileAction(action, placeOf(node))),
    ])
    if (actions.length > 0) compiled.set(node, new Map(actions))
  }
  return compiled
}

function compileAction(action: Action, place: BindingPlace): CompiledAction {
  const defaults = (action.defaults ?? []).flatMap((path) => defaultWrites(targetOf(path, place), ''))
  const literals = Object.entries(action.set ?? {}).map(([path, value]) => ({ node: singleOf(path, place), value }))
  return {
    action,
    when: action.when && bindCondition(action.when, place),
    literals,
    writes: [...defaults.map(({ node, value }) => ({ node, value })), ...literals],
  }
}

function targetOf(path: string, place: BindingPlace): SchemaNode {
  if (/^[/^$]|[{.*]/.test(path)) throw new Error(`"${path}" must be a place below the object`)
  const [node] = bindDataPath(path, place).nodes
  if (!node) throw new Error(`"${path}" leads nowhere`)
  return node
}

function singleOf(path: string, place: BindingPlace): SchemaNode {
  const node = targetOf(path, place)
  if (node.item || node.children.size > 0) throw new Error(`"set" writes single values, but "${path}" is a list or an object`)
  return node
}

/** Whether an object's action can be used now. Throws if the object has no such action. */
export function actionStateAt(set: RuleSet, [segments, name]: readonly [readonly string[], string], readContext: ReadContext): ActionState {
  const node = nodeAt(set.root, segments)
  const found = node && set.actions.get(node)?.get(name)
  if (!found) throw new Error(`schema "${set.schema.$id}" has no action "${name}" at "${formatPointer(segments)}"`)
  return !found.when || holds(found.when, segments, readContext) ? { available: true } : { available: false, because: found.action.because }
}

/** A write as if a person had typed the value. */
export interface ActionWrite {
  pointer: string
  value: unknown
}

/**
 * The writes of an object's action: defaults first, then literals, so that a field that a literal locks is reset before it is locked.
 * Objects are written field by field. Throws when the object has no such action.
 */
export function actionWrites(from: EntitySchema | RuleSet, objectPointer: string, name: string): ActionWrite[] {
  const { root, $id } = 'root' in from ? { root: from.root, $id: from.schema.$id } : { root: schemaTree(from), $id: from.$id }
  const node = nodeAt(root, parsePointer(objectPointer))
  const action = node?.property['x-actions']?.[name]
  if (!node || !action) throw new Error(`schema "${$id}" has no action "${name}" at "${objectPointer}"`)
  const at = (path: string): string => `${objectPointer}/${path}`
  return [
    ...(action.defaults ?? []).flatMap((path) =>
      defaultWrites(nodeAt(node, path.split('/')), at(path)).map(({ pointer, value }) => ({ pointer, value })),
    ),
    ...Object.entries(action.set ?? {}).map(([path, value]) => ({ pointer: at(path), value })),
  ]
}

function defaultWrites(node: SchemaNode | undefined, pointer: string): (ActionWrite & { node: SchemaNode })[] {
  if (!node || isComputed(node)) return []
  if (!node.item && node.children.size > 0)
    return [...node.children].flatMap(([key, child]) => defaultWrites(child, `${pointer}${formatPointer([key])}`))
  const { property } = node
  return [{ node, pointer, value: property.default === undefined ? clearedValue(property) : structuredClone(property.default) }]
}

/**
 * Whether an action may write a control in this state: it reaches what the record's other values hide or disable, but no fixed field, and
 * nothing that the context (a right, a feature, a mode of the editor) hides or disables.
 */
export function isOpenToActions({ why }: ControlState): boolean {
  return why.every(
    ({ rule, effect, facts }) =>
      (effect !== 'show' && effect !== 'enable') ||
      (!fixing.includes(rule) && facts.every(({ path, holds: met }) => met || !path.startsWith('$'))),
  )
}

const fixing = ['readOnly', 'x-frozen', 'x-access.read', 'x-access.write']

/** Whether a place holds what an action would write there that the caller could use on the record before the change. */
export function isActionValue(
  set: RuleSet,
  { segments, value }: { segments: readonly string[]; value: unknown },
  before: ReadContext,
): boolean {
  for (let node = nodeAt(set.root, segments); node; node = node.parent) {
    const { depth } = node
    const writes = set.actionTargets.get(node) ?? []
    const found = writes.some(
      (write) =>
        isSameOrNone(valueAt(write.value, segments.slice(depth)), value) &&
        write.compiled.action.needs === undefined &&
        (!write.compiled.when || holds(write.compiled.when, segments.slice(0, write.owner.depth), before)),
    )
    if (found) return true
  }
  return false
}

const isSameOrNone = (written: unknown, value: unknown): boolean => isSame(written, value ?? (isEmpty(written) ? written : undefined))

/** Whether the field is read-only or derived. */
function isComputed({ property }: SchemaNode): boolean {
  const derived = property['x-derived']
  return property.readOnly === true || (derived !== undefined && !('write' in derived))
}
