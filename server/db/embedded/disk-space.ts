import { statfsSync } from 'node:fs'
import type { Client } from '../connections/connection.ts'

/**
 * What must be free before the embedded database writes: its log grows by 16 MB at a time, and without room for that the engine
 * stands still and with it the process, so nothing of it can be left to chance.
 */
const RESERVE_BYTES = 96 * 1024 * 1024
const KNOWN_FOR_MS = 250
/** Not `begin`: what is only read stands in transactions, too. */
const WRITES =
  /^\s*(?:(?:insert|update|delete|merge|copy|create|alter|truncate)\b|with\b[^]*\b(?:insert\s+into|update\s+\S+\s+set|delete\s+from)\b)/i

/** How the embedded database says that there is no room: as PostgreSQL does. */
class NoRoomError extends Error {
  readonly code = '53100'
}

/** Bytes that are free where a folder is. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** The client, which refuses to write while there is little room. What is read, and what ends a transaction, goes on. */
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
  }
}
