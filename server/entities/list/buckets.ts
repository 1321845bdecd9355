import { sql } from 'kysely'
import { Cache } from '../../cache/cache.ts'
import { keysOf } from '../../cache/keys-of.ts'
import { databaseKeys } from '../../db/connections/database-keys.ts'
import { constant } from '../../db/constant.ts'
import type { Queries } from '../../db/database.ts'
import { changeMark, SHARED } from '../../db/ddl/change-marks.ts'
import { countsName } from '../../db/ddl/rank-triggers.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { HIGHEST, type KeyRange, type RankedPage } from './ranked-list.ts'
import { tabsOf } from './tabs.ts'

/** The buckets of a ranked list in order: the key with which each begins, and its rows by tab. */
type Buckets = readonly (readonly [lower: string, rows: Readonly<Record<string, number>>])[]

const kept = new Cache<{ buckets: Buckets; mark: string }>('list_buckets')

/** Remembers the buckets of a list until its table changes, so that pages far from its ends are found without adding up all of them. */
export async function rememberBuckets(queries: Queries, model: EntityModel): Promise<void> {
  const { values, sums } = tabsOf(model)
  const columns = values.map(({ column }, index) => `, k.tabs::jsonb->>${index} as ${column}`).join('')
  const { rows } = await sql<{ buckets: Buckets | null; mark: string | null }>`select ${changeMark([...SHARED, model.storage])} as mark,
    (select json_agg(json_build_array(b.lower, b.rows) order by b.lower) from (select k.lower, ${sql.raw(sums)} as rows
      from (select k.lower, k.n${sql.raw(columns)} from list_rank k where k.entity = ${sql.raw(constant(countsName(model)))}) k group by k.lower) b) as buckets`.execute(
    queries,
  )
  const [{ buckets, mark } = { buckets: null, mark: null }] = rows
  if (buckets !== null && mark !== null) kept.set(keyOf(queries, model), { buckets, mark })
}

const keyOf = (queries: Queries, model: EntityModel): string => databaseKeys(queries) + keysOf(model)

/** Where a page is found: in a range of keys, so many rows from its start, or from its end in descending order. */
export interface FoundPlace {
  range: KeyRange
  skip: number
}

/** The place of a page of the whole list in a tab; undefined where the buckets are not known, or the page is behind the last. */
export function placeInBuckets(
  queries: Queries,
  model: EntityModel,
  { at, condition, mark }: { at: RankedPage; condition: string; mark: string | null },
): FoundPlace | undefined {
  const { buckets } = kept.get(keyOf(queries, model), (known) => known.mark === mark) ?? {}
  if (buckets === undefined || at.range !== undefined) return undefined
  const inOrder = at.direction === 'asc' ? buckets : buckets.toReversed()
  let before = 0
  for (const [index, [lower, { [condition]: rows = 0 }]] of inOrder.entries()) {
    if (before + rows > at.from) {
      const range = at.direction === 'asc' ? { from: lower, to: HIGHEST } : { from: '', to: inOrder[index - 1]?.[0] ?? HIGHEST }
      return { range, skip: at.from - before }
    }
    before += rows
  }
  return undefined
}
