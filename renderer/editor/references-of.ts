import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import { isEntityName } from '../../schemas/generated/entity-names.ts'
import { allNodes, schemaTree } from '../../schemas/vocabulary/schema-tree.ts'
import { allOf, anyOf, contains, equals, oneOf } from '../data/rsql.ts'
import type { RendererHost } from '../host.tsx'
import { References } from './references.ts'

/** The property that names an entity's records; entities outside the generated ones are named by `name`. */
const labelOf = (entity: string): string => (isEntityName(entity) ? entityMeta[entity].label : 'name')

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
      filterOf: (entity, term, ...[{ where, near = [] } = {}, field]) =>
        allOf([
          term.trim() === '' ? undefined : contains(field ?? labelOf(entity), term.trim()),
          ...Object.entries(where ?? {}).map(([property, values]) => oneOf(property, values)),
          host.tenant.oid === 'all' ? undefined : anyOf(near.map((property) => equals(property, host.tenant.oid))),
        ]),
      mayBeNamed: (entity) => named.has(entity),
      hintOf: (entity, candidate) => {
        const key = `${entity}.option.type.${String(candidate.type)}`
        return typeof candidate.type === 'string' && host.hasText(key) ? host.t(key) : undefined
      },
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
