import type { Database, Queries } from '../db/database.ts'
import { earlierAnswer, hiddenAnswer, isRepeated, keepAnswer, onceAtATime, type RepeatableCall } from './idempotency.ts'

/** Runs a write that is not a plan in one transaction, with the caller's row visibility unless `scopes` says otherwise. A repeated idempotency key gets the first answer again. */
export async function answerOnce<T>(
  database: Database,
  { key, scopes, ...call }: Omit<RepeatableCall, 'key'> & { key: string | undefined; scopes?: Parameters<Database['transaction']>[0] },
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const seen = scopes ?? call.caller.scopes()
  if (key === undefined) return database.transaction(seen, work)
  const repeatable = { ...call, key }
  const run = (): Promise<T> =>
    database.transaction(seen, async (queries) => {
      const earlier = await earlierAnswer<T>(queries, repeatable)
      if (earlier !== undefined) return earlier
      const answer = await work(queries)
      await keepAnswer(queries, repeatable, answer)
      return answer
    })
  return onceAtATime(repeatable, () =>
    run().catch((error: unknown) => {
      if (!isRepeated(error)) throw error
      return run().catch((again: unknown) => Promise.reject(isRepeated(again) ? hiddenAnswer() : again))
    }),
  )
}
