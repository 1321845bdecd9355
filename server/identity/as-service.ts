import type { Database, Queries } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'

/** Work of the service itself on its own tables: people's passwords and sessions are visible to nobody else. */
export function asService<T>(db: Database, work: (queries: Queries) => Promise<T>): Promise<T> {
  return db.transaction(EVERYTHING, work)
}
