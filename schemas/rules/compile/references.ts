import type { ReferenceLookup } from '../../vocabulary/context.ts'
import { isFollowed, type DataPath } from '../../vocabulary/paths/path.ts'
import { valueAt } from '../../vocabulary/paths/pointer.ts'
import { placesOf, type ReadContext } from '../../vocabulary/read.ts'
import { eachPlace } from '../../vocabulary/schema/schema-tree.ts'
import type { Rec } from '../../vocabulary/types.ts'
import { followingPaths, pathsOfRule } from './rule-paths.ts'
import { ruleSetOf } from './rule-set.ts'
import type { CompiledRules, NeededReference } from '../types.ts'

/**
 * The referenced records that the rules of `record` need and `lookup` does not have, so that the service loads them in batches.
 * A path over two references yields its second one only when the first is loaded: call again until the result is empty.
 */
export function referencedPaths(rules: CompiledRules, record: Rec, lookup: ReferenceLookup = () => undefined): NeededReference[] {
  const set = ruleSetOf(rules)
  const readContext: ReadContext = {
    record,
    stored: null,
    context: { tenant: { oid: '', name: '', type: 'po' }, user: { oid: '' }, can: {}, feature: {}, editor: {} },
    lookup,
  }
  const needed = new Map<string, NeededReference>()
  for (const rule of set.rules) {
    const paths = followingPaths(pathsOfRule(rule))
    if (paths.length === 0) continue
    eachPlace(rule.node, record, (at) => {
      for (const path of paths)
        for (const found of missingReferences(path, at, readContext)) needed.set(`${found.entity}/${found.oid}`, found)
    })
  }
  return [...needed.values()]
}

/** Referenced records along a path that the lookup does not have yet. */
export function missingReferences(path: DataPath, at: readonly string[], readContext: ReadContext): NeededReference[] {
  return placesOf(path, at, readContext).found.flatMap((place) => {
    let oid = valueAt(readContext.record, place)
    for (const hop of path.hops) {
      const { entity, field } = hop
      if (!isFollowed(oid, hop, readContext.lookup)) return []
      const record = readContext.lookup(entity, oid)
      if (!record) return [{ entity, oid }]
      oid = record[field]
    }
    return []
  })
}
