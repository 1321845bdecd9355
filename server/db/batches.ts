/** Rows per statement. */
const BATCH = 2_500

/** Sends rows in batches. The next batch is made ready while the database works on the one before. */
export async function inBatches<T, P>(
  rows: readonly T[],
  { make, run }: { make: (batch: readonly T[]) => P; run: (made: P) => Promise<unknown> },
): Promise<void> {
  let before: Promise<unknown> = Promise.resolve()
  for (let from = 0; from < rows.length; from += BATCH) {
    const next = make(rows.slice(from, from + BATCH))
    await before
    before = run(next)
    before.catch(() => undefined)
  }
  await before
}
