import type { Figure } from './figure.ts'

/** One measurement for BUDGETS. */
export interface Bench {
  id: string
  /** Short description, printed when the measurement starts. */
  about: string
  /** Takes too long for every run: runs only when it is requested by name. */
  onRequest?: boolean
  /** Stops everything that it starts. `showProgress` prints the current step. */
  run(showProgress: (step: string) => void): Promise<Figure[]>
}
