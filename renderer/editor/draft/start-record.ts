import type { ServedRecord } from '../../../schemas/plan.ts'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { RendererHost } from '../../host.tsx'

type Tenant = RendererHost['tenant']

/** Whether the current tenant is among those that the parent's picker offers. In the 'all' context no tenant is current. */
function canBeParent(schema: EntitySchema, parent: string, tenant: Tenant): boolean {
  const types = schema.properties[parent]?.['x-ref']?.where?.type
  return tenant.oid !== 'all' && (types === undefined || types.includes(tenant.type))
}

/** What a new record starts with: the schema's defaults, the current tenant as its parent, and what the page before handed over. */
export function startRecord(schema: EntitySchema, tenant: Tenant, prefill: Rec): Rec {
  const { parent } = schema['x-entity']
  const start = defaultsOf(schema)
  if (parent !== undefined && canBeParent(schema, parent, tenant)) start[parent] = tenant.oid
  return { ...start, ...prefill }
}

/** Properties of a served record that are about the record and not part of it. */
const envelope = ['can', 'lastModified', 'revision']

/** The record without what the service says about it. */
export const plainRecord = (record: ServedRecord): Rec =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !envelope.includes(name)))
