import { writeValue } from '../../schemas/filter/write-filter.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { candidateFilter, labelOf } from '../data/filters/candidate-filter.ts'
import type { RendererHost } from '../host.tsx'
import { completionAt, type Completion } from './completion.ts'
import { recordFields, walkOf, type FilterField } from './filter-fields.ts'

/** What is typed of a filter, and where the caret is. */
export interface TypedFilter {
  text: string
  caret: number
}

/** Completes a filter that records of several entities must meet, so only by fields that all of them have. */
export async function completeFilter(
  { text, caret }: TypedFilter,
  schemas: readonly EntitySchema[],
  host: RendererHost,
): Promise<Completion> {
  const completion = completionAt(text, caret, { fields: commonFields(schemas, host) })
  if (completion.records === undefined) return completion
  return { ...completion, options: await recordNames(host, completion.records) }
}

function commonFields(schemas: readonly EntitySchema[], host: RendererHost): FilterField[] {
  const [first = [], ...others] = schemas.map((schema) => recordFields(walkOf(schema, host)))
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
