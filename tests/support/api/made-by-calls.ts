import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'

/** Whether the API can create records of the entity: it is not read-only, a singleton, a pair, or created only as a side effect of other calls. */
export function isCreatable({ 'x-entity': { readOnly, creation, singleton, pairs } }: Pick<EntitySchema, 'x-entity'>): boolean {
  return readOnly !== true && creation !== false && singleton !== true && pairs === undefined
}
