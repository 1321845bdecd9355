/** Limits for a figure: for its ratio to the reference, or for our own value in the unit of the figure. */
export interface Budget {
  of: 'ratio' | 'ours'
  atLeast?: number
  atMost?: number
}

/** One line of the report. */
export interface Figure {
  /** Id from BUDGETS, plus what distinguishes several figures of one budget, e.g. `L1 postgres, throughput`. */
  id: string
  ours: number
  /** Measured in the same run; absent if the budget limits our own value. */
  reference?: number
  unit: string
  /** Without a budget, the figure is for information only. */
  budget?: Budget
  /** Context that is printed below the table, e.g. the slowest run. */
  note?: string
}

export type Verdict = 'met' | 'missed' | 'reported'

/** Our value divided by the reference; undefined without a reference. */
export function ratioOf({ ours, reference }: Figure): number | undefined {
  return reference === undefined || reference === 0 ? undefined : ours / reference
}

export function verdictOf(figure: Figure): Verdict {
  const { budget } = figure
  if (budget === undefined) return 'reported'
  const value = budget.of === 'ratio' ? ratioOf(figure) : figure.ours
  if (value === undefined || Number.isNaN(value)) return 'missed'
  return value >= (budget.atLeast ?? -Infinity) && value <= (budget.atMost ?? Infinity) ? 'met' : 'missed'
}

/** The middle value; for an even count the upper of the two. Throws if there are no values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which the given share of the values lies, e.g. 0.95 for p95. Throws if there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  if (found === undefined) throw new Error('nothing was measured')
  return found
}
