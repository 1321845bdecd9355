/** A PostgreSQL server of our own in a temporary folder. */
export interface TemporaryServer {
  /** Its superuser, on the database `postgres`. */
  url: string
  stop(): Promise<void>
}

/** Starts a server on a free port of the loopback address. */
export function startPostgres(): Promise<TemporaryServer>

/** Runs `work` with a server in the environment variable `TEST_DATABASE_URL`. */
export function withPostgres(work: () => Promise<void>): Promise<void>
