import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'

/** Fields in which the search of a list looks: those that the service finds at once, and those that it compares besides. */
export function searchedFields({ 'x-search': indexed, 'x-entity': { unindexedSearch = [] } }: EntitySchema): string[] {
  return [...unindexedSearch, ...indexed]
}
