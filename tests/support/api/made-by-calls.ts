import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'

/** Whether calls create records of the entity: others are only read, come from what people do with other records, or are there with their tenant or with what they are pairs of. */
export function isCreatable({ 'x-entity': { readOnly, creation, singleton, pairs } }: Pick<EntitySchema, 'x-entity'>): boolean {
  return readOnly !== true && creation !== false && singleton !== true && pairs === undefined
}
