import { ofTenant } from './of-tenant.ts'

const distributed = new WeakSet<object>()
const tenants = new WeakMap<object, string>()

/** Remembers that the queries of a connection go to a distributed database. */
export function markDistributed(queries: object): void {
  distributed.add(queries)
}

/** Whether the queries go to a database whose tables are spread over several servers (Citus). */
export function isDistributed(queries: object): boolean {
  return distributed.has(queries)
}

/**
 * Runs work whose statements read records of one tenant only. Distributed, they are sent to the one server that has them, and may join these
 * records as they like.
 */
export async function withinTenant<T>(queries: object, tenantOid: string, work: () => Promise<T>): Promise<T> {
  if (!isDistributed(queries)) return work()
  const before = tenants.get(queries)
  tenants.set(queries, tenantOid)
  try {
    return await work()
  } finally {
    if (before === undefined) tenants.delete(queries)
    else tenants.set(queries, before)
  }
}

/** The text of a statement as it is sent. */
export function sentText(queries: object, text: string): string {
  const tenant = tenants.get(queries)
  return tenant === undefined ? text : ofTenant(text, tenant)
}
