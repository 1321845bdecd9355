import { type RawBuilder, sql } from 'kysely'
import { isSelective, searchPattern } from '../../schemas/filter/pattern.ts'
import { limitedSearchOf, someSearchOf } from '../db/ddl/search-functions.ts'
import type { Scope } from '../db/scope.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'

/** Candidates that are ranked; of a term that more records hold, these many are enough to show the first few. */
const CANDIDATES = 500

export interface Wanted {
  model: EntityModel
  /** What is looked for, with LIKE's wildcards escaped. */
  pattern: string
  /** Where the caller may read and wants to look: never empty. */
  ranges: readonly Scope[]
  distributed: boolean
}

/** The condition that an index answers on rows `r`: candidates, of which the fields themselves still decide. Nothing for terms without a letter. */
export function amongCandidates({ model, pattern, ranges, distributed }: Wanted): RawBuilder<boolean> {
  if (!isSelective(pattern)) return sql<boolean>`false`
  const search = sql.raw(distributed ? limitedSearchOf(model.search) : someSearchOf(model.search))
  const parts = ranges.map(({ from, to }) => sql`select ${search}(${searchPattern(pattern)}, ${from}, ${to}, ${sql.lit(CANDIDATES)})`)
  const found = sql.join(parts, sql` union all `)
  return distributed ? sql<boolean>`r.oid in (select x from (${found}) c(x))` : sql<boolean>`r.ctid = any(array(${found}))`
}
