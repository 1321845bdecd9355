/** What a figure must be: a ratio to the reference of the same run, or an amount of its own unit. */
export interface Budget {
  of: 'ratio' | 'ours'
  atLeast?: number
  atMost?: number
}

/** One line of the report. */
export interface Figure {
  /** Of BUDGETS, with what tells several figures of one budget apart: `L1 postgres, throughput`. */
  id: string
  ours: number
  /** Measured in the same run; absent where the budget is an amount. */
  reference?: number
  unit: string
  /** Absent: reported for information only. */
  budget?: Budget
  /** What a reader must know to understand the figure. */
  note?: string
}

export type Verdict = 'met' | 'missed' | 'reported'

/** Ours per reference; undefined without one. */
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

/** The middle value; of an even number the upper one. Throws on none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which the share of the values lies. Throws on none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  if (found === undefined) throw new Error('nothing was measured')
  return found
}
