import { isSame } from '../vocabulary/equality.ts'
import type { Limits } from './contract.ts'

/** Limits that refuse what the release accepted, and those that accept more, as `maxLength 100 → 50`. */
export interface LimitChanges {
  narrower: string[]
  wider: string[]
}

/** Compares the limits of a field. A changed format or pattern counts as narrower, as nobody can tell. */
export function compareLimits(released: Limits = {}, present: Limits = {}): LimitChanges {
  const changes: LimitChanges = { narrower: [], wider: [] }
  for (const keyword of new Set([...Object.keys(released), ...Object.keys(present)])) {
    const [before, after] = [released[keyword], present[keyword]]
    if (isSame(before, after)) continue
    changes[isNarrower(keyword, before, after) ? 'narrower' : 'wider'].push(`${keyword} ${shown(before)} → ${shown(after)}`)
  }
  return changes
}

function isNarrower(keyword: string, before: unknown, after: unknown): boolean {
  if (after === undefined) return false
  if (before === undefined || typeof before !== 'number' || typeof after !== 'number') return true
  if (keyword.includes('max')) return after < before
  if (keyword.includes('min')) return after > before
  // A multiple of the new divisor has to be one of the old divisor, too.
  return !Number.isInteger(before / after)
}

const shown = (limit: unknown): string => (limit === undefined ? 'none' : JSON.stringify(limit))
