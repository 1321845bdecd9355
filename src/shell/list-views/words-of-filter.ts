import { followedEntities, recordFields, walkOf } from '../../../renderer/filter-builder/filter-fields.ts'
import { filterWords as wordsOf } from '../../../renderer/filter-builder/filter-words.ts'
import type { RendererHost } from '../../../renderer/host.tsx'
import { schemaOf } from './schema-of.ts'

/** Conditions on records in words, with the schemas of those that references lead to. */
export const filterWords: NonNullable<RendererHost['filterWords']> = async (schema, where, host) => {
  const others = new Map(await Promise.all(followedEntities(schema, host).map(async (entity) => [entity, await schemaOf(entity)] as const)))
  return wordsOf(where, recordFields(walkOf(schema, host, (entity) => others.get(entity))), host)
}
