import { keysOf } from '../../cache/keys-of.ts'

const databases = new WeakMap<object, object>()

/** Remembers which opened database the queries of a connection go to; any object of its own stands for it. */
export function markDatabase(queries: object, database: object): void {
  databases.set(queries, database)
}

/** What keys begin with that belong to the database of these queries, in a cache that several opened databases of a process share. */
export function databaseKeys(queries: object): string {
  return keysOf(databases.get(queries) ?? queries)
}
