import type { SearchHit } from '../../schemas/search.ts'
import type { ServedRecord } from '../../schemas/plan.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { servedRecord, type Reader, type StoredRow } from '../entities/records/served-record.ts'
import type { TenantNode } from '../policies/caller.ts'

/** A complete row and the tenant that it belongs to. */
interface Placed {
  row: StoredRow
  node: TenantNode
}

/** A record as lists of records of several entities show it. */
export function servedPlace(model: EntityModel, { row, node }: Placed, reader: Reader): Omit<SearchHit, 'match'> {
  return placeOf(model, node, servedRecord(model, row, reader))
}

/** The same of a record that is served already. */
export function placeOf(model: EntityModel, node: TenantNode, record: ServedRecord): Omit<SearchHit, 'match'> {
  const { can, oid } = record
  return { entity: model.name, oid, tenantOid: node.oid, tenantName: node.name, record: shownOf(model, record), can }
}

/** The fields that name, find and sort records. */
function shownOf({ schema, meta }: EntityModel, record: Rec): Rec {
  const paths = [meta.label, ...schema['x-key'], ...schema['x-search'], ...schema['x-sort']]
  const names = new Set(paths.map((path) => path.split('/')[0] ?? path))
  return Object.fromEntries([...names].filter((name) => record[name] !== undefined).map((name) => [name, record[name]]))
}
