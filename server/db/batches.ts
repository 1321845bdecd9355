/** Rows per statement. */
const BATCH = 2_500

/** Sends rows in batches. The text of the next batch is made while the database works on the one before. */
export async function inBatches<T>(
  rows: readonly T[],
  { text, run }: { text: (batch: readonly T[]) => string; run: (text: string) => Promise<unknown> },
): Promise<void> {
  let before: Promise<unknown> = Promise.resolve()
  for (let from = 0; from < rows.length; from += BATCH) {
    const next = text(rows.slice(from, from + BATCH))
    await before
    before = run(next)
    before.catch(() => undefined)
  }
  await before
}
