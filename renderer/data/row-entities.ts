import type { ServedRecord } from '../../schemas/plan.ts'
import { fieldValue } from '../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'

/** Entities whose records the rows of a list represent, in order: its own, or those of `rowsOf`. */
export function rowEntities({ 'x-entity': meta }: EntitySchema): string[] {
  return meta.rowsOf ? Object.values(meta.rowsOf.entities) : [meta.name]
}

/** The entity whose record a row represents; undefined for none. */
export function rowEntity({ 'x-entity': meta }: EntitySchema, row: ServedRecord): string | undefined {
  if (!meta.rowsOf) return meta.name
  const kind = fieldValue(row, meta.rowsOf.field)
  return typeof kind === 'string' && Object.hasOwn(meta.rowsOf.entities, kind) ? meta.rowsOf.entities[kind] : undefined
}
