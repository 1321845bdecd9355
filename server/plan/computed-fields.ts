import { isSame, isUnchanged } from '../../schemas/vocabulary/equality.ts'
import type { EntityModel } from '../entities/entity-model.ts'
import { servedRecord } from '../entities/served-record.ts'
import { refuseField, type Draft } from './draft.ts'

/**
 * Whether only the service computes the property: counts, names of referenced records, values derived from the tenant. Derived
 * properties that callers may write (`x-derived.write`) have rules of their own.
 */
export function isComputed({ fields, schema, writtenThrough }: EntityModel, name: string): boolean {
  const derived = schema.properties[name]?.['x-derived']
  const isAskedFor = (derived !== undefined && 'write' in derived) || writtenThrough.some((field) => field.name === name)
  return fields.get(name)?.derived !== undefined && !isAskedFor
}

/**
 * Clients send computed properties back with whole records. The served value, or an empty one, is ignored; any other value is refused,
 * because its sender expects it to be stored.
 */
export function refuseComputed(draft: Draft, name: string): void {
  const value = draft.item.changes?.[name]
  if (draft.implied === true || isUnchanged(draft.before?.[name], value)) return
  const { found, reader, model } = draft
  if (found !== undefined && reader !== undefined && isSame(servedRecord(model, found.row, reader)[name], value)) return
  refuseField(draft, `/${name}`, { key: 'validation.field.readOnly' })
}
