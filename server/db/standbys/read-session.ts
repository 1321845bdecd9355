import { AsyncLocalStorage } from 'node:async_hooks'

/** What one request may read, and has read. */
export interface ReadSession {
  /** Oid of the caller; undefined until known. */
  person: string | undefined
  /** Whether a standby may answer. */
  mayLag: boolean
  /** Whether one may as far as the route is concerned. */
  couldLag: boolean
  /** WAL position that a standby must have replayed to be asked. */
  required: bigint
  /** WAL position that covers everything that the request has read. */
  seen: bigint
}

const sessions = new AsyncLocalStorage<ReadSession>()

/** Runs `work` within a session. */
export function inReadSession<T>(session: ReadSession, work: () => T): T {
  return sessions.run(session, work)
}

/** The session of the current async context. */
export function readSession(): ReadSession | undefined {
  return sessions.getStore()
}

/** A session that reads on the primary until it may lag. */
export function newReadSession(required: bigint): ReadSession {
  return { person: undefined, mayLag: false, couldLag: false, required, seen: 0n }
}
