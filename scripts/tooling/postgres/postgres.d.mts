/** Whose programs run a server: the package's, whichever the system has, or those of a major version that it has. */
export type Programs = 'bundled' | 'installed' | number

/** Folders and port of a server that is being made. */
export interface ServerPlace {
  data: string
  bin: string
  port: number
}

export interface ServerOptions {
  /** @default 'bundled' */
  programs?: Programs
  /** Settings by name, besides those that make a server fast and forgetful. */
  settings?: Record<string, string>
  /** Fills the data folder. @default a new, empty cluster */
  fill?: (place: ServerPlace) => Promise<void>
  /** @default a free one */
  port?: number
}

/** A PostgreSQL server of our own in a temporary folder. */
export interface TemporaryServer extends ServerPlace {
  /** Its superuser, on the database `postgres`. */
  url: string
  /** Ends it, its folder stays: fast by default; the signal goes to other processes of it, too. */
  end(signal?: NodeJS.Signals, others?: readonly number[]): Promise<void>
  /** Starts it again on the same port and folder. */
  start(): Promise<void>
  /** Ends it and removes its folder. */
  stop(): Promise<void>
}

/** Starts a server on the loopback address. */
export function startPostgres(options?: ServerOptions): Promise<TemporaryServer>

/** Runs a program as the user of the servers, and answers what it printed. */
export function runAsServer(program: string, args: readonly string[], cwd: string): string

/** User and group of programs that refuse to be root. */
export function runAs(): { uid?: number; gid?: number }

/** Runs `work` with a server in the environment variable `TEST_DATABASE_URL`. */
export function withPostgres(work: () => Promise<void>): Promise<void>
