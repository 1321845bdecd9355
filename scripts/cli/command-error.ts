/** What a command ends with; stable, so that scripts can rely on it. */
export const exitStatus = {
  /** Done; or a plan without changes. */
  done: 0,
  /** The service refused it; nothing was stored. */
  refused: 1,
  /** A plan that would change something. */
  differs: 2,
  /** Wrong arguments or an unreadable file. */
  usage: 3,
  /** No valid token, or one without the right. */
  denied: 4,
  /** The service did not answer. */
  unreachable: 5,
} as const

/** Ends the command with a sentence and an exit status. */
export class CommandError extends Error {
  readonly status: number

  constructor(message: string, status: number = exitStatus.usage) {
    super(message)
    this.status = status
  }
}
