import { bindCondition, holds, pathsOfCondition, type CompiledCondition } from '../vocabulary/operators/condition.ts'
import { withErrorPrefix } from '../vocabulary/names.ts'
import type { BindingPlace } from '../vocabulary/paths/path.ts'
import { childOf, formatPointer } from '../vocabulary/paths/pointer.ts'
import { counterpartPlace, itemKey, type ReadContext } from '../vocabulary/read.ts'
import { allNodes, childNode, eachPlace, isMap, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import type { Rec } from '../vocabulary/types.ts'
import type { CompiledRowAccess, CompiledRule } from './compile/compiled-rule.ts'
import { followingPaths } from './compile/rule-paths.ts'
import { overlaps } from './session/layers.ts'
import type { RuleSet } from './compile/rule-set.ts'
import type { RowState, RuleRefusal } from './types.ts'
import { writesOf } from './writes.ts'

const keys = ['id', 'oid', 'uuid']

/** Throws if rows have no identity, or if the condition reads more than the stored row. */
export function compileRowAccess(
  root: SchemaNode,
  id: string,
  placeOf: (from: SchemaNode) => BindingPlace,
): Map<SchemaNode, CompiledRowAccess> {
  const compiled = new Map<SchemaNode, CompiledRowAccess>()
  for (const node of allNodes(root)) {
    const access = node.property['x-rows']
    if (!access) continue
    const bound = withErrorPrefix(`schema "${id}", x-rows of ${node.pattern}`, () => bindRow(node, access.delete.when, placeOf))
    compiled.set(node, { when: bound, because: access.delete.because, keepFirst: access.keepFirst })
  }
  return compiled
}

function bindRow(
  { item, property }: SchemaNode,
  when: Parameters<typeof bindCondition>[0],
  placeOf: (from: SchemaNode) => BindingPlace,
): CompiledCondition {
  if (!item || property.items === undefined) throw new Error('it belongs on a list')
  if (!keys.some((key) => item.children.has(key))) throw new Error(`its rows need one of ${keys.join(', ')} to be known again`)
  const bound = bindCondition(when, placeOf(item))
  const [following] = followingPaths(pathsOfCondition(bound))
  if (following) throw new Error(`it cannot follow a reference ("${following.text}")`)
  return bound
}

/**
 * Whether a row may be removed; new rows always may, except a first row that must stay. `segments`: the row's place in the current record.
 */
export function rowStateAt(set: RuleSet, segments: readonly string[], readContext: ReadContext): RowState {
  const { record, stored } = readContext
  const list = nodeOf(set, segments.slice(0, -1))
  const access = list && set.rows.get(list)
  if (access?.keepFirst !== undefined && segments.at(-1) === '0') return { deletable: false, because: access.keepFirst }
  const place = stored && counterpartPlace(stored, record, segments)
  if (!access || !stored || !place || itemKey(segments.reduce<unknown>(childOf, record)) === undefined) return { deletable: true }
  return isDeletable(access, place, { ...readContext, stored }) ? { deletable: true } : { deletable: false, because: access.because }
}

const nodeOf = ({ root }: RuleSet, segments: readonly string[]): SchemaNode | undefined =>
  segments.reduce<SchemaNode | undefined>((node, segment) => node && childNode(node, segment), root)

type StoredReadContext = ReadContext & { stored: Rec }

function isDeletable({ when }: CompiledRowAccess, place: readonly string[], { stored, context, lookup }: StoredReadContext): boolean {
  return holds(when, place, { record: stored, stored, context, lookup })
}

/** Refusals for lists that lost protected rows, unless a rule cleared the list. */
export function rowRefusals(set: RuleSet, readContext: ReadContext): RuleRefusal[] {
  const { stored } = readContext
  if (!stored) return []
  return [...set.rows].flatMap(([node, access]) => {
    const refusals: RuleRefusal[] = []
    eachPlace(node, stored, (at, list) => {
      const left = Array.isArray(list) ? remaining(set, at, { ...readContext, stored }) : undefined
      if (!left) return
      const here = new Set(left.rows.map(itemKey))
      const whyMissed = (row: unknown, index: number): string[] => {
        if (itemKey(row) === undefined || here.has(itemKey(row))) return []
        if (index === 0 && access.keepFirst !== undefined) return [access.keepFirst]
        return isDeletable(access, [...at, String(index)], { ...readContext, stored }) ? [] : [access.because]
      }
      const [why] = (list as unknown[]).flatMap(whyMissed)
      if (why !== undefined && !isCleared(set, node, { at: left.at, readContext: { ...readContext, stored } }))
        refusals.push({ pointer: formatPointer(left.at), key: why, forbidden: true })
    })
    return refusals
  })
}

/**
 * The current rows of a stored list and their place; undefined if the enclosing row or entry was removed, which is reported for its own
 * list.
 */
function remaining(
  set: RuleSet,
  at: readonly string[],
  { record, stored }: StoredReadContext,
): { rows: readonly unknown[]; at: readonly string[] } | undefined {
  let mine: unknown = stored
  let theirs: unknown = record
  let node: SchemaNode | undefined = set.root
  const place: string[] = []
  for (const segment of at) {
    const item = childOf(mine, segment)
    const step: string | undefined = Array.isArray(mine) ? positionOf(item, theirs, segment) : segment
    if (step === undefined) return undefined
    theirs = childOf(theirs, step)
    if (theirs === undefined && node && isMap(node)) return undefined
    mine = item
    node = node && childNode(node, segment)
    place.push(step)
  }
  return { rows: Array.isArray(theirs) ? (theirs as unknown[]) : [], at: place }
}

function positionOf(row: unknown, rows: unknown, segment: string): string | undefined {
  if (!Array.isArray(rows)) return undefined
  const key = itemKey(row)
  const found = key === undefined ? Number(segment) : rows.findIndex((other) => itemKey(other) === key)
  return found < 0 || found >= rows.length ? undefined : String(found)
}

/** Whether a rule clears the list or an ancestor, even if a person has added rows since. */
function isCleared(
  set: RuleSet,
  list: SchemaNode,
  { at, readContext }: { at: readonly string[]; readContext: StoredReadContext },
): boolean {
  return set.writers.some((rule) => {
    if (rule.rule.effect !== 'clear' || !rule.targets.some(({ nodes }) => nodes.some((node) => isAround(node, list)))) return false
    const view = {
      readContext,
      baseline: readContext.stored,
      isGiven: () => false,
      isEmptied: () => false,
      holds: ({ when }: CompiledRule, from: readonly string[]) => !when || holds(when, from, readContext),
    }
    return writesOf(rule, at.slice(0, rule.node.depth), view).some(({ segments }) => segments.length <= at.length && overlaps(segments, at))
  })
}

function isAround(node: SchemaNode, inner: SchemaNode): boolean {
  for (let step: SchemaNode | undefined = inner; step; step = step.parent) if (step === node) return true
  return false
}
