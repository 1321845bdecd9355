import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import { Cache } from '../../cache/cache.ts'
import { keysOf } from '../../cache/keys-of.ts'
import { databaseKeys } from '../../db/connections/database-keys.ts'
import type { Queries } from '../../db/database.ts'
import type { ListRequest } from '../http/read-query.ts'
import type { EntityModel } from '../model/entity-model.ts'

/** Counts of a whole list by tab, as they were when the tables had this mark (`changeMark`). */
export interface KnownCounts {
  counts: Readonly<Record<string, number>>
  mark: string | null
  /** Estimated rows of the whole table. */
  tableRows: number
  /** Tenants that have rows of the list; known of ranked lists only (`x-entity.ranked`). */
  tenants?: number
  /** Identifiers of the first rows, of all where there are few (`isWhole`), where a filter finds them in a large table. */
  first?: readonly string[]
  /** The sort of the list that `first` are in; undefined where its order may change while the tables do not. */
  order?: string | undefined
}

/** How many of the rows that a filter finds are remembered: the first of up to so many, in a table of at least so many. */
export const FOUND = { most: 2_500, among: 50_000, inRows: 4_000 }

/** Whether all rows of the list are remembered. */
export const isWhole = ({ first, counts }: KnownCounts): boolean => first !== undefined && first.length >= (counts['all'] ?? 0)

/** Shorter lists are counted each time: that takes hardly longer than reading their page. */
const LONG = 500
/** So many rows are skipped rather than all rows of a list sorted, however short it is. */
const SKIPPED = 5_000

/** Whether a list is so long that its counts are remembered. */
export const isLongList = (counts: KnownCounts['counts']): boolean => (counts['all'] ?? 0) >= LONG

const kept = new Cache<KnownCounts>('list_counts')
const found = new Cache<Required<Pick<KnownCounts, 'first' | 'order'>>>('list_rows')

/** The counts of long lists that a copy of the service remembers. Each is used only while the tables are marked as unchanged. */
class CountCache {
  readonly #prefix: string

  constructor(model: EntityModel, queries: Queries) {
    this.#prefix = databaseKeys(queries) + keysOf(model)
  }

  of(key: string): KnownCounts | undefined {
    const known = kept.get(this.#prefix + key)
    if (known === undefined) return undefined
    return { ...known, ...found.get(this.#prefix + key) }
  }

  /** @param isLong whether the list is too long to be counted each time */
  remember(key: string, { first, order, ...known }: KnownCounts, isLong = isLongList(known.counts)): void {
    if (isLong || first !== undefined) kept.set(this.#prefix + key, known)
    else kept.delete(this.#prefix + key)
    if (first === undefined) found.delete(this.#prefix + key)
    else found.set(this.#prefix + key, { first, order })
  }
}

/** Per database and model. */
export function countCache(model: EntityModel, queries: Queries): CountCache {
  return new CountCache(model, queries)
}

/** Names a list by the condition on its rows, and by what its reader may see. */
export function listKey({ sql, parameters }: CompiledQuery, scopes: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([sql, parameters, scopes]))
    .digest('base64')
}

/**
 * Whether a page is found sooner in the order of the list than by sorting all its rows: rows of other lists of the table, and of other tabs, are
 * skipped on the way.
 */
export function isWalked(
  { counts, tableRows }: KnownCounts,
  { condition = 'all', page, size }: Pick<ListRequest, 'condition' | 'page' | 'size'>,
): boolean {
  const [rows, last] = [counts[condition] ?? 0, page * size]
  return rows > 0 && (last * Math.max(tableRows, rows)) / rows < Math.max((counts['all'] ?? 0) / 2, SKIPPED)
}
