import { statfsSync } from 'node:fs'
import type { Client } from '../connections/connection.ts'

/**
 * Free space required before the embedded database writes: its WAL grows in steps of 16 MB, and the engine, and with it the process,
 * hangs if a step does not fit.
 */
const RESERVE_BYTES = 96 * 1024 * 1024
const KNOWN_FOR_MS = 250
/** Excludes `begin`, because reads run in transactions, too. */
const WRITES =
  /^\s*(?:(?:insert|update|delete|merge|copy|create|alter|truncate)\b|with\b[^]*\b(?:insert\s+into|update\s+\S+\s+set|delete\s+from)\b)/i

/** Disk full, with PostgreSQL's own code. */
class NoRoomError extends Error {
  readonly code = '53100'
}

/** Free bytes on the file system of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Wraps a client so that it refuses writes while space is low. Reads, commits and rollbacks still run. */
export function refuseWritesWhenFull(client: Client, free: () => number): Client {
  let known = { at: Number.NEGATIVE_INFINITY, hasRoom: true }
  const hasRoom = (): boolean => {
    if (performance.now() - known.at > KNOWN_FOR_MS) known = { at: performance.now(), hasRoom: free() >= RESERVE_BYTES }
    return known.hasRoom
  }
  return {
    query: (query) =>
      WRITES.test(query.text) && !hasRoom()
        ? Promise.reject(new NoRoomError('could not write: No space left on device'))
        : client.query(query),
    connection: client.connection,
  }
}
