import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { allNodes, schemaTree } from '../../../schemas/vocabulary/schema-tree.ts'
import { candidateFilter, candidateHint, labelOf } from '../../data/filters/candidate-filter.ts'
import type { RendererHost } from '../../host.tsx'
import { References } from './references.ts'

/** Whose references are wanted. */
interface ReferencesOfRecord {
  schema: EntitySchema
  host: RendererHost
  record: Rec
}

/** References of one editor, knowing at once the names that stand in the record and that of the current tenant. */
export function referencesOf({ schema, host, record }: ReferencesOfRecord, onTurn: (entity: string, oid: string) => void): References {
  const named = new Set(
    [...allNodes(schemaTree(schema))].flatMap(({ property }) => (property['x-ref']?.creates ? [property['x-ref'].entity] : [])),
  )
  const references = new References(
    {
      source: host.source,
      tenantOid: host.tenant.oid,
      labelOf,
      filterOf: (entity, term, ...[among, field]) => candidateFilter({ entity, term, field, ...among }, host.tenant.oid),
      mayBeNamed: (entity) => named.has(entity),
      hintOf: (entity, candidate) => candidateHint(host, entity, candidate),
    },
    onTurn,
  )
  references.know('tenant', host.tenant.oid, host.tenant.name)
  for (const [name, property] of Object.entries(schema.properties)) {
    const reference = property['x-ref']
    const oid = record[name]
    const label = reference?.label === undefined ? undefined : record[reference.label]
    if (reference && typeof oid === 'string' && typeof label === 'string') references.know(reference.entity, oid, label)
  }
  return references
}
