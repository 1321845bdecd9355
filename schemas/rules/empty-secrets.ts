import { isBlank } from '../vocabulary/blank.ts'
import { formatPointer } from '../vocabulary/pointer.ts'
import { counterpartAt, type ReadContext } from '../vocabulary/read.ts'
import { allNodes, eachPlace, type SchemaNode } from '../vocabulary/schema-tree.ts'
import type { RuleSet } from './rule-set.ts'
import type { RuleRefusal } from './types.ts'

const known = new WeakMap<RuleSet, readonly SchemaNode[]>()

function secretsOf(set: RuleSet): readonly SchemaNode[] {
  const secrets = known.get(set) ?? [...allNodes(set.root)].filter(({ property }) => property['x-secret'] === true)
  known.set(set, secrets)
  return secrets
}

/**
 * Refuses secrets sent as empty text, because nobody could see later that they are empty. An omitted secret stays unchanged; null
 * clears an optional one (DECISIONS section 8). An empty secret that is already stored is not refused.
 */
export function emptySecretRefusals(set: RuleSet, { record, stored }: ReadContext): RuleRefusal[] {
  const refusals: RuleRefusal[] = []
  for (const node of secretsOf(set))
    eachPlace(node, record, (segments, value) => {
      if (typeof value !== 'string' || !isBlank(value) || value === counterpartAt(stored, record, segments)) return
      refusals.push({ pointer: formatPointer(segments), key: 'validation.field.secretEmpty' })
    })
  return refusals
}
