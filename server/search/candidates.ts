import { type RawBuilder, sql } from 'kysely'
import { isSelective, searchPattern } from '../../schemas/filter/pattern.ts'
import { limitedSearchOf, someSearchOf } from '../db/ddl/search-functions.ts'
import type { Queries } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'

/** Candidates that are ranked; of a term that more records hold, these many are enough to show the first few. */
const CANDIDATES = 500

/** An empty array in PostgreSQL's text form. */
const NO_PLACES = '{}'

export interface Wanted {
  model: EntityModel
  /** What is looked for, with LIKE's wildcards escaped. */
  pattern: string
  /** Where the caller may read and wants to look: never empty. */
  ranges: readonly Scope[]
  /** Where the candidates lie in the table, as an array of `tid` in text; absent: the statement that reads them finds them, too. */
  places?: string
}

/**
 * The entities that have candidates, and where those lie; places hold within a read transaction. Asked of the search functions alone,
 * because planning one statement that also reads the records of all entities takes longer than looking for them.
 */
export async function withCandidates(queries: Queries, wanted: readonly Wanted[]): Promise<Wanted[]> {
  const found = wanted.map((one, index) => sql`select ${sql.lit(index)} as index, array(${candidates(one, someSearchOf)})::text as places`)
  const { rows } = await sql<{ index: number; places: string }>`${sql.join(found, sql` union all `)}`.execute(queries)
  const placesAt = new Map(rows.map(({ index, places }) => [index, places]))
  return wanted.flatMap((one, index) => {
    const places = placesAt.get(index) ?? NO_PLACES
    return places === NO_PLACES ? [] : [{ ...one, places }]
  })
}

/** The condition on rows `r` that they are candidates, of which the fields themselves still decide. */
export function amongCandidates(wanted: Wanted): RawBuilder<boolean> {
  if (wanted.places !== undefined) return sql<boolean>`r.ctid = any(${wanted.places}::tid[])`
  return sql<boolean>`r.oid in (select x from (${candidates(wanted, limitedSearchOf)}) c(x))`
}

/** Nothing for terms without a letter. */
function candidates({ model, pattern, ranges }: Wanted, functionOf: (search: string) => string): RawBuilder<unknown> {
  if (!isSelective(pattern)) return sql`select null where false`
  const search = sql.raw(functionOf(model.search))
  const parts = ranges.map(({ from, to }) => sql`select ${search}(${searchPattern(pattern)}, ${from}, ${to}, ${sql.lit(CANDIDATES)})`)
  return sql.join(parts, sql` union all `)
}
