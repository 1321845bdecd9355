import type { Can } from './plan.ts'
import type { Rec } from './vocabulary/types.ts'

/** Bounds of `GET /api/v1/search`: letters of a term, and records per entity. */
export const searchLimits = { minLetters: 2, maxLetters: 200, defaultSize: 5, maxSize: 20 } as const

/** A record that the search over all entities found. */
export interface SearchHit {
  entity: string
  oid: string
  tenantOid: string
  tenantName: string
  /** The fields that name, find and sort records of the entity (`x-entity.label`, `x-key`, `x-search`, `x-sort`), as the caller may read them. */
  record: Rec
  /** What the caller may do with it, as in lists. */
  can: Can
  /** The field that matched, and its value; `oid` if the term is the record's identifier. */
  match: { field: string; value: string }
}

/** The best records of one entity, best first. */
export interface SearchGroup {
  entity: string
  hits: SearchHit[]
  /** There are more than these. */
  hasMore: boolean
}

/** A record that a person keeps, as search hits are shown. */
export interface KeptRecord extends Omit<SearchHit, 'match'> {
  /** When it was marked or opened, ISO 8601. */
  at: string
}

/** What a person keeps, newest first (`GET /api/v1/keptRecords`). */
export interface KeptRecords {
  favourites: KeptRecord[]
  recent: KeptRecord[]
}

export type KeptKind = 'favourite' | 'recent'

/** Records of each kind that a person may keep; of the recent ones, the oldest go. */
export const keptLimits: Record<KeptKind, number> = { favourite: 100, recent: 20 }

/** How well a value fits a term, both folded: 0 equal, 1 begins with it, 2 has a word that begins with it, 3 contains it; `undefined`: not at all. */
export function fitOf(value: string, term: string): 0 | 1 | 2 | 3 | undefined {
  const at = value.indexOf(term)
  if (at < 0) return undefined
  if (at === 0) return value.length === term.length ? 0 : 1
  return wordBeginsWith(value, term) ? 2 : 3
}

function wordBeginsWith(value: string, term: string): boolean {
  for (let at = value.indexOf(term); at >= 0; at = value.indexOf(term, at + 1)) if (/[^\p{L}\p{N}]/u.test(value[at - 1] ?? '')) return true
  return false
}
