import type { EntryChange } from '../../schemas/plan.ts'
import type { EntityMeta, PropertySchema, Rec, Reference } from '../../schemas/vocabulary/types.ts'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import type { DomainEvent } from '../domain/domain.ts'
import { formatPointer } from '../../schemas/vocabulary/paths/pointer.ts'
import { itemKey } from '../../schemas/vocabulary/read.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { pointingsOf } from '../entities/model/reference-paths.ts'
import type { Draft, PlanWork } from '../plan/drafts/draft.ts'
import { hasSecrets, withMarks } from '../entities/records/secrets.ts'
import { isObject } from '../plan/read-plan.ts'
import type { NewEntry } from './append.ts'
import { entrySchema } from '../../schemas/vocabulary/schema/property-schema.ts'

const NO_SCHEMA: PropertySchema = {}

const EVENTS = { create: 'creation', update: 'update', delete: 'deletion' } as const

/**
 * Builds the entries of an applied item. A move is recorded where readers of both tenants see it: in the lower tenant if one is an
 * ancestor of the other, else in both.
 */
export function entriesOf(draft: Draft, work: PlanWork): NewEntry[] {
  const { node, movedTo } = draft
  if (node === undefined) throw new Error(`item ${draft.index} has no tenant`)
  if (movedTo === undefined) return [entryOf(draft, work, node)]
  if (movedTo.path.startsWith(node.path)) return [entryOf(draft, work, movedTo)]
  return (node.path.startsWith(movedTo.path) ? [node] : [node, movedTo]).map((tenant) => entryOf(draft, work, tenant))
}

function entryOf(draft: Draft, work: PlanWork, tenant: NewEntry['tenant']): NewEntry {
  const { model, before, next, item, movedTo } = draft
  const record = item.action === 'delete' ? (before ?? {}) : next
  const stored = draft.found?.row.revision ?? draft.baseRevision ?? 0
  return {
    tenant,
    theme: model.meta.theme,
    entity: model.name,
    eventType: movedTo === undefined ? eventOf(draft) : 'assignment',
    subject: { oid: draft.oid, name: String(record[model.meta.label] ?? '') },
    revision: item.action === 'delete' ? stored : stored + 1,
    details: {
      ...entryDetails(model.meta, before, item.action === 'delete' ? undefined : next),
      ...(draft.command && { command: draft.command }),
      ...(draft.kept && item.action === 'delete' && { kept: draft.kept }),
      changes: changesOf(draft, work),
    },
  }
}

/** Event type of an item: for an update, the schema's first event that lists a changed property; for a split, always `split`. */
function eventOf({ model, changed, item, command }: Draft): string {
  if (command === 'split') return command
  if (item.action !== 'update') return EVENTS[item.action]
  const named = Object.entries(model.meta.events ?? {}).find(([, names]) => names.some((name) => changed.includes(name)))
  return named?.[0] ?? EVENTS.update
}

/** Builds the entry of an event that a domain hook emitted. */
export function entryOfEvent({ tenantOid, tenantName, tenantPath, ...event }: DomainEvent): NewEntry {
  return { ...event, tenant: { oid: tenantOid, name: tenantName, path: tenantPath } }
}

function changesOf({ model, before, next, changed, item }: Draft, work: PlanWork): Record<string, Partial<EntryChange>> {
  const names = item.action === 'delete' ? model.storedNames.filter((name) => !isSame(before?.[name], undefined)) : changed
  const changes: Record<string, Partial<EntryChange>> = {}
  for (const name of names) {
    const schema = model.schema.properties[name] ?? NO_SCHEMA
    const values = { before: before?.[name], after: item.action === 'delete' ? undefined : next[name] }
    const change: Partial<EntryChange> =
      schema['x-ref'] === undefined ? within(name, values, { model, work }) : namesOf(values, { reference: schema['x-ref'], work })
    const masked = { before: withMarks(values.before, schema), after: withMarks(values.after, schema) }
    if (masked.before !== null) change.before = masked.before
    if (masked.after !== null) change.after = masked.after
    changes[name] = change
  }
  return changes
}

/** Metadata of a changed object, list or map: the records it refers to, and which of its secrets changed. */
function within(
  name: string,
  { before, after }: { before: unknown; after: unknown },
  { model, work }: { model: EntityModel; work: PlanWork },
): Partial<EntryChange> {
  const names: Record<string, string> = {}
  for (const reference of model.references) {
    if (reference.path[0] !== name) continue
    const { label } = work.catalogue.model(reference.entity).meta
    for (const value of [before, after]) {
      for (const { oid } of pointingsOf({ [name]: value }, reference)) {
        const record = work.referenced.get(reference.entity)?.get(oid)
        if (record !== undefined) names[oid] = String(record[label] ?? '')
      }
    }
  }
  const schema = model.schema.properties[name]
  const secrets = schema !== undefined && hasSecrets(schema) && schema['x-secret'] !== true ? changedSecrets(before, after, schema) : []
  return { ...(Object.keys(names).length > 0 && { names }), ...(secrets.length > 0 && { secrets }) }
}

/** Pointers of secrets whose value was replaced by another one. List rows are matched by their key. */
function changedSecrets(before: unknown, after: unknown, schema: PropertySchema): string[] {
  if (schema['x-secret'] === true) return isSame(before, after) || isNone(before) || isNone(after) ? [] : ['']
  if (Array.isArray(after)) {
    const rows: unknown[] = Array.isArray(before) ? before : []
    const olderOf = (item: unknown, index: number): unknown =>
      itemKey(item) === undefined ? rows[index] : rows.find((row) => itemKey(row) === itemKey(item))
    return after.flatMap((item, index) =>
      changedSecrets(olderOf(item, index), item, schema.items ?? NO_SCHEMA).map((pointer) => `/${index}${pointer}`),
    )
  }
  if (!isObject(after)) return []
  const old = isObject(before) ? before : {}
  return Object.entries(after).flatMap(([name, inner]) =>
    changedSecrets(old[name], inner, schema.properties?.[name] ?? entrySchema(schema) ?? NO_SCHEMA).map(
      (pointer) => formatPointer([name]) + pointer,
    ),
  )
}

const isNone = (value: unknown): boolean => value === undefined || value === null || value === ''

function namesOf(
  values: { before: unknown; after: unknown },
  { reference, work }: { reference: Reference; work: PlanWork },
): Partial<EntryChange> {
  const label = work.catalogue.model(reference.entity).meta.label
  const nameOf = (oid: unknown): string | undefined => {
    const record: Rec | undefined = typeof oid === 'string' ? work.referenced.get(reference.entity)?.get(oid) : undefined
    return record === undefined ? undefined : String(record[label] ?? '')
  }
  const beforeName = nameOf(values.before)
  const afterName = nameOf(values.after)
  return { ...(beforeName !== undefined && { beforeName }), ...(afterName !== undefined && { afterName }) }
}

/**
 * Details of an entry besides its changes: the type and the schema's `journalFields`, with the previous value of those that changed.
 * `after` is undefined for a deletion.
 */
export function entryDetails({ journalFields = [] }: EntityMeta, before: Rec | null | undefined, after: Rec | undefined): Rec {
  const record = after ?? before ?? {}
  const details: Rec = typeof record['type'] === 'string' ? { type: record['type'] } : {}
  for (const name of journalFields) {
    details[name] = record[name]
    const earlier = before?.[name]
    if (after !== undefined && earlier !== undefined && !isSame(earlier, record[name]))
      details[`previous${name.charAt(0).toUpperCase()}${name.slice(1)}`] = earlier
  }
  return details
}
