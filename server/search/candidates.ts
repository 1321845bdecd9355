import { type RawBuilder, sql } from 'kysely'
import { isSelective, searchPattern } from '../../schemas/filter/pattern.ts'
import { keyColumn } from '../domain/entity-sql.ts'
import { findColumn, foundNames } from '../db/ddl/find-columns.ts'
import { findOf } from '../db/ddl/find-functions.ts'
import { limitedSearchOf, someSearchOf } from '../db/ddl/search-functions.ts'
import type { Queries } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { anyOf } from '../entities/filter/filter-sql.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'

/** Candidates that are ranked; of a term that more records hold, these many are enough to show the first few. */
const CANDIDATES = 500

/** Records with a matching name of which those that refer to them are candidates. */
const NAMED = 50

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
  const found = wanted.map((one, index) => sql`select ${sql.lit(index)} as index, array(${placesOf(one)})::text as places`)
  const { rows } = await sql<{ index: number; places: string }>`${sql.join(found, sql` union all `)}`.execute(queries)
  const placesAt = new Map(rows.map(({ index, places }) => [index, places]))
  return wanted.flatMap((one, index) => {
    const places = placesAt.get(index) ?? NO_PLACES
    return places === NO_PLACES ? [] : [{ ...one, places }]
  })
}

/** Where candidates lie: by their own texts, and by the names of records that they refer to. */
function placesOf(wanted: Wanted): RawBuilder<unknown> {
  const { model } = wanted
  const referring = namedBy(wanted, someSearchOf).map(
    ({ column, target, named }) => sql`(select b.ctid from ${sql.raw(target.table)} n join ${sql.raw(model.table)} b
      on b.tenant_oid = n.tenant_oid and b.${column} = n.oid where n.ctid = any(array(${named})) limit ${sql.lit(CANDIDATES)})`,
  )
  return sql.join([candidates(wanted, someSearchOf), ...referring], sql` union all `)
}

/** The condition on rows `r` that they are candidates, of which the fields themselves still decide. */
export function amongCandidates(wanted: Wanted): RawBuilder<boolean> {
  if (wanted.places !== undefined) return sql<boolean>`r.ctid = any(${wanted.places}::tid[])`
  const own = sql<boolean>`r.oid in (select x from (${candidates(wanted, limitedSearchOf)}) c(x))`
  const referring = namedBy(wanted, limitedSearchOf).map(
    ({ column, named }) => sql<boolean>`r.${column} in (select x from (${named}) c(x))`,
  )
  return anyOf([own, ...referring])
}

interface Named {
  /** Column of the reference. */
  column: RawBuilder<unknown>
  target: EntityModel
  /** The records referred to whose names match. */
  named: RawBuilder<unknown>
}

function namedBy(wanted: Wanted, functionOf: (search: string) => string): Named[] {
  if (!isSelective(wanted.pattern)) return []
  return foundNames(wanted.model).flatMap(({ ref, entity }) => {
    const target = wanted.model.modelOf(entity)
    if (target === undefined) return []
    return [{ column: sql.raw(keyColumn(ref)), target, named: called(wanted, functionOf(target.search), NAMED) }]
  })
}

/** Nothing for terms without a letter. */
function candidates(wanted: Wanted, functionOf: (search: string) => string): RawBuilder<unknown> {
  const { model } = wanted
  const functions = [functionOf(model.search), ...(findColumn(model) ? [findOf(model.search)] : [])]
  return sql.join(
    functions.map((name) => called(wanted, name, CANDIDATES)),
    sql` union all `,
  )
}

function called({ pattern, ranges }: Wanted, name: string, limit: number): RawBuilder<unknown> {
  if (!isSelective(pattern)) return sql`select null where false`
  const parts = ranges.map(({ from, to }) => sql`select ${sql.raw(name)}(${searchPattern(pattern)}, ${from}, ${to}, ${sql.lit(limit)})`)
  return sql.join(parts, sql` union all `)
}
