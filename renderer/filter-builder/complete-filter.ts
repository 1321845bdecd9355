import { writeValue } from '../../schemas/filter/write-filter.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { candidateFilter, labelOf } from '../data/filters/candidate-filter.ts'
import type { RendererHost } from '../host.tsx'
import { completionAt, type Completion } from './completion.ts'
import { followedEntities, recordFields, walkOf, type FilterField, type Walk } from './filter-fields.ts'

/** What is typed of a filter, and where the caret is. */
export interface TypedFilter {
  text: string
  caret: number
}

/** Completes a filter that records of several entities must meet, so only by fields that all of them have. */
export async function completeFilter(
  { text, caret }: TypedFilter,
  { entities, schemaOf }: { entities: readonly string[]; schemaOf: (entity: string) => Promise<EntitySchema> },
  host: RendererHost,
): Promise<Completion> {
  const schemas = await Promise.all(entities.map(schemaOf))
  const followed = [...new Set(schemas.flatMap((schema) => followedEntities(schema, host)))]
  const others = new Map(await Promise.all(followed.map(async (entity) => [entity, await schemaOf(entity)] as const)))
  const walks = schemas.map((schema) => walkOf(schema, host, (entity) => others.get(entity)))
  const completion = completionAt(text, caret, { fields: commonFields(walks) })
  if (completion.records === undefined) return completion
  return { ...completion, options: await recordNames(host, completion.records) }
}

function commonFields(walks: readonly Walk[]): FilterField[] {
  const [first = [], ...others] = walks.map(recordFields)
  const keyOf = ({ kind, selector }: FilterField): string => `${kind} ${selector}`
  const known = others.map((fields) => new Set(fields.map(keyOf)))
  return first.filter((field) => known.every((keys) => keys.has(keyOf(field))))
}

/** Names of records that hold what is typed of one. */
export async function recordNames(
  { source, tenant }: Pick<RendererHost, 'source' | 'tenant'>,
  { entity, term }: { entity: string; term: string },
  signal?: AbortSignal,
): Promise<Completion['options']> {
  const filter = candidateFilter({ entity, term }, tenant.oid)
  const query = { tenantOid: tenant.oid, page: 1, size: 10, ...(filter !== undefined && { filter }) }
  const { data } = await source.list(entity, query, signal)
  const names = new Set(data.map((record) => String(record[labelOf(entity)] ?? '')))
  return [...names].filter((name) => name !== '' && name !== term).map((name) => ({ text: writeValue(name), about: '' }))
}
