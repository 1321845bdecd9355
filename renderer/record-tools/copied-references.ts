import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import { isEntityName } from '../../schemas/generated/entity-names.ts'
import { schemaTree } from '../../schemas/vocabulary/schema/schema-tree.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import { labelOf } from '../data/filters/candidate-filter.ts'
import { recordsByOid } from '../data/queries/records-by.ts'
import { referencesIn } from '../editor/references/references.ts'
import type { RendererHost } from '../host.tsx'
import { formatPointer } from '../../schemas/vocabulary/paths/pointer.ts'

/** A reference of a copy to a record that only its first overlay has: the copy means the one of this name in its own. */
export interface NamedReference {
  /** JSON pointer of its place in the record. */
  pointer: string
  entity: string
  name: string
}

/** A copy for another tenant: what its form begins with there. */
export interface CopyElsewhere {
  prefill: Rec
  named: NamedReference[]
}

const isOfOverlay = (entity: string): boolean => isEntityName(entity) && entityMeta[entity].scope === 'overlay'

/**
 * The copy of a record as another tenant takes it: below that tenant, and with the names of the records that it refers to where those are of
 * the overlay, since other overlays know them by name only. Rejects where one cannot be read.
 */
export async function copyElsewhere(
  schema: EntitySchema,
  copy: Rec,
  { into, host: { source, tenant } }: { into: { oid: string; type: string }; host: Pick<RendererHost, 'source' | 'tenant'> },
): Promise<CopyElsewhere> {
  const { parent } = schema['x-entity']
  const found = referencesIn(copy, schemaTree(schema)).filter(({ entity }) => isOfOverlay(entity))
  const oidsOf = (entity: string): string[] => [...new Set(found.filter((one) => one.entity === entity).map(({ oid }) => oid))]
  const entities = [...new Set(found.map(({ entity }) => entity))]
  const records = await Promise.all(entities.map((entity) => recordsByOid(source, { entity, oids: oidsOf(entity), tenantOid: tenant.oid })))
  const byOid = new Map(records.flat().map((record) => [record.oid, record]))
  const named = found.map(({ entity, oid, path }) => ({
    pointer: formatPointer(path),
    entity,
    name: String(byOid.get(oid)?.[labelOf(entity)] ?? oid),
  }))
  if (parent === undefined || copy[parent] === undefined) return { prefill: copy, named }
  // Below a tenant that such records do not belong to directly, people choose the one that they do.
  const isParent = schema.properties[parent]?.['x-ref']?.where?.['type']?.includes(into.type) ?? true
  const { [parent]: _, ...others } = copy
  return { prefill: isParent ? { ...copy, [parent]: into.oid } : others, named }
}
