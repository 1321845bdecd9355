import { it } from 'vitest'
import { isFact, type FactId } from '../proofs/facts.ts'

/** Like `it.each`, for rows whose last items are the ids of the facts that they prove, e.g. `['partner', 50, 'S0-9.6']`. */
export function eachCase<Row extends readonly unknown[]>(rows: readonly (readonly [...Row, ...FactId[]])[]) {
  return (title: string, test: (...row: Row) => void | Promise<void>): void => {
    for (const row of rows) {
      const tags = row.filter(isFact)
      it.for([row.slice(0, row.length - tags.length)])(title, { tags }, (values) => test(...(values as unknown as Row)))
    }
  }
}
