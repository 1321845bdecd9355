/** Which programs run a server: the npm package's, the system's, or the system's of a major version. */
export type Programs = 'bundled' | 'installed' | number

/** Folders and port of a server that is being created. */
export interface ServerPlace {
  data: string
  bin: string
  port: number
}

export interface ServerOptions {
  /** @default 'bundled' */
  programs?: Programs
  /** Settings by name, in addition to those that trade durability for speed. */
  settings?: Record<string, string>
  /** Fills the data folder. @default a new, empty cluster */
  fill?: (place: ServerPlace) => Promise<void>
  /** @default a free port */
  port?: number
}

/** A PostgreSQL server in a temporary folder. */
export interface TemporaryServer extends ServerPlace {
  /** Connection URL of the superuser, for the database `postgres`. */
  url: string
  /** Stops it and keeps its folder; a fast shutdown by default. The signal also goes to its child processes. */
  end(signal?: NodeJS.Signals, others?: readonly number[]): Promise<void>
  /** Restarts it on the same port and folder. */
  start(): Promise<void>
  /** Stops it and removes its folder. */
  stop(): Promise<void>
}

/** Starts a server on the loopback address. */
export function startPostgres(options?: ServerOptions): Promise<TemporaryServer>

/** Runs a program as the servers' user and returns its output. */
export function runAsServer(program: string, args: readonly string[], cwd: string): string

/** User and group for programs that refuse to run as root. */
export function runAs(): { uid?: number; gid?: number }

/** Runs `work` with a server in the environment variable `TEST_DATABASE_URL`. */
export function withPostgres(work: () => Promise<void>): Promise<void>
