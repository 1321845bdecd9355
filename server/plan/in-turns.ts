import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long a plan may keep other requests waiting. */
const TURN_MS = 15

/** Does the work for every item, letting others have their turn in between: a plan may have 100,000. */
export async function inTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  let since = performance.now()
  for (const item of items) {
    work(item)
    if (performance.now() - since < TURN_MS) continue
    await nextTurn()
    since = performance.now()
  }
}
