import type { EntitySchema } from '../../schemas/vocabulary/types.ts'

/** Whether calls create records of the entity: others are only read, come from what people do with other records, or are there with their tenant. */
export function isMadeByCalls({ 'x-entity': { readOnly, creation, one } }: Pick<EntitySchema, 'x-entity'>): boolean {
  return readOnly !== true && creation !== false && one !== true
}
