import type { PropertySchema, Rec, Reference } from '../../schemas/vocabulary/types.ts'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import type { DomainEvent } from '../domain/domain.ts'
import type { Draft, PlanWork } from '../plan/draft.ts'
import { isObject } from '../plan/read-plan.ts'
import type { NewEntry } from './append.ts'
import { entrySchema } from '../../schemas/vocabulary/row-schema.ts'

/** One field's change; names of referenced records are those of then. Stored without what is null. */
export interface JournalChange {
  before: unknown
  after: unknown
  beforeName?: string
  afterName?: string
}

const NO_SCHEMA: PropertySchema = {}

const EVENTS = { create: 'creation', update: 'update', delete: 'deletion' } as const

/** What the journal keeps of an item that was carried out. */
export function entryOf(draft: Draft, work: PlanWork): NewEntry {
  const { model, node, before, next, item } = draft
  if (node === undefined) throw new Error(`item ${draft.index} has no tenant`)
  const record = item.action === 'delete' ? (before ?? {}) : next
  const stored = draft.found?.row.revision ?? draft.baseRevision ?? 0
  return {
    tenant: node,
    theme: model.meta.theme,
    entity: model.name,
    eventType: EVENTS[item.action],
    subject: { oid: draft.oid, name: String(record[model.meta.label] ?? '') },
    revision: item.action === 'delete' ? stored : stored + 1,
    details: { ...(typeof record['type'] === 'string' && { type: record['type'] }), changes: changesOf(draft, work) },
  }
}

/** A line that a domain hook asked for. */
export function entryOfEvent({ tenantOid, tenantName, tenantPath, ...event }: DomainEvent): NewEntry {
  return { ...event, tenant: { oid: tenantOid, name: tenantName, path: tenantPath } }
}

function changesOf({ model, before, next, changed, item }: Draft, work: PlanWork): Record<string, Partial<JournalChange>> {
  const names = item.action === 'delete' ? model.storedNames.filter((name) => !isSame(before?.[name], undefined)) : changed
  const changes: Record<string, Partial<JournalChange>> = {}
  for (const name of names) {
    const schema = model.schema.properties[name] ?? NO_SCHEMA
    const values = { before: before?.[name], after: item.action === 'delete' ? undefined : next[name] }
    const change: Partial<JournalChange> = schema['x-ref'] === undefined ? {} : namesOf(values, { reference: schema['x-ref'], work })
    const masked = { before: masking(values.before, schema), after: masking(values.after, schema) }
    if (masked.before !== null) change.before = masked.before
    if (masked.after !== null) change.after = masked.after
    changes[name] = change
  }
  return changes
}

/** Secrets never reach the journal: it says only whether there was one. */
function masking(value: unknown, schema: PropertySchema): unknown {
  if (schema['x-secret'] === true) return value === undefined || value === null ? null : { configured: true }
  if (Array.isArray(value)) return value.map((item) => masking(item, schema.items ?? {}))
  if (!isObject(value)) return value ?? null
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, masking(inner, schema.properties?.[name] ?? entrySchema(schema) ?? {})]),
  )
}

function namesOf(
  values: { before: unknown; after: unknown },
  { reference, work }: { reference: Reference; work: PlanWork },
): Partial<JournalChange> {
  const label = work.catalogue.model(reference.entity).meta.label
  const nameOf = (oid: unknown): string | undefined => {
    const record: Rec | undefined = typeof oid === 'string' ? work.referenced.get(reference.entity)?.get(oid) : undefined
    return record === undefined ? undefined : String(record[label] ?? '')
  }
  const beforeName = nameOf(values.before)
  const afterName = nameOf(values.after)
  return { ...(beforeName !== undefined && { beforeName }), ...(afterName !== undefined && { afterName }) }
}
