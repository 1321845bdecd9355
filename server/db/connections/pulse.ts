/** A database that has not answered a statement for this long is taken for dead. */
const STATEMENT_MS = 10_000
/** Between two statements of one piece of work: the checks of a large import take a while. */
const WORK_MS = 120_000

/** Tells a database that is busy from one that is dead, for whoever cannot get a connection to ask it. */
export class Pulse {
  /** Connections that somebody works with. */
  #lent = 0
  /** Those among them that only ask whether the database is there. */
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

  /** Follows a statement to its answer, whatever that is. */
  follow<T>(answer: Promise<T>): Promise<T> {
    if (this.#unanswered++ === 0) this.#lastSign = this.#now()
    const answered = (): void => {
      this.#unanswered--
      this.#lastSign = this.#now()
    }
    answer.then(answered, answered)
    return answer
  }

  /** Whether somebody else has a connection and gets answers; never while a question itself has a connection and waits. */
  isBusy(): boolean {
    if (this.#asking > 0 || this.#lent === 0) return false
    return this.#now() - this.#lastSign < (this.#unanswered > 0 ? STATEMENT_MS : WORK_MS)
  }
}
