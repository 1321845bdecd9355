/** A database that has not answered a statement for this long counts as dead. */
const STATEMENT_MS = 10_000
/** The same between two statements of a unit of work; longer, as the checks of a large import take time. */
const WORK_MS = 120_000

/** Distinguishes a busy database from a dead one while no connection is free for a health check. */
export class Pulse {
  /** Connections in use. */
  #lent = 0
  /** Connections in use by health checks. */
  #asking = 0
  #unanswered = 0
  #lastSign = 0
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  lend(isQuestion: boolean): void {
    this.#lastSign = this.#now()
    this.#lent++
    if (isQuestion) this.#asking++
  }

  giveBack(isQuestion: boolean): void {
    this.#lent--
    if (isQuestion) this.#asking--
  }

  /** Tracks a statement until it is settled. */
  follow<T>(answer: Promise<T>): Promise<T> {
    if (this.#unanswered++ === 0) this.#lastSign = this.#now()
    const answered = (): void => {
      this.#unanswered--
      this.#lastSign = this.#now()
    }
    answer.then(answered, answered)
    return answer
  }

  /** Whether other work holds connections and gets answers; false while a health check itself waits on one. */
  isBusy(): boolean {
    return this.#asking === 0 && this.isAnswering()
  }

  /** Whether whoever holds connections gets answers; false while nobody holds one. */
  isAnswering(): boolean {
    return this.#lent > 0 && this.#now() - this.#lastSign < (this.#unanswered > 0 ? STATEMENT_MS : WORK_MS)
  }
}
