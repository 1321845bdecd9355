import type { ServedRecord } from '../../../schemas/plan.ts'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { RendererHost } from '../../host.tsx'

type Tenant = RendererHost['tenant']

/** Whether the parent picker offers the current tenant. In the 'all' context there is none. */
function canBeParent(schema: EntitySchema, parent: string, tenant: Tenant): boolean {
  const types = schema.properties[parent]?.['x-ref']?.where?.type
  return tenant.oid !== 'all' && (types === undefined || types.includes(tenant.type))
}

/** The values with a row in each mandatory list that has none, so that a person fills it in rather than adds it. */
function withFirstRows(values: Rec, { properties = {}, required = [] }: PropertySchema): Rec {
  const lists = Object.entries(properties).flatMap(([name, property]): [string, unknown][] => {
    if (!required.includes(name)) return []
    const value = values[name]
    if (property.properties) {
      const inner = (value ?? {}) as Rec
      const next = withFirstRows(inner, property)
      return next === inner ? [] : [[name, next]]
    }
    const { items, minItems = 0 } = property
    return minItems > 0 && items?.properties && value === undefined ? [[name, [defaultsOf(items)]]] : []
  })
  return lists.length === 0 ? values : { ...values, ...Object.fromEntries(lists) }
}

/**
 * Initial values of a new record: the schema's defaults, a first row in mandatory lists, the current tenant as its parent, and values passed
 * by the previous page.
 */
export function startRecord(schema: EntitySchema, tenant: Tenant, prefill: Rec): Rec {
  const { parent } = schema['x-entity']
  const start = withFirstRows(defaultsOf(schema), schema)
  if (parent !== undefined && canBeParent(schema, parent, tenant)) start[parent] = tenant.oid
  return { ...start, ...prefill }
}

/** Metadata that the service adds to a record. */
const envelope = ['can', 'lastModified', 'revision']

/** The record without the service's metadata. */
export const plainRecord = (record: ServedRecord): Rec =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !envelope.includes(name)))
