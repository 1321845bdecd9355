import type { ServedRecord } from '../../../schemas/plan.ts'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { RendererHost } from '../../host.tsx'

type Tenant = RendererHost['tenant']

/** Whether the parent picker offers the current tenant. In the 'all' context there is none. */
function canBeParent(schema: EntitySchema, parent: string, tenant: Tenant): boolean {
  const types = schema.properties[parent]?.['x-ref']?.where?.type
  return tenant.oid !== 'all' && (types === undefined || types.includes(tenant.type))
}

/** Initial values of a new record: the schema's defaults, the current tenant as its parent, and values passed by the previous page. */
export function startRecord(schema: EntitySchema, tenant: Tenant, prefill: Rec): Rec {
  const { parent } = schema['x-entity']
  const start = defaultsOf(schema)
  if (parent !== undefined && canBeParent(schema, parent, tenant)) start[parent] = tenant.oid
  return { ...start, ...prefill }
}

/** Metadata that the service adds to a record. */
const envelope = ['can', 'lastModified', 'revision']

/** The record without the service's metadata. */
export const plainRecord = (record: ServedRecord): Rec =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !envelope.includes(name)))
