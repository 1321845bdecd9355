import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'

/** Schemas of stored records, without those of commands. */
export const recordSchemas: readonly EntitySchema[] = Object.values(entitySchemas).filter(
  (schema) => schema['x-entity'].command === undefined,
)
