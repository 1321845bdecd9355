import type { Figure } from './figure.ts'

/** One measurement of BUDGETS. */
export interface Bench {
  id: string
  /** Half a line for the progress of the run. */
  about: string
  /** Runs only where it is asked for by name: takes too long for every time. */
  onRequest?: boolean
  /** Ends everything that it starts. `tell` shows what is under way. */
  run(tell: (step: string) => void): Promise<Figure[]>
}
