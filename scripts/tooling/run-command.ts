import { DataFolderInUse } from '../../server/data-folder/data-folder.ts'
import { isLost } from '../../server/db/errors.ts'
import { EnvError } from '../../server/env/env-error.ts'

type ErrorClass = abstract new (...args: never[]) => Error

/** What a command says when it cannot do its work. */
export interface CommandOptions {
  /** Errors whose messages tell everything, besides those of the environment and of a data folder in use. */
  refusals?: readonly ErrorClass[]
  /** The exit code then. @default 2 */
  refused?: number
}

/**
 * Ends the process with a command's exit code. A refusal, and that the database went away, are said in a sentence on the standard error
 * output; any other error is a fault of the product, and printed with its stack.
 */
export function runCommand(work: Promise<number>, { refusals = [], refused = 2 }: CommandOptions = {}): void {
  work.then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(reasonOf(error, refusals) ?? error)
      process.exit(refused)
    },
  )
}

/** Why a command was refused or stopped; undefined for a fault of the product. */
export function reasonOf(error: unknown, refusals: readonly ErrorClass[]): string | undefined {
  const isRefusal = [EnvError, DataFolderInUse, ...refusals].some((refusal) => error instanceof refusal)
  if (isRefusal) return (error as Error).message
  if (!isLost(error)) return undefined
  const said = error instanceof Error && error.message !== '' ? ` (${error.message})` : ''
  return `The database went away while the command worked${said}; run the command again when it answers.`
}
