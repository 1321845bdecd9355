import type { Row } from './table.ts'

/** What a run measured besides its events; undefined: not measurable here. */
export interface Measures {
  /** Calls per second of three copies in relation to one, with the same share of a processor each. */
  ratio: number | undefined
  /** From the start of a copy to its readiness, before any load. */
  readyMs: number
  /** Resident memory of a copy before and after the events that it lives through. */
  memoryMb: readonly number[]
}

/** A figure and the limit that it keeps, or not. */
export interface Budget {
  name: string
  value: number
  limit: number
  isMet: boolean
}

const [LEAST_RATIO, MOST_READY_MS, MOST_GROWTH, MOST_AFTER_PROMOTION_S] = [2.2, 2_000, 10, 5]

/** The budgets of the cluster, with what this run says of each. */
export function budgetsOf(rows: readonly Row[], { ratio, readyMs, memoryMb }: Measures): Budget[] {
  const atMost = (name: string, value: number, limit: number): Budget => ({ name, value, limit, isMet: value <= limit })
  const afterPromotion = rows.map(({ outlook }) => outlook.normalAfterPromotionS ?? 0)
  const [before = 0, after = before] = memoryMb
  return [
    ...(ratio === undefined
      ? []
      : [{ name: 'calls of three copies to one', value: ratio, limit: LEAST_RATIO, isMet: ratio >= LEAST_RATIO }]),
    atMost('seconds from a promotion until calls are normal', Math.max(...afterPromotion), MOST_AFTER_PROMOTION_S),
    atMost('milliseconds from start to ready', readyMs, MOST_READY_MS),
    atMost('growth of memory in percent', 100 * (after / before - 1), MOST_GROWTH),
  ]
}
