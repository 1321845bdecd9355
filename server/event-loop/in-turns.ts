import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long one request keeps the others waiting at a time: a step of it may be under way when the time is over. */
const TURN_MS = 10

/** Long work of one request: between its steps it asks whether its time is over, and lets the others have their turn. */
export class Turns {
  private since = performance.now()

  get isOver(): boolean {
    return performance.now() - this.since >= TURN_MS
  }

  /** Waits until everybody else had a turn. */
  async pass(): Promise<void> {
    await nextTurn()
    this.since = performance.now()
  }
}

/** Does the work for every item, letting others have their turn in between: a plan may have 100,000. */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void | Promise<void>): Promise<void> {
  const turns = new Turns()
  for (const item of items) {
    const working = work(item)
    if (working !== undefined) await working
    if (turns.isOver) await turns.pass()
  }
}

/** The result for every item, made in turns. */
export async function mapInTurns<T, R>(items: Iterable<T>, make: (item: T) => R): Promise<R[]> {
  const made: R[] = []
  await inTurns(items, (item) => void made.push(make(item)))
  return made
}
