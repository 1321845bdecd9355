import { EnvError } from './env-error.ts'

/** Several values that the service refuses to start with; the message has a sentence for each, a line each. */
export class EnvErrors extends EnvError {
  readonly problems: readonly EnvError[]

  constructor(problems: readonly EnvError[]) {
    super('', '')
    this.problems = problems
    this.message = problems.map(({ message }) => message).join('\n')
  }
}

/** Reads a value; goes on with another one where it is refused. */
export type Take = <T>(read: () => T, otherwise: T) => T

/** Collects what is wrong, so that all of it is told at once. */
export class Problems {
  readonly #found: EnvError[] = []

  /** The value, or the one to go on with where it is refused. */
  take<T>(read: () => T, otherwise: T): T {
    try {
      return read()
    } catch (error) {
      this.add(error)
      return otherwise
    }
  }

  /** Notes a refusal; throws other errors. */
  add(error: unknown): void {
    if (!(error instanceof EnvError)) throw error
    const told = error instanceof EnvErrors ? error.problems : [error]
    // Two checks may come to the same.
    this.#found.push(...told.filter(({ message }) => this.#found.every((one) => one.message !== message)))
  }

  /** What was wrong, a sentence each. */
  get sentences(): string[] {
    return this.#found.map(({ message }) => message)
  }

  /** Throws if something was wrong. */
  refuse(): void {
    const [only, ...others] = this.#found
    if (only !== undefined) throw others.length === 0 ? only : new EnvErrors(this.#found)
  }
}
