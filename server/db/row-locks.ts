import { sql, type RawBuilder } from 'kysely'
import type { Queries } from './database.ts'
import { isDistributed } from './distribution/connections.ts'
import { lockNames } from './sql-parts.ts'

/**
 * Reads rows `r` of a kind (the entity) and locks them until the transaction ends. `select` gets the clause that ends the statement. Distributed rows cannot be locked
 * by a statement that reads several tenants: their identifiers are locked by name instead, then the rows are read as they are now, until
 * no other row has come.
 */
export async function lockedRows<Row extends { oid: string }>(
  queries: Queries,
  { kind, mode = 'update' }: { kind: string; mode?: 'update' | 'share' },
  select: (lock: RawBuilder<unknown>) => RawBuilder<Row>,
): Promise<Row[]> {
  if (!isDistributed(queries)) return (await select(sql.raw(`for ${mode} of r`)).execute(queries)).rows
  const held = new Set<string>()
  for (;;) {
    const { rows } = await select(sql``).execute(queries)
    const others = rows.map(({ oid }) => oid).filter((oid) => !held.has(oid))
    if (others.length === 0) return rows
    await lockNames(queries, { kind: `${kind} row`, names: others, mode })
    for (const oid of others) held.add(oid)
  }
}
