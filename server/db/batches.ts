import { Turns } from '../event-loop/in-turns.ts'

/** Rows per statement. */
const BATCH = 2_500
/** Characters per statement, beyond the row that reaches them. */
const BATCH_LENGTH = 512 * 1024
/** Identifiers per question. */
export const PART = 2_500

/** The part of a row that is expensive to serialize, and its length. */
interface Made<T, R> {
  row: (row: T) => R
  length?: (made: R) => number
}

/**
 * Sends rows in batches and yields to other requests while serializing. The next batch is serialized while the database runs the
 * one before.
 */
export async function inBatches<T, R>(
  rows: readonly T[],
  { row, length = () => 0, run }: Made<T, R> & { run: (made: readonly R[]) => Promise<unknown> },
): Promise<void> {
  const turns = new Turns()
  let before: Promise<unknown> = Promise.resolve()
  let batch: R[] = []
  let batchLength = 0
  const send = async (): Promise<void> => {
    await before
    before = run(batch)
    before.catch(() => undefined)
    batch = []
    batchLength = 0
  }
  for (const one of rows) {
    const made = row(one)
    batch.push(made)
    batchLength += length(made)
    if (batch.length >= BATCH || batchLength >= BATCH_LENGTH) await send()
    if (turns.isOver) await turns.pass()
  }
  if (batch.length > 0) await send()
  await before
}

/** Queries many records in batches, sorted by oid, so that all callers lock rows in the same order. */
export function partsOf<T extends { oid: string }>(records: readonly T[]): (readonly T[])[] {
  if (records.length <= PART) return [records]
  const sorted = records.toSorted((a, b) => (a.oid < b.oid ? -1 : 1))
  return Array.from({ length: Math.ceil(sorted.length / PART) }, (_, at) => sorted.slice(at * PART, (at + 1) * PART))
}
