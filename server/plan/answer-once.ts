import type { Database, Queries } from '../db/database.ts'
import { earlierAnswer, hiddenAnswer, isRepeated, keepAnswer, onceAtATime, type RepeatableCall } from './idempotency.ts'

/** Carries out in one transaction what stands beside the one write path; a call with a key that was answered before is answered the same again. */
export async function answerOnce<T>(
  database: Database,
  { key, ...call }: Omit<RepeatableCall, 'key'> & { key: string | undefined },
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const { caller } = call
  if (key === undefined) return database.transaction(caller.scopes(), work)
  const repeatable = { ...call, key }
  const run = (): Promise<T> =>
    database.transaction(caller.scopes(), async (queries) => {
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
